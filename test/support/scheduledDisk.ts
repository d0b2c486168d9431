// A disk whose calls wait, so that a test decides in which order those of several windows happen.
import type { FileSystem, OpenFile } from '../../src/disk/fileSystem.js';

/** `disk`, of which each call waits for `wait`. `path`: of the file or the folder, of a link the existing one. */
export function scheduled(disk: FileSystem, wait: (name: string, path: string) => Promise<unknown>): FileSystem {
  const waiting =
    <A extends readonly [string, ...unknown[]], T>(name: string, call: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      await wait(name, given[0]);
      return call(...given);
    };
  const file = (path: string, opened: OpenFile): OpenFile => ({
    write: data => wait('write', path).then(() => opened.write(data)),
    read: (position, length) => wait('read', path).then(() => opened.read(position, length)),
    datasync: () => wait('datasync', path).then(() => opened.datasync()),
    close: () => wait('close', path).then(() => opened.close()),
  });
  return {
    open: waiting('open', async (path, use) => file(path, await disk.open(path, use))),
    rename: (from, to) => disk.rename(from, to),
    link: waiting('link', (existing, path) => disk.link(existing, path)),
    remove: waiting('remove', path => disk.remove(path)),
    namesIn: waiting('namesIn', path => disk.namesIn(path)),
    stat: waiting('stat', path => disk.stat(path)),
    makeFolder: path => disk.makeFolder(path),
    syncFolder: path => disk.syncFolder(path),
    setModified: (path, at) => disk.setModified(path, at),
  };
}
