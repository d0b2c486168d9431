// Where a block that has become large is cut, so that its beginning is finished while its end grows. The place depends on the text
// before it only: a text that came word by word and one that came whole are cut at the same places. Pure.
import type { Token, Tokens } from 'marked';
import { hasNoOpenMark } from '../ui/openMarks.js';

const itemsPerPiece = 50;
const rowsPerPiece = 50;
/** Characters of a paragraph or a quote that are read as one, if there is any place to cut it. */
const longest = 4000;
const shortest = 2000;

/** How what follows a cut is read and shown as more of the same block. */
export type Continuation =
  /** `start`: the number of the next item; undefined in a list without numbers. */
  | { readonly kind: 'list'; readonly start: number | undefined }
  /** `head`: the lines of the table's head, which stand before the following rows again. */
  | { readonly kind: 'table'; readonly head: string }
  | { readonly kind: 'paragraph' | 'quote' };

export interface Cut {
  /** Characters of the token's `raw` that are finished. */
  readonly length: number;
  readonly next: Continuation;
}

/** Undefined when the block is short, or nothing in it is surely finished. */
export function cutOf(token: Token): Cut | undefined {
  switch (token.type) {
    case 'list':
      return cutOfList(token as Tokens.List);
    case 'table':
      return cutOfTable(token as Tokens.Table);
    case 'paragraph':
      return token.raw.length > longest ? cutAt(placeInParagraph(token.raw), 'paragraph') : undefined;
    case 'blockquote':
      return token.raw.length > longest ? cutAt(placeInQuote(token.raw), 'quote') : undefined;
    default:
      return undefined;
  }
}

function cutOfList({ items, ordered, start }: Tokens.List): Cut | undefined {
  if (items.length <= itemsPerPiece) return undefined;
  const length = items.slice(0, itemsPerPiece).reduce((sum, { raw }) => sum + raw.length, 0);
  return { length, next: { kind: 'list', start: ordered && start !== '' ? start + itemsPerPiece : undefined } };
}

/** Each line is a row, after a line of names and one of dashes. */
function cutOfTable({ raw, rows }: Tokens.Table): Cut | undefined {
  if (rows.length <= rowsPerPiece) return undefined;
  const headEnd = raw.indexOf('\n', raw.indexOf('\n') + 1) + 1;
  let length = headEnd;
  for (let row = 0; row < rowsPerPiece; row += 1) length = raw.indexOf('\n', length) + 1;
  return { length, next: { kind: 'table', head: raw.slice(0, headEnd) } };
}

function cutAt(length: number | undefined, kind: 'paragraph' | 'quote'): Cut | undefined {
  return length === undefined ? undefined : { length, next: { kind } };
}

/** Each look reads all that stands before a place, so that not every place is looked at: a paragraph may have a thousand. */
const mostLooks = 16;

function lastWithoutOpenMark(read: string, places: readonly number[]): number | undefined {
  const step = Math.ceil(places.length / mostLooks);
  const looked = places.filter((_, at) => (places.length - 1 - at) % step === 0);
  return looked.findLast(place => hasNoOpenMark(read.slice(0, place)));
}

/** The place behind a sentence, or else behind a word, where no mark is open. The next piece begins with a letter, which begins no other block. */
function placeInParagraph(raw: string): number | undefined {
  const read = raw.slice(0, longest);
  const places = (pattern: RegExp): number[] =>
    [...read.matchAll(pattern)].map(({ 0: found, index }) => index + found.length).filter(place => place >= shortest);
  return lastWithoutOpenMark(read, places(/[.!?…]\s+(?=\p{L})/gu)) ?? lastWithoutOpenMark(read, places(/(?<!\s)\s+(?=\p{L})/gu));
}

/** The last place between two paragraphs of the quote that is not in its code, which may hold empty lines, too. */
function placeInQuote(raw: string): number | undefined {
  const places = [...raw.slice(0, longest).matchAll(/\n>[ \t]*\n(?=>)/g)].map(({ 0: found, index }) => index + found.length);
  return places.findLast(place => (raw.slice(0, place).match(/^>[> \t]*(?:```|~~~)/gm)?.length ?? 0) % 2 === 0);
}
