// The Product Doc's file as bytes: read with bounds, and written so that it is the old or the new one at any moment. Owns the system calls
// and what their failures mean; must not know sections. The file may be in a workspace, where its mode and its links are the person's.
import { isUtf8 } from 'node:buffer';
import { chmod, mkdir, realpath, stat, unlink } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { FileStat, FileSystem } from '../disk/fileSystem.js';
import { discard, isCode, makeSyncedFolder, nodeFileSystem, readRange, withFile, writeAll, ifMissing } from '../disk/fileSystem.js';
import { productDocLimits } from './productDoc.js';

/** Every function rejects with Node's error. */
export interface DocDisk extends FileSystem {
  /** The path to which links lead; `path` itself where there is no such file. */
  realPath(path: string): Promise<string>;
  /** Gives `to` the rights of `from`, or those of any other new file where there is no `from`. */
  copyMode(from: string, to: string): Promise<void>;
  /** Makes the folder and those above it, with the rights that any program would give them. */
  makeSharedFolder(path: string): Promise<string | undefined>;
  /** Never a folder. */
  removeFile(path: string): Promise<void>;
}

export type FileAccess = 'private' | 'shared';

export const nodeDocDisk: DocDisk = {
  ...nodeFileSystem,
  stat: async path => {
    const found = await stat(path).catch(ifMissing(undefined));
    if (found === undefined) return undefined;
    // Opening a pipe would wait for its other end.
    if (!found.isFile() && !found.isDirectory()) throw new Error('this is not a file');
    return { size: found.size, modifiedAt: found.mtimeMs, inode: found.ino };
  },
  realPath: path => realpath(path).catch(ifMissing(path)),
  copyMode: async (from, to) => {
    const found = await stat(from).catch(ifMissing(undefined));
    await chmod(to, (found?.mode ?? 0o644) & 0o777);
  },
  makeSharedFolder: path => mkdir(path, { recursive: true }),
  removeFile: unlink,
};

/** `readOnly`: this account may not write there. `failed`: any other error of the disk. */
export type DocProblem =
  | { readonly code: 'tooLarge' | 'notUtf8' | 'isFolder' | 'noFolder' | 'readOnly' | 'full' }
  | { readonly code: 'failed'; readonly error: Error };

/** `stat` is undefined where there is no file; `text` keeps a byte order mark. */
export type ReadText =
  | { readonly ok: true; readonly text: string; readonly stat: FileStat | undefined }
  | { readonly ok: false; readonly problem: DocProblem };

/** Reads the file, unless it has more than 1 MB. */
export async function readText(disk: DocDisk, path: string): Promise<ReadText> {
  try {
    const found = await disk.stat(path);
    if (found === undefined) return { ok: true, text: '', stat: undefined };
    if (found.size > productDocLimits.total) return { ok: false, problem: { code: 'tooLarge' } };
    // The file may have grown since.
    const bytes = await withFile(disk, path, 'read', file => readRange(file, 0, productDocLimits.total + 1));
    if (bytes.length > productDocLimits.total) return { ok: false, problem: { code: 'tooLarge' } };
    // A strict TextDecoder takes ten times as long.
    return isUtf8(bytes) ? { ok: true, text: bytes.toString('utf8'), stat: found } : { ok: false, problem: { code: 'notUtf8' } };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** `changed`: another program has changed the file since `seen`, and nothing was written. */
type WrittenText = { readonly ok: true } | { readonly ok: false; readonly problem: DocProblem | { readonly code: 'changed' } };

/** Takes the place of the file at the end of the link, if it still is the one of `seen`. */
export async function writeText(
  disk: DocDisk,
  { file: path, access }: { readonly file: string; readonly access: FileAccess },
  text: string,
  seen: FileStat | undefined,
): Promise<WrittenText> {
  let beside: string | undefined;
  try {
    const target = await disk.realPath(path);
    const make = access === 'private' ? disk.makeFolder : disk.makeSharedFolder;
    if (seen === undefined) await makeSyncedFolder(disk, dirname(target), folder => make.call(disk, folder));
    const unfinished = `${target}.${randomUUID()}.new`;
    beside = unfinished;
    await withFile(disk, unfinished, 'create', file => writeAll(file, Buffer.from(text)));
    // A new file is private until it is said to be shared.
    if (seen !== undefined || access === 'shared') await disk.copyMode(target, unfinished);
    if (!isSame(await disk.stat(target), seen)) {
      await discard(disk, unfinished);
      return { ok: false, problem: { code: 'changed' } };
    }
    await disk.rename(unfinished, target);
    beside = undefined;
    await disk.syncFolder(dirname(target));
    await removeLeftovers(disk, target);
    return { ok: true };
  } catch (error) {
    if (beside !== undefined) await discard(disk, beside);
    return { ok: false, problem: problemOf(error) };
  }
}

/** Milliseconds. A live window renames a file within seconds after it began to write it. */
const unfinishedAge = 3_600_000;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Removes the files of killed writes beside `target`, which was written just now. A file that cannot be removed stays until the next write. */
async function removeLeftovers(disk: DocDisk, target: string): Promise<void> {
  const [folder, start, end] = [dirname(target), `${basename(target)}.`, '.new'];
  try {
    const written = await disk.stat(target);
    for (const name of await disk.namesIn(folder)) {
      if (!name.startsWith(start) || !name.endsWith(end) || !uuid.test(name.slice(start.length, -end.length))) continue;
      const found = await disk.stat(join(folder, name));
      // By the clock of the disk, which may be another computer's.
      const isOld = found !== undefined && written !== undefined && written.modifiedAt - found.modifiedAt > unfinishedAge;
      if (isOld) await disk.removeFile(join(folder, name)).catch(() => undefined);
    }
  } catch {
    // The document is written all the same.
  }
}

function isSame(a: FileStat | undefined, b: FileStat | undefined): boolean {
  return a?.inode === b?.inode && a?.size === b?.size && a?.modifiedAt === b?.modifiedAt;
}

export function problemOf(error: unknown): DocProblem {
  if (isCode(error, 'EISDIR')) return { code: 'isFolder' };
  if (isCode(error, 'ENOENT', 'ENOTDIR')) return { code: 'noFolder' };
  if (isCode(error, 'EROFS', 'EACCES', 'EPERM')) return { code: 'readOnly' };
  if (isCode(error, 'ENOSPC', 'EDQUOT')) return { code: 'full' };
  return { code: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
}
