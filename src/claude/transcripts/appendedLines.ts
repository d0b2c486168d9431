// The lines of a file that grows, each once. Owns how far the file has been read, and whether it is still the same file; must not
// know what a line means.
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { stat } from 'node:fs/promises';
import type { LineSplitter } from '../process/lines.js';
import { createLineSplitter } from '../process/lines.js';
import { openFile, withOpen } from '../../disk/smallFile.js';
import type { Line } from './linesBackward.js';
import { readBytes } from './linesBackward.js';
import { ifMissing } from '../../disk/fileSystem.js';

/** The lines of one piece are handled without a pause: it is small enough that a pause comes after some milliseconds. */
const pieceBytes = 128 * 1024;

/** So many bytes before the place that has been reached are compared: a file that was written anew has others there. */
const comparedBytes = 256;

/** `gone`: there is no such file now; when there is one again, it counts as replaced. */
export type FileChange = 'none' | 'grown' | 'replaced' | 'gone';

interface AppendedLinesOptions {
  readonly path: string;
  /** Must not throw. A line without a line feed is not given: it may still be being written. */
  readonly onLine: (line: Line) => void;
  /** The file is another one, or has become shorter: what was given counts no more, and all lines are given anew. */
  readonly onReplaced: () => void;
  readonly onOverlong: () => void;
}

export class AppendedLines {
  #reached = 0;
  #given = 0;
  #identity: Pick<Stats, 'dev' | 'ino' | 'mtimeMs'> | undefined;
  #last: Buffer = Buffer.alloc(0);
  #splitter: LineSplitter;

  constructor(private readonly options: AppendedLinesOptions) {
    this.#splitter = this.#newSplitter(0);
  }

  /** Number of bytes whose lines have been given: a line that is being written begins there. */
  get reached(): number {
    return this.#given;
  }

  /** Skips the first `offset` bytes, so that `read` gives only what stands behind them. */
  async skipTo(offset: number): Promise<void> {
    return withOpen(this.options.path, 'links', async file => {
      this.#restart(offset);
      this.#identity = await file.stat();
      this.#last = await readBytes(file, Math.max(0, offset - comparedBytes), Math.min(offset, comparedBytes));
    });
  }

  /** Gives the lines that have been completed. Rejects where the file is there and cannot be read. */
  async read(): Promise<FileChange> {
    const found = await stat(this.options.path).catch(ifMissing(undefined));
    if (found === undefined) return this.#gone();
    if (this.#isSame(found) && found.size === this.#reached && found.mtimeMs === this.#identity?.mtimeMs) return 'none';
    const file = await openFile(this.options.path).catch(ifMissing(undefined));
    if (file === undefined) return this.#gone();
    try {
      return await this.#readFrom(file);
    } finally {
      await file.close();
    }
  }

  async #readFrom(file: FileHandle): Promise<FileChange> {
    const found = await file.stat();
    const isFirst = this.#identity === undefined && this.#reached === 0;
    const isReplaced = !isFirst && !(await this.#continues(file, found));
    if (isReplaced) {
      this.#restart(0);
      this.options.onReplaced();
    }
    this.#identity = found;
    const before = this.#reached;
    while (this.#reached < found.size) {
      const piece = await readBytes(file, this.#reached, Math.min(pieceBytes, found.size - this.#reached));
      if (piece.length === 0) break;
      const end = piece.lastIndexOf(0x0a) + 1;
      if (end > 0) this.#given = this.#reached + end;
      this.#reached += piece.length;
      this.#last = Buffer.concat([this.#last, piece.subarray(-comparedBytes)]).subarray(-comparedBytes);
      this.#splitter.push(piece);
    }
    return isReplaced ? 'replaced' : this.#reached > before ? 'grown' : 'none';
  }

  /** The file begins with what has been read. */
  async #continues(file: FileHandle, found: Stats): Promise<boolean> {
    if (!this.#isSame(found) || found.size < this.#reached) return false;
    return (await readBytes(file, this.#reached - this.#last.length, this.#last.length)).equals(this.#last);
  }

  #isSame({ dev, ino }: Stats): boolean {
    return this.#identity?.dev === dev && this.#identity.ino === ino;
  }

  #gone(): FileChange {
    this.#identity = undefined;
    return 'gone';
  }

  #restart(offset: number): void {
    this.#reached = offset;
    this.#given = offset;
    this.#last = Buffer.alloc(0);
    this.#splitter = this.#newSplitter(offset);
  }

  #newSplitter(offset: number): LineSplitter {
    const { onLine, onOverlong } = this.options;
    return createLineSplitter({
      onLine: (text, start, end) => onLine({ text, offset: offset + start, length: end - start }),
      onOverlong,
    });
  }
}
