// What of the project card the person has taken out of what Claude is told: sections, and lines of a card that somebody wrote (`untoldKey`). Owns
// the file with their keys; must not know what they say.
import { join } from 'node:path';
import { isCode, nodeFileSystem, readRange, withFile, writeWhole } from '../../disk/fileSystem.js';
import type { Outcome } from '../../memory/productDocFile.js';
import type { FolderDocOptions } from './docPlaces.js';
import { setTimer } from './docPlaces.js';

export class UntoldSections {
  /** The end of the last `tell`. */
  #written: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: Pick<FolderDocOptions, 'storage' | 'log'>) {}

  /** By key. A file that is there and cannot be read is a problem, because what it names must not be told; the log says why. */
  async all(): Promise<Outcome<{ readonly keys: ReadonlySet<string> }>> {
    try {
      const bytes = await withFile(nodeFileSystem, this.#file, 'read', file => readRange(file, 0));
      const keys: unknown = JSON.parse(bytes.toString('utf8'));
      if (!Array.isArray(keys)) throw new Error('the file holds no list');
      return { ok: true, keys: new Set(keys.map(String)) };
    } catch (error) {
      if (isCode(error, 'ENOENT')) return { ok: true, keys: new Set() };
      this.options.log.warn(`Which sections are not told could not be read: ${String(error)}`);
      return { ok: false, problem: { code: 'untold', file: this.#file } };
    }
  }

  /** One call after the other, because each writes what it has read. Writes nothing over a file that cannot be read. */
  tell(key: string, told: boolean): Promise<Outcome<object>> {
    const written = this.#written.then(async () => {
      const read = await this.all();
      if (!read.ok) return read;
      const keys = new Set(read.keys);
      // A line comes back with its section, which may have been taken out as a whole while the card was too long to be told as it is.
      if (told) for (const one of [key, sectionOf(key)]) keys.delete(one);
      else keys.add(key);
      await writeWhole({ fileSystem: nodeFileSystem, setTimer }, this.#file, Buffer.from(JSON.stringify([...keys])));
      return { ok: true } as const;
    });
    this.#written = written.catch(() => undefined);
    return written;
  }

  get #file(): string {
    return join(this.options.storage, 'memory', 'untold.json');
  }
}

const sectionOf = (key: string): string => key.split('\n', 1)[0] ?? key;
