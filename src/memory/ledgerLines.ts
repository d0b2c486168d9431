// Reads the lines of one ledger file, from its beginning on or from its end back, in chunks. Knows lines and their bytes.
import { readRange } from '../disk/fileSystem.js';
import type { OpenFile } from '../disk/fileSystem.js';
import { Slices } from './slices.js';

/** Bytes of one read from the beginning on. */
const forwardChunk = 262_144;
/** Bytes of one read from the end back: a hundred decisions or so. */
const backwardChunk = 65_536;

/**
 * Calls `onLine` with each whole line from the byte `start` on, without its newline, and the bytes it takes with it. Empty lines are
 * left out. Resolves with the place behind the last whole line.
 */
export async function readLines(file: OpenFile, start: number, onLine: (line: string, bytes: number) => void): Promise<number> {
  const slices = new Slices();
  for (let [at, size] = [start, forwardChunk]; ;) {
    const chunk = await readRange(file, at, at + size);
    const whole = chunk.lastIndexOf(newline) + 1;
    for (let [from, to] = [0, 0]; from < whole; from = to + 1) {
      to = chunk.indexOf(newline, from);
      if (to > from) onLine(chunk.toString('utf8', from, to), to - from + 1);
      if (slices.isOver) await slices.pause();
    }
    at += whole;
    if (chunk.length < size) return at;
    // A line that is longer than the chunk.
    size = whole === 0 ? 2 * size : forwardChunk;
  }
}

/**
 * The whole lines before the byte `end`, the last one first, with the bytes each takes. Gives them chunk by chunk; `withFile` opens the file
 * for each, because a file that is open for long cannot be removed on Windows.
 */
export async function* linesBackward(
  withFile: <T>(work: (file: OpenFile) => Promise<T>) => Promise<T>,
  end: number,
): AsyncGenerator<readonly { readonly line: string; readonly bytes: number }[]> {
  for (let [to, size, isLast] = [end, backwardChunk, true]; to > 0;) {
    const from = Math.max(0, to - size);
    const chunk = await withFile(file => readRange(file, from, to));
    // What stands before the first newline belongs to the chunk before this one.
    const first = from === 0 ? 0 : chunk.indexOf(newline) + 1;
    // What follows the last newline of the file is a line that was never finished.
    const last = isLast ? chunk.lastIndexOf(newline) : chunk.length - 1;
    if (from > 0 && (first === 0 || first > last)) {
      size *= 2;
      continue;
    }
    yield linesIn(chunk.subarray(first, last + 1)).reverse();
    [to, size, isLast] = [from + first, backwardChunk, false];
  }
}

/** `bytes` ends with a newline, or is empty. */
function linesIn(bytes: Buffer): { readonly line: string; readonly bytes: number }[] {
  const lines = [];
  for (let [from, to] = [0, 0]; from < bytes.length; from = to + 1) {
    to = bytes.indexOf(newline, from);
    if (to > from) lines.push({ line: bytes.toString('utf8', from, to), bytes: to - from + 1 });
  }
  return lines;
}

const newline = 0x0a;
