// The lines of a file from its end towards its start, piece by piece. Owns the reading; must not know what a line means.
import type { FileHandle } from 'node:fs/promises';
import { maxLineBytes } from '../process/lines.js';

/** The place of one line, without its end. */
interface LinePlace {
  /** The line's first byte, counted from the start of the file. */
  readonly offset: number;
  /** The line's length in bytes, without its end. */
  readonly length: number;
}

export interface Line extends LinePlace {
  readonly text: string;
}

/** A line that is not decoded: most lines of a long file are looked at for a few words. */
export interface LineBytes extends LinePlace {
  readonly bytes: Buffer;
}

interface LinesRead {
  /** The lines in the order of the file. */
  readonly lines: readonly LineBytes[];
  /** The first byte of the first line; the next read ends here. */
  readonly start: number;
  /** The line behind them was longer than any line that is read, and is left out. */
  readonly isOverlong: boolean;
}

/** What is read at once of a line that is longer. */
const largestPiece = 1024 * 1024;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * The lines that begin in the `bytes` bytes before `end`; where none does, the one line before `end`. `end`: where a line begins, or the end of
 * the file. `room`: of so many bytes, in which the lines can stand until it is given again; memory of their own where there is none. Rejects where the
 * file cannot be read.
 */
export async function linesBefore(file: FileHandle, end: number, bytes: number, room?: Buffer): Promise<LinesRead> {
  /** The bytes of the line that begins before `start`; none once it is too long. */
  let held: readonly Buffer[] = [];
  let [start, heldBytes, isOverlong] = [end, 0, false];
  // More each time, because a line can be a thousand times as long as what was asked for.
  for (let more = bytes; start > 0; more = Math.min(largestPiece, 2 * more)) {
    const from = Math.max(0, start - more);
    const read = await readBytes(file, from, start - from, heldBytes === 0 ? room : undefined);
    start = from;
    // The last byte before `end` is the end of the last line, and no line begins behind it.
    const looked = heldBytes === 0 ? read.subarray(0, -1) : read;
    const begin = from === 0 ? 0 : looked.indexOf(lineFeed) + 1;
    if (from > 0 && begin === 0) {
      heldBytes += read.length;
      isOverlong ||= heldBytes > maxLineBytes;
      held = isOverlong ? [] : [read.buffer === room?.buffer ? Buffer.from(read) : read, ...held];
      continue;
    }
    const last = read.subarray(begin, isOverlong ? read.lastIndexOf(lineFeed) + 1 : undefined);
    const found = held.length === 0 ? last : Buffer.concat([last, ...held]);
    return { lines: linesIn(found, from + begin), start: from + begin, isOverlong };
  }
  return { lines: [], start, isOverlong };
}

/**
 * Reads lines from the end, `piece` bytes at once, until `take` returns true or `most` bytes were read. Returns whether it has read the whole file or
 * `take` has ended it.
 */
export async function eachLineBefore(
  file: FileHandle,
  size: number,
  piece: number,
  take: (bytes: Buffer, line: LineBytes) => boolean,
  most = Infinity,
): Promise<boolean> {
  for (let end = size; end > 0;) {
    if (size - end >= most) return false;
    const { lines, start } = await linesBefore(file, end, piece);
    for (const line of lines.toReversed()) if (take(line.bytes, line)) return true;
    end = start;
  }
  return true;
}

function linesIn(bytes: Buffer, offset: number): readonly LineBytes[] {
  const lines: LineBytes[] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found < 0 ? bytes.length : found;
    const length = (bytes[end - 1] === carriageReturn ? end - 1 : end) - start;
    if (length > 0) lines.push({ bytes: bytes.subarray(start, start + length), offset: offset + start, length });
    start = end + 1;
  }
  return lines;
}

/** Less than `length` bytes only where the file has become shorter. */
export async function readBytes(file: FileHandle, start: number, length: number, room?: Buffer): Promise<Buffer> {
  const bytes = room?.subarray(0, length) ?? Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
