// The lines of a file from its end towards its start, piece by piece. Owns the reading; must not know what a line means.
import type { FileHandle } from 'node:fs/promises';
import { createLineSplitter } from '../process/lines.js';

/** One line without its end. */
export interface Line {
  readonly text: string;
  /** Where the line begins, in bytes from the start of the file. */
  readonly offset: number;
  /** In bytes, without the line's end. */
  readonly length: number;
}

export class LinesBackward {
  /** The bytes from here on have been read. */
  #start: number;
  /** Bytes from `#start` up to the end of the line that begins before it. */
  #cut: readonly Buffer[] = [];

  /** `size`: where to begin, in bytes. */
  constructor(
    private readonly file: FileHandle,
    size: number,
    private readonly onOverlong: () => void,
  ) {
    this.#start = size;
  }

  /** Everything up to the start of the file has been read. */
  get isAtStart(): boolean {
    return this.#start === 0;
  }

  /**
   * The lines before those that were given last, in the order of the file: those that begin in the `bytes` bytes before them.
   * May be none where a line is longer. A line at the end of the file counts with or without a line feed. Rejects where the file
   * cannot be read.
   */
  async previous(bytes: number): Promise<readonly Line[]> {
    const from = Math.max(0, this.#start - bytes);
    const read = await readBytes(this.file, from, this.#start - from);
    this.#start = from;
    const begin = from === 0 ? 0 : read.indexOf(0x0a) + 1;
    if (from > 0 && begin === 0) {
      this.#cut = [read, ...this.#cut];
      return [];
    }
    const lines: Line[] = [];
    const onLine = (text: string, start: number, end: number): void => {
      lines.push({ text, offset: from + begin + start, length: end - start });
    };
    const splitter = createLineSplitter({ onLine, onOverlong: this.onOverlong });
    for (const piece of [read.subarray(begin), ...this.#cut]) splitter.push(piece);
    splitter.end();
    this.#cut = begin === 0 ? [] : [read.subarray(0, begin)];
    return lines;
  }
}

/** Less than `length` bytes only where the file has become shorter. */
export async function readBytes(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
