// Owns the blocks of one text of Claude's, while it grows and afterwards. A finished block is read once: the blocks are kept in
// groups that keep their identity, and only the text behind them is read again. A finished text is read by the same steps, a part
// at a time, so that a long one can be read in several tasks. Knows nothing of components.
import type { Token, Tokens } from 'marked';
import type { Links } from '../ui/markdown.js';
import { isShown, lexPart } from '../ui/markdown.js';
import type { Footnote } from '../ui/markdownSyntax.js';
import { fenceWords, footnoteTag, languageOf } from '../ui/markdownSyntax.js';
import type { Continuation } from './blockPieces.js';
import { cutOf } from './blockPieces.js';
import { FenceReader } from './fenceReader.js';

/** Remembers which finished blocks name a link whose definition has not come, so that only those blocks are read again when it comes. */
export class UnresolvedReferences<Place> {
  readonly #byLabel = new Map<string, Place[]>();

  note(raw: string, links: Links, place: Place): void {
    // An escaped mark is passed over on its own, so that no label is looked for behind each of thousands of escaped brackets.
    const found = raw.matchAll(/\\.|\[((?:\\.|[^[\]\\])+)\]/g);
    const labels = new Set([...found].flatMap(([, label]) => label?.toLowerCase().replace(/\s+/g, ' ') ?? []));
    for (const label of labels) {
      if (Object.hasOwn(links, label)) continue;
      const places = this.#byLabel.get(label);
      if (places === undefined) this.#byLabel.set(label, [place]);
      else places.push(place);
    }
  }

  /** The places that name this label, which are forgotten. */
  take(label: string): readonly Place[] {
    const places = this.#byLabel.get(label) ?? [];
    this.#byLabel.delete(label);
    return places;
  }
}

export type Block =
  /** `continues`: this is more of the block before it. */
  | { readonly kind: 'markdown'; readonly token: Token; readonly continues?: Continuation['kind'] | undefined }
  /** `words`: what stands behind the marks of the fence, as ui/markdownSyntax tells it. */
  | { readonly kind: 'code'; readonly code: string; readonly words: string; readonly language: string };
export type BlockGroup = readonly Block[];

/** The place of a finished block, and the text it was read from. */
interface Place {
  readonly group: number;
  readonly index: number;
  readonly raw: string;
  readonly continuation: Continuation | undefined;
}

/** Characters of text after which a group is full. */
const groupLength = 4000;
/** Characters that are read at once, where the block that begins there is not longer: reading takes more than linear time. */
const partLength = 8000;

export class StreamingBlocks {
  #text = '';
  #isFinished = false;
  readonly #groups: BlockGroup[] = [];
  /** The last group, not full yet, and how many characters its blocks were made from. */
  #open: BlockGroup = [];
  #openLength = 0;
  #growing: BlockGroup = [];
  #settledEnd = 0;
  #readLength = partLength;
  #fence: FenceReader | undefined;
  #continuation: Continuation | undefined;
  #links: Links = {};
  #unresolved = new UnresolvedReferences<Place>();

  /** Whether a part of the text is not read yet. */
  isBehind = false;

