// What is coloured in a text: runs of characters, each with the class of its colour. Pure.
export interface Run {
  /** The length in UTF-16 units. */
  readonly length: number;
  /** The class of the element around it; empty where the text stands by itself. */
  readonly look: string;
}

/** A text that was read for its colours. */
export interface ReadCode {
  readonly runs: readonly Run[];
  /** Nothing that was begun goes on behind it, such as a comment: what follows can be read by itself. */
  readonly isClosed: boolean;
}

/** Longer texts, and texts with longer lines, have no colours: nobody reads them, and they would take long. In characters. */
const longestText = 100_000;
const longestLine = 5_000;
/**
 * The most characters of words without any other sign than `<` and `>`. The languages look for a function's name behind each of them, up to the
 * next sign, in one go that nothing ends.
 */
const longestWords = 1_000;
const otherSigns = /[^\p{L}\p{M}\p{N}_$<>\s]+/u;

export function isTooLong(text: string): boolean {
  return (
    text.length > longestText ||
    text.split('\n').some(line => line.length > longestLine) ||
    text.split(otherSigns).some(words => words.length > longestWords)
  );
}

/** The runs of a part of the text that they are for. */
export function cutRuns(runs: readonly Run[], start: number, end: number): readonly Run[] {
  const cut: Run[] = [];
  let at = 0;
  for (const { length, look } of runs) {
    const part = Math.min(at + length, end) - Math.max(at, start);
    if (part > 0) cut.push({ length: part, look });
    at += length;
    if (at >= end) break;
  }
  return cut;
}

export const isDiff = (language: string): boolean => language === 'diff' || language === 'patch';

/** Each line of a difference that has been added or removed, as a whole. */
export function readDiff(text: string): ReadCode {
  const lines = text.split(/(?<=\n)/);
  const runs = lines.flatMap((line, at) => {
    const end = line.endsWith('\n') ? 1 : 0;
    // The line end stands outside, so that a selection has it once.
    const words = { length: line.length - end, look: lookOf(line, lines[at - 1] ?? '', lines[at + 1] ?? '') };
    return [words, { length: end, look: '' }].filter(({ length }) => length > 0);
  });
  return { runs, isClosed: true };
}

function lookOf(line: string, before: string, after: string): string {
  // The names of the two files stand one above the other, because a line may have been removed that begins with two dashes.
  const isHead = (line.startsWith('--- ') && after.startsWith('+++ ')) || (line.startsWith('+++ ') && before.startsWith('--- '));
  if (isHead || line.startsWith('@@') || line.startsWith('diff ')) return 'tok-meta';
  if (line.startsWith('+')) return 'diffLine inserted';
  if (line.startsWith('-')) return 'diffLine deleted';
  return '';
}
