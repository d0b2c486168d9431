// What Parley reads otherwise than `marked`, so that every character that Claude wrote can be read: HTML, code in prose and links that lead nowhere
// are shown as they stand, and emphasis and addresses end where they do in Chinese and Japanese. Knows nothing of the page.
import type { MarkedExtension, Token, Tokens } from 'marked';
import { Tokenizer } from 'marked';
import { isAllowedLink } from './links.js';
import { firstVerbatim, verbatimIn } from './verbatim.js';

const own = Tokenizer.prototype;

// --- emphasis

const wide = String.raw`[\u1100-\u11ff\u2e80-\u2fff\u3001-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uffef\u{20000}-\u{3ffff}]`;
const wideMark = /[\u3001-\u303f\u30fb\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/g;
/** A mark of another script, with the signs of emphasis between it and a letter of these. */
const markBesideWide = new RegExp(`(?<=${wide}[*~]{1,3})(?![*_~])[\\p{P}\\p{S}]|(?![*_~])[\\p{P}\\p{S}](?=[*~]{1,3}${wide})`, 'gu');

/**
 * The text in which marks of emphasis are looked for, of the same length. CommonMark wants a space between a closing `**` behind a mark and a letter;
 * Chinese and Japanese have none, so there a mark counts as a letter. What stands as it is holds no marks of emphasis.
 */
function emphasisText(text: string): string {
  let shown = '';
  let end = 0;
  for (const { index, length } of verbatimIn(text)) {
    shown += text.slice(end, index) + 'x'.repeat(length);
    end = index + length;
  }
  const whole = shown + text.slice(end);
  return whole.replace(wideMark, '甲').replace(markBesideWide, mark => 'x'.repeat(mark.length));
}

const letter = new RegExp(`^(?!${wide})[\\p{L}\\p{N}_$]`, 'u');
const wideFirst = new RegExp(`^${wide}`, 'u');

// Signs of code: `a*b*c`, `src/**/x`, `*.test.*`, `__init__`; and of words such as Leser*innen.
function isCode(text: string, at: number): boolean {
  const mark = text[at] ?? '';
  let start = at;
  while (text[start - 1] === mark) start -= 1;
  let end = at;
  while (text[end] === mark) end += 1;
  const before = text[start - 1] ?? '';
  const after = text.slice(end, end + 2);
  if (mark === '_') return /^__(?:[a-z][a-z0-9_]*|[A-Z][A-Z0-9_]*)__(?![\p{L}\p{N}])/u.test(text.slice(start, start + 60));
  if ((letter.test(before) || before === ')' || before === ']') && !wideFirst.test(after)) return true;
  if (/[/\\.]/.test(before) && (end - start === 1 || !letter.test(after))) return true;
  return (end - start === 1 && /^\.\w/.test(after)) || after === '/*';
}

/** The token that `read` finds in the text of emphasis, with the words of the source. */
function inSource<T extends Tokens.Em | Tokens.Strong | Tokens.Del>(
  tokenizer: Tokenizer,
  src: string,
  read: () => T | undefined,
): T | undefined {
  const { lexer } = tokenizer;
  // The words inside are read below, once.
  tokenizer.lexer = Object.assign(Object.create(lexer) as typeof lexer, { inlineTokens: () => [] });
  let found: T | undefined;
  try {
    found = read();
  } finally {
    tokenizer.lexer = lexer;
  }
  if (found === undefined) return undefined;
  const raw = src.slice(0, found.raw.length);
  const marks = (raw.length - found.text.length) / 2;
  const text = raw.slice(marks, raw.length - marks);
  return { ...found, raw, text, tokens: lexer.inlineTokens(text) };
}

// --- blocks

/** The cells of a row. `heedsCode`: a `|` between backticks is none between cells. */
function cellsOf(row: string, heedsCode: boolean): string[] {
  const line = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  const kept = heedsCode ? withCodeKept(line) : line;
  return kept.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|'));
}

/** The row with a backslash before each `|` that stands in code. */
function withCodeKept(line: string): string {
  const marks = [...line.matchAll(/`+/g)];
  const nearest = new Map<number, number>();
  /** The next mark of the same length, for each mark. */
  const closing = marks.map((): number | undefined => undefined);
  for (const [at, [{ length }]] of [...marks.entries()].reverse()) {
    closing[at] = nearest.get(length);
    nearest.set(length, at);
  }
  let kept = '';
  let end = 0;
  for (const [at, { index }] of marks.entries()) {
    const last = index < end ? undefined : marks[closing[at] ?? -1];
    if (last === undefined) continue;
    const from = index;
    kept += line.slice(end, from);
    end = last.index + last[0].length;
    kept += line.slice(from, end).replaceAll('|', '\\|');
  }
  return kept + line.slice(end);
}

/** The text of each column, with all that the row says, for a row with more cells than the table has columns. */
function textsOf(row: string, columns: number): string[] | undefined {
  const cells = cellsOf(row, false);
  if (cells.length <= columns) return undefined;
  const withCode = cellsOf(row, true);
  if (withCode.length === columns) return withCode;
  return [...cells.slice(0, columns - 1), cells.slice(columns - 1).join(' | ')];
}

/** The number of each item that does not follow the one before it. `1.` before each item means that they are counted. */
export function numbersOf({ items, start }: Tokens.List): readonly (number | undefined)[] {
  const numbers = items.map(({ raw }) => Number(/^\s*(\d+)/.exec(raw)?.[1]));
  const [first] = numbers;
  if (first === undefined || (first <= 1 && numbers.every(number => number === first))) return [];
  let next = Number(start);
  return numbers.map(number => {
    const isNext = number === next;
    next = number + 1;
    return isNext ? undefined : number;
  });
}

const endOfAddress = /[\u3000-\u303f\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65“”‘’…]/;
/** What is written with a backslash for itself. Others, such as `\(` and `\{`, are formulas. */
const escapable = /^\\[\\`*_~#+\-.![\]<>|$]/;
const isPlace = (href: string): boolean => /[/.#:]/.test(href) && isAllowedLink(href);

/** What stands behind the marks of a fence, where that is more than the name of a language: `ts title=x`, `src/a.ts`. */
export function fenceWords(info: string): string {
  const words = info.trim();
  return /^[\w+#-]*$/.test(words) ? '' : words;
}

/** The language that the words behind the marks of a fence name first, in small letters, also by the end of a file's name: `ts` of `src/a.ts`. */
export function languageOf(info: string): string {
  const [word] = /^[^\s{},;=:]+/.exec(info.trim()) ?? [''];
  const name = word.includes('/') || word.includes('\\') || /\w\.\w/.test(word) ? word.slice(word.lastIndexOf('.') + 1) : word;
  return /^[\w+#-]{1,20}$/.test(name) ? name.toLowerCase() : '';
}

// --- footnotes

const footnote = /^ {0,3}\[\^([^\]\s^]{1,40})\]:[ \t]/;

/** The end of the words of a footnote: at an empty line, or in front of the next one. */
function endOfFootnote(src: string): number {
  let end = src.indexOf('\n');
  while (end >= 0) {
    const next = src.indexOf('\n', end + 1);
    const line = src.slice(end + 1, next < 0 ? undefined : next);
    if (line.trim() === '' || footnote.test(line)) return end + 1;
    end = next;
  }
  return src.length;
}
const footnoteMark = /^\[\^([^\]\s^]{1,40})\]/;

export interface Footnote extends Tokens.Generic {
  readonly type: 'footnote';
  readonly id: string;
  readonly tokens: Token[];
}

export interface FootnoteMark extends Tokens.Generic {
  readonly type: 'footnoteMark';
  readonly id: string;
}

/** The name of a footnote among the definitions of links, whose labels cannot begin with it otherwise. */
export function footnoteTag(id: string): string {
  return `^${id.toLowerCase()}`;
}

const nonNegative = (index: number): number | undefined => (index < 0 ? undefined : index);

export const syntax: MarkedExtension = {
  gfm: true,
  hooks: { emStrongMask: emphasisText },
  extensions: [
    {
      name: 'footnote',
      level: 'block',
      tokenizer(src) {
        const [head, id = ''] = footnote.exec(src) ?? [];
        if (head === undefined) return undefined;
        const raw = src.slice(0, endOfFootnote(src));
        const text = raw.slice(head.length).trim();
        this.lexer.tokens.links[footnoteTag(id)] ??= { href: '', title: '' };
        const token: Footnote = { type: 'footnote', raw, id, tokens: [] };
        this.lexer.inline(text, token.tokens);
        return token;
      },
    },
    {
      name: 'footnoteMark',
      level: 'inline',
      start: src => nonNegative(src.indexOf('[^')),
      tokenizer(src) {
        const [raw, id = ''] = footnoteMark.exec(src) ?? [];
        // A pattern such as `[^0-9]` is none.
        if (raw === undefined || !Object.hasOwn(this.lexer.tokens.links, footnoteTag(id))) return undefined;
        const token: FootnoteMark = { type: 'footnoteMark', raw, id };
        return token;
      },
    },
    {
      name: 'verbatim',
      level: 'inline',
      start: src => firstVerbatim(src)?.index,
      tokenizer(src) {
        const first = firstVerbatim(src);
        if (first?.index !== 0) return undefined;
        const raw = src.slice(0, first.length);
        return { type: 'html', raw, text: raw, block: false };
      },
    },
  ],
  tokenizer: {
    escape(src) {
      return escapable.test(src) ? own.escape.call(this, src) : undefined;
    },
    emStrong(src, masked, before) {
      const at = masked.length - src.length;
      if (isCode(masked, at)) return undefined;
      return inSource(this, src, () => own.emStrong.call(this, masked.slice(at), masked, before === '' ? '' : (masked[at - 1] ?? '')));
    },
    del(src, masked, before) {
      const at = masked.length - src.length;
      if (!/^~~(?!~)/.test(src) || masked[at - 1] === '~') return undefined;
      return inSource(this, src, () => own.del.call(this, masked.slice(at), masked, before === '' ? '' : (masked[at - 1] ?? '')));
    },
    url(src) {
      const end = src.search(endOfAddress);
      return own.url.call(this, end < 0 ? src : src.slice(0, end));
    },
    autolink(src) {
      // `<std::string>` has the form of an address too.
      return /^<(?:https?:\/\/|mailto:|[^\s:<>]+@)/i.test(src) ? own.autolink.call(this, src) : undefined;
    },
    inlineText(src) {
      const found = own.inlineText.call(this, src);
      // `marked` would put signs in the place of their numbers.
      return found && { ...found, text: found.raw };
    },
    tag(src) {
      const raw = this.rules.inline.tag.exec(src)?.[0];
      return raw === undefined ? undefined : { type: 'html', raw, text: raw, block: false, inLink: false, inRawBlock: false };
    },
    def(src) {
      const found = own.def.call(this, src);
      return found !== undefined && isPlace(found.href) ? found : undefined;
    },
    html(src) {
      const found = own.html.call(this, src);
      if (found === undefined) return undefined;
      // Up to an empty line, so that a tag that is never closed leaves the rest as it is.
      const raw = /^(?:.+(?:\n|$))+/.exec(found.raw)?.[0] ?? found.raw;
      const text = raw.trim();
      const tokens = this.lexer.inline(text.replaceAll('\n', '  \n'));
      // Its own form in the types of `marked`, which knows the token as a paragraph.
      return { type: 'paragraph', raw, text, tokens } as unknown as Tokens.HTML;
    },
    table(src) {
      const found = own.table.call(this, src);
      if (found === undefined) return undefined;
      const lines = found.raw.trimEnd().split('\n').slice(2);
      const rows = found.rows.map((cells, at) => {
        const texts = textsOf(lines[at] ?? '', cells.length);
        if (texts === undefined) return cells;
        return cells.map((cell, column) => ({ ...cell, text: texts[column] ?? '', tokens: this.lexer.inline(texts[column] ?? '') }));
      });
      return { ...found, rows };
    },
  },
};
