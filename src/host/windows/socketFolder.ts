// The private folder in which this window's socket lies. Owns which places are tried and what makes a folder safe; must not know
// what is said through a socket.
import { lstat, mkdir, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isCode } from '../../disk/fileSystem.js';

interface SocketFolder {
  readonly path: string;
  /** See `folderId`. */
  readonly id: string;
}

/** Bytes that the path of a socket can have: macOS takes 104 and Linux 108, each with a NUL at the end. */
const longestSocketPath = 103;
/** Bytes of `/` and a socket's name in the folder. */
const nameLength = 17;

/** Folders in which `parley-UID` is tried, the best one first. Only for platforms with user ids. */
export function usualParents(env: NodeJS.ProcessEnv = process.env): readonly string[] {
  return [env['XDG_RUNTIME_DIR'] ?? '', tmpdir(), '/tmp', join(homedir(), '.cache')].filter(parent => parent.startsWith('/'));
}

/** The first safe folder, which is made where it is missing, or one sentence per place that says why it is not safe. */
export async function privateSocketFolder(
  parents: readonly string[],
  uid: number,
): Promise<{ readonly folder: SocketFolder } | { readonly refusals: readonly string[] }> {
  const refusals: string[] = [];
  for (const parent of new Set(parents)) {
    const path = join(parent, `parley-${uid}`);
    const refusal = await prepare(path, uid).catch((error: unknown) => String(error));
    if (refusal === undefined) return { folder: { path, id: await folderId(path) } };
    refusals.push(`${path}: ${refusal}`);
  }
  return { refusals };
}

/** `DEVICE:INODE` of a folder that is no link, so that two paths, or one path seen from two containers, can be compared. '' without one. */
export async function folderId(path: string): Promise<string> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined);
  return found?.isDirectory() === true ? `${found.dev}:${found.ino}` : '';
}

/** Undefined when the folder is there and safe, else why not. Rejects when it cannot be made. */
async function prepare(path: string, uid: number): Promise<string | undefined> {
  if (Buffer.byteLength(path) + nameLength > longestSocketPath) return 'the path is too long for a socket';
  const parent = await stat(dirname(path));
  // Whoever may rename the folder can put another one in its place. In a sticky folder only the owner and root may.
  const isParentSafe = (parent.uid === uid || parent.uid === 0) && ((parent.mode & 0o022) === 0 || (parent.mode & 0o1000) !== 0);
  if (!isParentSafe) return 'other users can replace it';
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error;
  });
  const found = await lstat(path);
  if (!found.isDirectory()) return 'it is not a folder';
  if (found.uid !== uid) return 'it belongs to another user';
  if ((found.mode & 0o777) !== 0o700) return 'its mode is not 0700';
  return undefined;
}
