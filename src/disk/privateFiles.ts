// Folders and files that no other account of the machine can read: what a person typed and pasted lies in them. On Windows the
// folder of the account, in which all of them are, has such rights already.
import { chmod, lstat, mkdir } from 'node:fs/promises';

const onWindows = process.platform === 'win32';

/** The mode for `open` and `writeFile`. */
export const privateFileMode = 0o600;
const privateFolderMode = 0o700;

/** Makes the folder, and those above it that are not there, and resolves with the first that was not. One that is there loses the rights of others. */
export async function makePrivateFolder(path: string): Promise<string | undefined> {
  const made = await mkdir(path, { recursive: true, mode: privateFolderMode });
  await makePrivate(path);
  return made;
}

/** A file or a folder that is there. */
export async function makePrivate(path: string): Promise<void> {
  if (onWindows) return;
  const found = await lstat(path);
  // The rights of what a link leads to are not Parley's.
  if (!found.isSymbolicLink() && (found.mode & 0o077) !== 0) await chmod(path, found.mode & 0o700);
}
