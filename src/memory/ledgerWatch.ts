// Tells that other windows have changed a ledger. Knows folders, and nothing of what is in their files.
import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { dirname } from 'node:path';
import { isCode } from '../disk/fileSystem.js';

/** Calls `changed` after changes in the folder, perhaps also without one; returns how to stop. */
export type WatchFolder = (folder: string, changed: () => void, log: { warn(text: string): void }) => () => void;

/** Folders above one that is not there yet: that of the work folder, that of all of them, and VS Code's own for the extension. */
const levelsAbove = 3;

/** Where the system cannot watch, that is logged and `changed` is never called. */
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
      const found = watch(path, { persistent: false }, () => {
        if (isStopped) return;
        // The folder, or one above it, has just been made, or is gone.
        if (path !== folder) begin();
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