  /**
   * The blocks of a text, as far as there was time to read it; quick when it is the last text with more at its end. A group that
   * has not changed is the same object again.
   */
  read(given: string, finished: boolean, hasTime: () => boolean): readonly BlockGroup[] {
    // The lexer counts every line end as one character.
    const text = given.includes('\r') ? given.replace(/\r\n?/g, '\n') : given;
    if (!text.startsWith(this.#text) || (this.#isFinished && text !== this.#text)) this.#begin();
    this.#text = text;
    do this.isBehind = this.#readOn(finished);
    while (this.isBehind && hasTime());
    this.#isFinished = finished && !this.isBehind;
    const last = [...this.#open, ...this.#growing];
    return last.length === 0 ? [...this.#groups] : [...this.#groups, last];
  }

  #begin(): void {
    this.#groups.length = 0;
    this.#open = [];
    this.#openLength = 0;
    this.#settledEnd = 0;
    this.#fence = undefined;
    this.#continuation = undefined;
    this.#links = {};
    this.#growing = [];
    this.#readLength = partLength;
    this.#unresolved = new UnresolvedReferences();
  }

  /** Reads one part. True when there is more to read. */
  #readOn(finished: boolean): boolean {
    this.#fence ??= this.#continuation === undefined ? FenceReader.at(this.#text, this.#settledEnd) : undefined;
    return this.#fence === undefined ? this.#readPart(finished) : this.#readFence(this.#fence, finished);
  }

  #readFence(fence: FenceReader, finished: boolean): boolean {
    const { code, end } = fence.read(this.#text, finished);
    const block: Block = { kind: 'code', code, words: fenceWords(fence.info), language: languageOf(fence.info) };
    if (end === undefined && !finished) {
      this.#growing = [block];
      return false;
    }
    this.#settle(block, end ?? this.#text.length);
    return this.#settledEnd < this.#text.length;
  }

  #readPart(finished: boolean): boolean {
    const part = this.#text.slice(this.#settledEnd, this.#settledEnd + this.#readLength);
    const isRest = this.#settledEnd + part.length === this.#text.length;
    const { tokens, headLength } = this.#lex(part, this.#continuation);
    // The last block may still change: a list goes on, a fence is open, a line becomes a heading by what follows.
    const last = lastThatMayGrow(tokens);
    const settled = isRest && finished ? tokens.length : Math.max(last, 0);
    for (const [index, token] of tokens.entries()) {
      const given = index === 0 ? headLength : 0;
      const cut = cutOf(token);
      if (cut !== undefined) {
        this.#settlePiece(cut.length - given, cut.next);
        return true;
      }
      if (index >= settled) break;
      this.#settleToken(token, token.raw.length - given);
      // The lexer would read code in a fence again and again while it grows.
      if (index + 1 < tokens.length && FenceReader.at(this.#text, this.#settledEnd) !== undefined) return true;
    }
    const growing = tokens[last];
    if (isRest) this.#growing = growing !== undefined && settled < tokens.length ? [this.#blockOf(growing)] : [];
    if (settled > 0) this.#readLength = partLength;
    else if (!isRest) this.#readLength *= 2;
    return !isRest;
  }

  /** The tokens of a part of the text, and how many characters of the first one stand before the part. */
  #lex(part: string, continuation: Continuation | undefined): { readonly tokens: Token[]; readonly headLength: number } {
    const head = continuation?.kind === 'table' ? continuation.head : '';
    const tokens = lexPart(head + part, this.#links);
    const [first] = tokens;
    // The next line was no row after all.
    if (head !== '' && (first as Tokens.Table | undefined)?.rows.length === 0) return this.#lex(part, (this.#continuation = undefined));
    if (first?.type === 'list' && continuation?.kind === 'list' && continuation.start !== undefined) first.start = continuation.start;
    return { tokens, headLength: head.length };
  }

  #settlePiece(length: number, next: Continuation): void {
    const [token] = this.#lex(this.#text.slice(this.#settledEnd, this.#settledEnd + length), this.#continuation).tokens;
    if (token !== undefined) this.#settleToken(token, length);
    this.#continuation = next;
  }

  #settleToken(token: Token, length: number): void {
    const end = this.#settledEnd + length;
    if (isShown(token)) this.#settle(this.#blockOf(token), end);
    this.#settledEnd = end;
    this.#continuation = undefined;
    if (token.raw.includes(']:')) for (const definition of definitionsIn(token)) this.#define(definition);
  }

  #blockOf(token: Token): Block {
    return { kind: 'markdown', token, continues: this.#continuation?.kind };
  }

  #settle(block: Block, end: number): void {
    const raw = this.#text.slice(this.#settledEnd, end);
    if (block.kind === 'markdown') {
      const place = { group: this.#groups.length, index: this.#open.length, raw, continuation: this.#continuation };
      this.#unresolved.note(raw, this.#links, place);
    }
    this.#settledEnd = end;
    this.#growing = [];
    this.#fence = undefined;
    this.#open = [...this.#open, block];
    this.#openLength += raw.length;
    if (this.#openLength < groupLength) return;
    this.#groups.push(this.#open);
    this.#open = [];
    this.#openLength = 0;
  }

  /** The blocks that have named this link before its definition came are read again. */
  #define({ tag, href, title }: Tokens.Def): void {
    if (Object.hasOwn(this.#links, tag)) return;
    this.#links[tag] = { href, title };
    for (const { group, index, raw, continuation } of this.#unresolved.take(tag)) {
      const blocks = this.#groups[group] ?? this.#open;
      const block = blocks[index];
      const [token] = this.#lex(raw, continuation).tokens;
      if (block?.kind !== 'markdown' || token === undefined) continue;
      const redone = blocks.with(index, { ...block, token });
      if (this.#groups[group] === undefined) this.#open = redone;
      else this.#groups[group] = redone;
    }
  }
}

/** A number alone behind a list may be the beginning of the list's next item: the list may grow, and the number is not shown yet. */
function lastThatMayGrow(tokens: readonly Token[]): number {
  const last = tokens.findLastIndex(isShown);
  if (!/^ {0,3}\d{1,9}[.)]?$/.test(tokens[last]?.raw ?? '')) return last;
  const before = tokens.slice(0, last).findLastIndex(isShown);
  return tokens[before]?.type === 'list' ? before : last;
}

/** The definitions in the token, also those in a list or a quote. */
function definitionsIn(token: Token): readonly Tokens.Def[] {
  if (token.type === 'def') return [token as Tokens.Def];
  if (token.type === 'footnote') return [{ type: 'def', raw: '', tag: footnoteTag((token as Footnote).id), href: '', title: '' }];
  const inner = token.type === 'list' ? (token as Tokens.List).items : 'tokens' in token ? token.tokens : undefined;
  return inner?.flatMap(definitionsIn) ?? [];
}
