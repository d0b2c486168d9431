// What of the project card the person has taken out of what Claude is told: sections, and lines of a card that somebody wrote (`untoldKey`). Owns
// the files with their keys; must not know what they say. Two windows may write at once, so each state is a file with the next number, which only
// one of them can make; the highest number counts.
import { join } from 'node:path';
import type { FileSystem } from '../../disk/fileSystem.js';
import { discard, isCode, nodeFileSystem, readRange, withFile, writeBeside } from '../../disk/fileSystem.js';
import { problemOf } from '../../memory/productDocDisk.js';
import type { Outcome } from '../../memory/productDocFile.js';
import type { FolderDocOptions } from './docPlaces.js';

/** Keys, and the number of the file that holds them; 0 also where there is no file. */
interface State {
  readonly keys: ReadonlySet<string>;
  readonly number: number;
}

/** Each attempt that fails is a change that another window has made meanwhile. */
const attempts = 100;

export class UntoldSections {
  /** The end of the last `tell`. */
  #written: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly options: Pick<FolderDocOptions, 'storage' | 'log'>,
    private readonly fileSystem: FileSystem = nodeFileSystem,
  ) {}

  /**
   * The keys of all lines that are not told. A file that is there and cannot be read is a problem, because what it names must not be told; the log
   * says why.
   */
  async all(): Promise<Outcome<{ readonly keys: ReadonlySet<string> }>> {
    const read = await this.#read();
    return read.ok ? { ok: true, keys: read.keys } : read;
  }

  /** One call after the other, because each writes what it has read. Writes nothing over a file that cannot be read. Never rejects. */
  tell(key: string, told: boolean): Promise<Outcome<object>> {
    const written = this.#written.then(() => this.#change(key, told)).catch((error: unknown) => this.#refused(error));
    this.#written = written;
    return written;
  }

  async #change(key: string, told: boolean): Promise<Outcome<object>> {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const read = await this.#read();
      if (!read.ok) return read;
      const keys = new Set(read.keys);
      // A line comes back with its section, which may have been taken out as a whole while the card was too long to be told as it is.
      if (told) for (const one of [key, sectionOf(key)]) keys.delete(one);
      else keys.add(key);
      if (keys.size === read.keys.size) return { ok: true };
      if (await this.#create(read.number + 1, keys)) return { ok: true };
    }
    throw new Error('other windows write the file');
  }

  /** Resolves once it is on the disk; false where the state may lack a change of another window, or another window's state this change. */
  async #create(number: number, keys: ReadonlySet<string>): Promise<boolean> {
    const { fileSystem } = this;
    const beside = await writeBeside(fileSystem, this.#fileOf(number), Buffer.from(JSON.stringify([...keys])));
    try {
      await fileSystem.link(beside, this.#fileOf(number));
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      throw error;
    } finally {
      await discard(fileSystem, beside);
    }
    await fileSystem.syncFolder(this.#folder);
    const numbers = await this.#numbers();
    // A window that had gone further has removed the file of this number before it was made again here.
    if (Math.max(...numbers) !== number) return false;
    for (const old of numbers) if (old < number) await discard(fileSystem, this.#fileOf(old));
    return true;
  }

  async #read(): Promise<Outcome<State>> {
    let file = this.#fileOf(0);
    for (let attempt = 1; ; attempt++) {
      try {
        const number = Math.max(-1, ...(await this.#numbers()));
        if (number < 0) return { ok: true, keys: new Set(), number: 0 };
        file = this.#fileOf(number);
        const bytes = await withFile(this.fileSystem, file, 'read', opened => readRange(opened, 0));
        const keys: unknown = JSON.parse(bytes.toString('utf8'));
        if (!Array.isArray(keys)) throw new Error('the file holds no list');
        return { ok: true, keys: new Set(keys.map(String)), number };
      } catch (error) {
        // Another window has written the next file, and removed this one.
        if (isCode(error, 'ENOENT') && attempt < attempts) continue;
        this.options.log.warn(`Which sections are not told could not be read: ${String(error)}`);
        return { ok: false, problem: { code: 'untold', file } };
      }
    }
  }

  #refused(error: unknown): Outcome<never> {
    this.options.log.warn(`Which sections are not told could not be written: ${String(error)}`);
    return { ok: false, problem: problemOf(error) };
  }

  /** The numbers of the files that are there. */
  async #numbers(): Promise<readonly number[]> {
    const names = await this.fileSystem.namesIn(this.#folder);
    return names.flatMap(name => {
      const digits = /^untold(?:\.(\d{1,15}))?\.json$/.exec(name);
      return digits === null ? [] : [Number(digits[1] ?? 0)];
    });
  }

  #fileOf(number: number): string {
    return join(this.#folder, number === 0 ? 'untold.json' : `untold.${number}.json`);
  }

  get #folder(): string {
    return join(this.options.storage, 'memory');
  }
}

const sectionOf = (key: string): string => key.split('\n', 1)[0] ?? key;
