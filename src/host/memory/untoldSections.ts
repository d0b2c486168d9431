// The sections of the Product Doc that the person has taken out of what Claude is told. Owns the file with their names; must not know what they say.
import { join } from 'node:path';
import { isCode, nodeFileSystem, readRange, withFile, writeWhole } from '../../disk/fileSystem.js';
import type { Outcome } from '../../memory/productDocFile.js';
import type { FolderDocOptions } from './docPlaces.js';
import { setTimer } from './docPlaces.js';

export class UntoldSections {
  /** The end of the last `tell`. */
  #written: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: Pick<FolderDocOptions, 'storage' | 'log'>) {}

  /** By name. A file that is there and cannot be read is a problem, because what it names must not be told; the log says why. */
  async all(): Promise<Outcome<{ readonly names: ReadonlySet<string> }>> {
    try {
      const bytes = await withFile(nodeFileSystem, this.#file, 'read', file => readRange(file, 0));
      const names: unknown = JSON.parse(bytes.toString('utf8'));
      if (!Array.isArray(names)) throw new Error('the file holds no list');
      return { ok: true, names: new Set(names.map(String)) };
    } catch (error) {
      if (isCode(error, 'ENOENT')) return { ok: true, names: new Set() };
      this.options.log.warn(`Which sections are not told could not be read: ${String(error)}`);
      return { ok: false, problem: { code: 'untold', file: this.#file } };
    }
  }

  /** One call after the other, because each writes what it has read. Writes nothing over a file that cannot be read. */
  tell(section: string, told: boolean): Promise<Outcome<object>> {
    const written = this.#written.then(async () => {
      const read = await this.all();
      if (!read.ok) return read;
      const names = new Set(read.names);
      if (told) names.delete(section);
      else names.add(section);
      await writeWhole({ fileSystem: nodeFileSystem, setTimer }, this.#file, Buffer.from(JSON.stringify([...names])));
      return { ok: true } as const;
    });
    this.#written = written.catch(() => undefined);
    return written;
  }

  get #file(): string {
    return join(this.options.storage, 'memory', 'untold.json');
  }
}
