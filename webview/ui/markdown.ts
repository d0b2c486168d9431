// Reads the model's Markdown: a text as tokens, in a time that no text can make long. Knows nothing of the page.
import type { Token, Tokens, TokensList } from 'marked';
import { Lexer, Marked } from 'marked';
import { syntax } from './markdownSyntax.js';
import { hasNoOpenMark } from './openMarks.js';

const marked = new Marked(syntax);

/** Link definitions by their label, as `marked` keeps them. */
export type Links = TokensList['links'];

/** The tokens of the top-level blocks of a whole text. */
export function blocksOf(text: string): readonly Token[] {
  return lexPart(text, {}).filter(isShown);
}

/** The tokens of a part of a text, white space between blocks included. `links`: definitions that stand outside of the part. */
export function lexPart(text: string, links: Links): TokensList {
  return lexSafely(text, () => {
    const lexer = new BoundedLexer(marked.defaults);
    // Without a prototype: `[constructor]` is a link only where the text defines it.
    lexer.tokens.links = Object.assign(Object.create(null) as Links, links);
    return lexer.lex(text);
  });
}

/** `marked` takes time by the square of these. As many of them take a tenth of a second on a slow computer. */
const mostMarks = 1_000;
/**
 * The most signs of a paragraph, times its characters. At each sign `marked` reads the rest of the paragraph, so that this takes a tenth of a
 * second on a slow computer.
 */
const mostWork = 3_000_000;
/** A text with fewer characters costs less, whatever it holds. */
const leastCostly = 1_000;
const longestAddress = 4_000;
/** The most levels of quotes and lists, because `marked` reads what is in each once more. One more than ui/markdownNodes shows. */
const mostLevels = 13;
/** Other signs end a mark: of `*_*_` each one may begin emphasis. */
const marksOfEmphasis = /\*+|_+|~+/g;
/** The signs at which a part of a paragraph can begin that is no plain text. */
const signs = /[[\]!<`\\&@]|:\/\/|www\.|\*+|_+|~+/g;

/**
 * How many characters of these words, those of a paragraph, a list's item or a cell, `marked` may read at once: all pieces together then take it no
 * longer than a tenth of a second.
 */
function mostAtOnce(words: string): number {
  if (words.length < leastCostly) return words.length;
  const begun = words.match(signs)?.length ?? 0;
  const marks = words.match(marksOfEmphasis)?.length ?? 0;
  const isLongAddress = words.split(/\s/).some(word => word.length > longestAddress && word.includes('@'));
  const most = Math.min(mostWork / begun, marks > mostMarks ? mostMarks ** 2 / marks : Infinity, isLongAddress ? longestAddress : Infinity);
  return Math.floor(Math.min(words.length, most));
}

/** Looks at what `marked` itself takes for a paragraph: where one begins and a fence ends is for nobody else to guess. */
export class BoundedLexer extends Lexer {
  #isInside = false;
  #levels = 0;

  override blockTokens(text: string, tokens: Token[] = [], lastParagraphClipped?: boolean): TokensList {
    if (this.#levels >= mostLevels) {
      tokens.push(asItStands(text));
      return Object.assign(tokens, { links: this.tokens.links });
    }
    this.#levels++;
    const found = super.blockTokens(text, tokens, lastParagraphClipped) as TokensList;
    this.#levels--;
    return found;
  }

  override inlineTokens(words: string, tokens: Token[] = []): Token[] {
    if (this.#isInside) return super.inlineTokens(words, tokens);
    this.#isInside = true;
    try {
      for (const token of this.#piecesOf(words)) tokens.push(token);
    } finally {
      this.#isInside = false;
    }
    return tokens;
  }

  #piecesOf(words: string): Token[] {
    try {
      return piecesOf(words, mostAtOnce(words)).flatMap(({ text, isFormed }) => (isFormed ? super.inlineTokens(text) : [asWritten(text)]));
    } catch (error) {
      // `marked` calls itself for each level, until the stack ends.
      if (!(error instanceof RangeError)) throw error;
      return [asWritten(words)];
    }
  }
}

/** Makes a tag of the text, because every sign of a tag is shown. */
function asWritten(text: string): Tokens.Tag {
  return { type: 'html', raw: text, text, block: false, inLink: false, inRawBlock: false };
}

interface Piece {
  readonly text: string;
  readonly isFormed: boolean;
}

/** Cut between words, where no mark is open. What has no such place stands as it is, to its end. */
function piecesOf(words: string, most: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  while (words.length - start > most) {
    const length = placeIn(words.slice(start, start + most));
    if (length === undefined) return [...pieces, { text: words.slice(start), isFormed: false }];
    pieces.push({ text: words.slice(start, start + length), isFormed: true });
    start += length;
  }
  return [...pieces, { text: words.slice(start), isFormed: true }];
}

/** Looks back from the end a few times, because each look reads all that stands before it. */
const looks = 8;

function placeIn(words: string): number | undefined {
  for (let look = 0; look < looks; look += 1) {
    const place = /^[\s\S]*\s(?=\S)/.exec(words.slice(0, Math.ceil(words.length * (1 - look / looks))))?.[0].length;
    if (place !== undefined && hasNoOpenMark(words.slice(0, place))) return place;
  }
  return undefined;
}

/** A text of which `marked` cannot find the blocks, because its stack has ended, is shown as it stands. */
export function lexSafely(text: string, lex: () => TokensList): TokensList {
  try {
    return lex();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return Object.assign([asItStands(text)], { links: {} });
  }
}

function asItStands(text: string): Tokens.Code {
  return { type: 'code', raw: text, text };
}

export function isShown(token: Token): boolean {
  return token.type !== 'space';
}
