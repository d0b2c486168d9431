// The sections of the Product Doc that the person has taken out of what Claude is told. Owns the file with their names; must not know what they say.
import { join } from 'node:path';
import { nodeFileSystem, readRange, withFile, writeWhole } from '../../disk/fileSystem.js';
import type { FolderDocOptions } from './docPlaces.js';
import { setTimer } from './docPlaces.js';

export class UntoldSections {
  /** The end of the last `tell`. */
  #written: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: Pick<FolderDocOptions, 'storage' | 'log'>) {}

  /** By name. */
  async all(): Promise<ReadonlySet<string>> {
    try {
      const bytes = await withFile(nodeFileSystem, this.#file, 'read', file => readRange(file, 0));
      const names: unknown = JSON.parse(bytes.toString('utf8'));
      return new Set(Array.isArray(names) ? names.map(String) : []);
    } catch (error) {
      if ((await nodeFileSystem.stat(this.#file)) !== undefined)
        this.options.log.warn(`Which sections are not told could not be read: ${String(error)}`);
      return new Set();
    }
  }

  /** One call after the other, because each writes what it has read. */
  tell(section: string, told: boolean): Promise<void> {
    const written = this.#written.then(async () => {
      const names = new Set(await this.all());
      if (told) names.delete(section);
      else names.add(section);
      await writeWhole({ fileSystem: nodeFileSystem, setTimer }, this.#file, Buffer.from(JSON.stringify([...names])));
    });
    this.#written = written.catch(() => undefined);
    return written;
  }

  get #file(): string {
    return join(this.options.storage, 'memory', 'untold.json');
  }
}
