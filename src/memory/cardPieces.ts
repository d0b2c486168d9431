// What a section of the Product Doc says in single lines of plain text: its sentences, list items and rows of tables. Owns how Markdown becomes
// plain text for a model; must not know how many lines a card has room for.
import { neverSeen } from '../shared/plain.js';

/** What is read of a section, which may have 100 kB: nothing further down gets into a card. */
const mostCharacters = 6_000;
const mostLines = 200;
const mostPieces = 12;
const longestPiece = 240;
/** Characters of one paragraph or item that are read, because Markdown's marks and addresses of links are not part of the piece. */
const longestBlock = 1_000;

/**
 * The pieces of a section, at most 12, in order, each one line of at most 240 UTF-16 units, and `…` behind them where there is more; no headings,
 * code or comments.
 */
export function piecesOf(content: string): readonly string[] {
  const pieces: string[] = [];
  for (const { kind, text } of blocksOf(content.slice(0, mostCharacters))) {
    const line = oneLine(withoutMarks(text.slice(0, longestBlock)));
    for (const piece of kind === 'paragraph' ? sentencesOf(line) : [line]) {
      if (!says.test(piece)) continue;
      if (pieces.length === mostPieces) return [...pieces, '…'];
      pieces.push(shortened(piece, longestPiece));
    }
  }
  return pieces.length > 0 && content.length > mostCharacters ? [...pieces, '…'] : pieces;
}

/** Removes line ends, and the characters that hide or reorder text; the joiners that Persian, Indic words and emoji need are kept. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim();
  if (/^[ -~]*$/.test(line)) return line;
  unseen ??= new RegExp(`(?![\\u200c\\u200d])${neverSeen}`, 'gu');
  return line.replace(unseen, '').trim();
}

/** Cuts `text` to at most `length` UTF-16 units, and never in the middle of a character. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, Math.max(0, length - 1));
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut.trimEnd()}…`;
}

/** Made for the first text that needs it, because its sets of characters take milliseconds to build. */
let unseen: RegExp | undefined;

const says = /[\p{L}\p{N}]/u;

interface Block {
  readonly kind: 'paragraph' | 'item' | 'row';
  text: string;
}

/** Paragraphs, list items and rows of tables, with their continuation lines. */
function blocksOf(content: string): readonly Block[] {
  const blocks: Block[] = [];
  /** The block that the next line may continue. */
  let open: Block | undefined;
  let fence: string | undefined;
  for (const quoted of content.replace(/<!--[^]*?(?:-->|$)/g, '').split(/\r\n?|[\n\u2028\u2029]/, mostLines)) {
    const line = quoted.replace(/^\s*(?:>\s*)+/, '');
    const mark = /^\s*(`{3}|~{3})/.exec(line)?.[1];
    if (fence !== undefined || mark !== undefined) {
      if (fence === undefined || mark === fence) fence = fence === undefined ? mark : undefined;
      open = undefined;
      continue;
    }
    const item = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(\S.*)$/.exec(line)?.[1];
    if (item !== undefined) blocks.push((open = { kind: 'item', text: item }));
    else if (/^\s*\|/.test(line)) {
      open = undefined;
      // The row above the dashes names the columns.
      if (/^[\s|:-]+$/.test(line)) dropHeader(blocks);
      else blocks.push({ kind: 'row', text: cellsOf(line) });
    } else if (/^\s*#/.test(line) || !says.test(line)) open = undefined;
    else if (open !== undefined) open.text += ` ${line}`;
    else blocks.push((open = { kind: 'paragraph', text: line }));
  }
  return blocks;
}

function dropHeader(blocks: Block[]): void {
  if (blocks.at(-1)?.kind === 'row') blocks.pop();
}

function cellsOf(row: string): string {
  const cells = row.split('|').map(cell => cell.trim());
  return cells.filter(cell => cell !== '').join(' – ');
}

/** A letter alone before the stop is an abbreviation, as in "z. B." and "e.g.". */
function sentencesOf(line: string): readonly string[] {
  return line.split(/(?<=[^\s.][^\s.][.!?])\s+(?=[^\p{Ll}\s])|(?<=[。！？])/u);
}

/** `text` as Markdown shows it. Each pattern is linear in the length of the text. */
function withoutMarks(text: string): string {
  return (
    text
      .split(/`+/)
      // What stands between two backticks is code, in which the marks are characters like others.
      .map((part, at) => (at % 2 === 1 ? part : proseWithoutMarks(part)))
      .join('')
  );
}

function proseWithoutMarks(text: string): string {
  return text
    .replace(/!?\[([^\][]*)\](?:\([^()]*\)|\[[^\][]*\])/g, '$1')
    .replace(/<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>/gi, '')
    .replace(/~~|(?<![/*])(?:(?<!\s)\*{1,3}|\*{1,3}(?!\s))(?!\*|\/|\.\w)/g, '')
    .replace(/(?<![\p{L}\p{N}_])(_{1,2})(?=[^_\s])([^_]*)\1(?![\p{L}\p{N}_])/gu, '$2');
}
