// The files of a folder that anybody may have written, within limits, so that no folder keeps Parley from going on.
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isCode } from '../../disk/fileSystem.js';

/** Folders below one another. */
const deepest = 12;
/** Entries of all folders below a place. */
const mostEntries = 5_000;

/**
 * The absolute paths of all files below a place, through links too, as the CLI finds them; each folder once. `unseen`: the folders that are over a
 * limit or cannot be read.
 */
export async function filesBelow(place: string): Promise<{ readonly files: readonly string[]; readonly unseen: readonly string[] }> {
  const [files, unseen]: [string[], string[]] = [[], []];
  const seen = new Set<string>();
  let entries = 0;
  const walk = async (folder: string, depth: number): Promise<void> => {
    try {
      const real = await realpath(folder);
      if (seen.has(real)) return;
      seen.add(real);
      if (depth > deepest || entries > mostEntries) return void unseen.push(folder);
      const found = await readdir(folder, { withFileTypes: true });
      entries += found.length;
      if (entries > mostEntries) return void unseen.push(folder);
      for (const entry of found) {
        const path = join(folder, entry.name);
        const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await isFolderAt(path)));
        if (isFolder) await walk(path, depth + 1);
        else files.push(path);
      }
    } catch (error) {
      if (!isCode(error, 'ENOENT', 'ENOTDIR')) unseen.push(folder);
    }
  };
  await walk(place, 0);
  return { files, unseen };
}

function isFolderAt(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
}
