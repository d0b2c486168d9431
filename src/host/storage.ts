// What of a window must outlive it: the conversation, with what is filled in on its cards, and the composer's draft. One
// file, written whole beside the old one and then put in its place, so that a cut leaves the last good one.
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionState } from '../session/state.js';
import type { SessionLog } from './sessionLoop.js';

export interface Kept {
  readonly state: SessionState;
  readonly composerDraft: string;
}

/** Of the file's form: another one is not read. */
const format = 1;
/** Milliseconds in which changes gather before they are written. */
const gatherTime = 300;

export class WindowStorage {
  #latest: (() => Kept) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  readonly #file: string;

  constructor(
    private readonly folder: string,
    private readonly log: SessionLog,
  ) {
    this.#file = join(folder, 'window.json');
  }

  /** Undefined where nothing was kept, or what was cannot be read; that is put aside, not overwritten. */
  async load(): Promise<Kept | undefined> {
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch {
      // The first time there is none.
      return undefined;
    }
    try {
      return read(text);
    } catch (error) {
      const aside = `${this.#file}.unreadable`;
      this.log.warn(`What was kept of the last conversation cannot be read (${String(error)}); it lies in ${aside} now.`);
      await rename(this.#file, aside);
      return undefined;
    }
  }

  /** Something has changed. `latest` is asked when it is written. */
  changed(latest: () => Kept): void {
    this.#latest = latest;
    this.#timer ??= setTimeout(() => void this.flush(), gatherTime);
  }

  /** Writes what is not written yet. Resolves when it is on the disk. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const latest = this.#latest;
    this.#latest = undefined;
    if (latest !== undefined) this.#writing = this.#writing.then(() => this.#write(latest()));
    await this.#writing;
  }

  async #write(kept: Kept): Promise<void> {
    const beside = `${this.#file}.new`;
    try {
      await mkdir(this.folder, { recursive: true });
      const file = await open(beside, 'w');
      try {
        await file.writeFile(JSON.stringify({ format, ...kept }));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, this.#file);
    } catch (error) {
      this.log.error(`The conversation could not be kept for the next window: ${String(error)}`);
    }
  }
}

function read(text: string): Kept {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== format)
    throw new Error('it was written by another version of Parley');
  // We wrote it, and whole: its format says what is in it.
  return value as unknown as Kept;
}
