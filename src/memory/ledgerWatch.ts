// Tells whoever listens that this or another window has changed a ledger. Knows folders and names, and nothing of what is in their files.
import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isCode } from '../disk/fileSystem.js';
import type { LedgerFolder } from './ledgerFolder.js';

/** Calls `changed` after changes in the folder, perhaps also without one; returns how to stop. */
export type WatchFolder = (folder: string, changed: () => void, log: { warn(text: string): void }) => () => void;

/** Folders above one that is not there yet: that of the work folder, that of all of them, and VS Code's own for the extension. */
const levelsAbove = 3;

/** Watches a folder. Where the system cannot, that is logged and `changed` is never called. */
export const watchFolder: WatchFolder = (folder, changed, log) => {
  let watcher: FSWatcher | undefined;
  let isStopped = false;
  const failed = (error: unknown): void =>
    log.warn(`Decisions of other windows show late, because ${folder} cannot be watched: ${String(error)}`);
  const begin = (): void => {
    watcher?.close();
    watcher = undefined;
    let path = folder;
    for (let level = 0; level <= levelsAbove && watcher === undefined; level++, path = dirname(path)) watcher = opened(path);
  };
  const opened = (path: string): FSWatcher | undefined => {
    try {
      const found = watch(path, { persistent: false }, (_, name) => {
        if (isStopped) return;
        // The folder, or one above it, has just been made, or is gone: a folder tells of its own end by its own name.
        if (path !== folder || name === basename(folder)) begin();
        changed();
      });
      return found.on('error', failed);
    } catch (error) {
      if (!isCode(error, 'ENOENT')) failed(error);
      return undefined;
    }
  };
  begin();
  return () => {
    isStopped = true;
    watcher?.close();
  };
};

/** Watches while somebody listens. */
export class LedgerListeners {
  readonly #listeners = new Set<() => void>();
  #stopWatching: (() => void) | undefined;
  /** Names of the files as the listeners know them. */
  #shown = '';
  #isLooking = false;
  #mayHaveChanged = false;

  constructor(
    private readonly folder: LedgerFolder,
    private readonly watch: (changed: () => void) => () => void,
    private readonly log: { error(text: string): void },
  ) {}

  add(listener: () => void): () => void {
    // A wrapper of its own, because the same function may be given twice.
    const own = (): void => listener();
    this.#listeners.add(own);
    this.#stopWatching ??= this.watch(() => void this.#look());
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size > 0) return;
      this.#stopWatching?.();
      this.#stopWatching = undefined;
    };
  }

  /** This window has written, perhaps in vain. */
  async changed(): Promise<void> {
    if (this.#listeners.size === 0) return;
    this.#shown = await this.#names();
    this.#tell();
  }

  /** Something has happened in the folder. Tells the listeners where they do not know it yet. */
  async #look(): Promise<void> {
    if (this.#isLooking) {
      this.#mayHaveChanged = true;
      return;
    }
    this.#isLooking = true;
    do {
      this.#mayHaveChanged = false;
      const names = await this.#names();
      if (names === this.#shown) continue;
      this.#shown = names;
      this.#tell();
    } while (this.#mayHaveChanged);
    this.#isLooking = false;
  }

  /** Never rejects: where they cannot be seen, whoever asks for the decisions is told why. */
  async #names(): Promise<string> {
    try {
      const { files, former } = await this.folder.list();
      return [...[...files.values()].flat(), ...former].sort().join();
    } catch (error) {
      return String(error);
    }
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener();
      } catch (error) {
        this.log.error(`A listener of the decisions failed: ${String(error)}`);
      }
    }
  }
}
