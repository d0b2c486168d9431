// What stands in a work folder beside what its trees say: whether a path is as a turn left it, and writes it as it was before. Owns that nothing else is
// overwritten. Never follows a link: neither the path itself, nor a folder above it.
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readlink, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { isCode, ifMissing } from '../disk/fileSystem.js';
import { bytesOf, withOpen } from '../disk/smallFile.js';
import { besideOf, isBeside } from './beside.js';
import type { PathChange, TreeEntry, Version } from './changes.js';
import { gone } from './changes.js';
import { messageOf } from '../shared/error.js';

/** `asLeft`: as the turn left it. `asBefore`: as it was before the turn. `other`: neither, or not to be read. */
export type Present = 'asLeft' | 'asBefore' | 'other';

/**
 * `isThere`: it stood there already, so nothing was written. `changed`: something else stands there, so nothing was either. `lost`: the store does not have
 * the content any more.
 */
export type Written =
  | { readonly ok: true; readonly isThere?: true }
  | { readonly ok: false; readonly why: 'changed' | 'lost' | 'failed'; readonly detail: string };

/** Bytes; the store reads no longer content either. */
const longest = 64 * 1024 * 1024;

interface Found {
  readonly mode: string;
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/** What stands at a path, and which version of its content: git's id, `gone` where nothing stands there; undefined where it cannot be read. */
export interface Look {
  readonly present: Present;
  readonly version: Version | undefined;
}

/** @param folder the work folder, absolute */
export async function lookAt(folder: string, change: PathChange): Promise<Look> {
  try {
    const found = await foundAt(folder, change.path);
    const version = found === undefined ? gone : blobOf(found.bytes, (change.after ?? change.before)?.blob.length ?? 40);
    const present = isEntry(found, change.after) ? 'asLeft' : isEntry(found, change.before) ? 'asBefore' : 'other';
    return { present, version };
  } catch {
    return { present: 'other', version: undefined };
  }
}

/** The content at a path; `gone` where nothing stands there. Rejects where it cannot be read. `folder`: the work folder, absolute. */
export async function contentAt(folder: string, path: string): Promise<Buffer | typeof gone> {
  return (await foundAt(folder, path))?.bytes ?? gone;
}

/**
 * Names the paths at which something was written or removed after `at` (epoch milliseconds), as far as the disk says: also one that cannot be looked at, and
 * where nothing stands at a path the folder above it tells, and what lies in a folder that was moved. Never rejects. `folder`: the work folder, absolute.
 */
export async function changedAfter(folder: string, paths: readonly string[], at: number): Promise<readonly string[]> {
  const changed: string[] = [];
  const moves = new Map<string, Promise<number>>();
  const moved = (place: string): Promise<number> => {
    const known = moves.get(place) ?? lstat(place).then(movedAt, () => 0);
    moves.set(place, known);
    return known;
  };
  for (const path of paths) {
    const places = [path.split('/').slice(0, -1)].flatMap(parts => parts.map((_, nth) => join(folder, ...parts.slice(0, nth + 1))));
    const times = await Promise.all([lastChange(folder, path).catch(() => Infinity), ...places.map(moved)]);
    if (Math.max(...times) > at) changed.push(path);
  }
  return changed;
}

/** Epoch milliseconds. The time of the content alone can be set, and stays when a file is moved; some disks keep no other one, or none. */
async function lastChange(folder: string, path: string): Promise<number> {
  for (let at = join(folder, path); ; at = dirname(at)) {
    const stats = await lstat(at).catch((error: unknown) =>
      isCode(error, 'ENOENT', 'ENOTDIR') && at !== folder && at !== dirname(at) ? undefined : Promise.reject(error as Error),
    );
    if (stats !== undefined) return stats.ctimeMs <= 0 ? Infinity : Math.max(stats.ctimeMs, stats.mtimeMs);
  }
}

/** Epoch milliseconds; 0 where it is not the last that was done with the folder. What was put into it or removed there has the same two times. */
function movedAt({ ctimeMs, mtimeMs }: Stats): number {
  return ctimeMs > mtimeMs ? ctimeMs : 0;
}

/** @param folder the work folder, absolute */
export async function presentOf(folder: string, change: PathChange): Promise<Present> {
  return (await lookAt(folder, change)).present;
}

/**
 * Writes `to` where `from` stands (undefined: nothing), and nothing where something else does, or already what is wanted. Never rejects.
 * @param folder the work folder, absolute
 * @param contentOf the content of a blob; undefined where the store does not have it
 */
export async function replaceAt(
  folder: string,
  { path, from, to }: { readonly path: string; readonly from: TreeEntry | undefined; readonly to: TreeEntry | undefined },
  contentOf: (blob: string) => Promise<Buffer | undefined>,
): Promise<Written> {
  try {
    const content = to === undefined ? undefined : await contentOf(to.blob);
    if (to !== undefined && content === undefined) return { ok: false, why: 'lost', detail: '' };
    const found = await foundAt(folder, path);
    if (isEntry(found, to)) return { ok: true, isThere: true };
    if (!isEntry(found, from)) return { ok: false, why: 'changed', detail: '' };
    const file = join(folder, path);
    if (to === undefined || content === undefined) {
      await rm(file, { force: true });
      await removeEmpty(folder, dirname(file));
      return { ok: true };
    }
    await mkdir(dirname(file), { recursive: true });
    // Writing takes its time, in which the person may write too.
    const isStill = async (): Promise<boolean> => isEntry(await foundAt(folder, path), from);
    const isPut = await put(file, { ...to, content, rights: found?.mode === '120000' ? undefined : found?.stats.mode }, isStill);
    return isPut ? { ok: true } : { ok: false, why: 'changed', detail: '' };
  } catch (error) {
    return { ok: false, why: isElsewhere(error) ? 'changed' : 'failed', detail: messageOf(error) };
  }
}

/**
 * What stands at a path, with git's mode; undefined: nothing. Rejects for what git has no form for, where a folder above it is a link, and with `EFBIG` where
 * it is longer than `most` bytes.
 * @param folder the work folder, absolute
 */
export async function foundAt(folder: string, path: string, most = longest): Promise<Found | undefined> {
  // So stands what is no text in a name (see `changesIn`), and such a path would be another one.
  if (path.includes('\ufffd')) throw new Error(`The name of ${path} is no text`);
  const file = join(folder, path);
  if (!(await hasFolders(folder, path))) return undefined;
  const stats = await statsOf(file);
  // Of a folder git knows nothing but its files. A file in its place finds no room while it is there.
  if (stats === undefined || stats.isDirectory()) return undefined;
  if (stats.isSymbolicLink()) return { mode: '120000', bytes: Buffer.from(await readlink(file, 'buffer')), stats };
  return withOpen(file, 'no links', async handle => {
    const bytes = await bytesOf(handle, most + 1);
    if (bytes.length > most) throw Object.assign(new Error(`${path} is too long`), { code: 'EFBIG' });
    return { mode: (stats.mode & 0o100) === 0 ? '100644' : '100755', bytes, stats };
  });
}

/** Whether the folders above a path are there. Each is looked at, because below a link also what is not there yet would be written elsewhere. */
async function hasFolders(folder: string, path: string): Promise<boolean> {
  let at = folder;
  for (const part of path.split('/').slice(0, -1)) {
    at = join(at, part);
    const stats = await statsOf(at);
    if (stats?.isSymbolicLink() === true) throw Object.assign(new Error(`${path} lies behind a link`), { code: 'ELOOP' });
    if (stats?.isDirectory() !== true) return false;
  }
  return true;
}

function statsOf(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(ifMissing(undefined));
}

function isElsewhere(error: unknown): boolean {
  return isCode(error, 'ELOOP', 'ENOTDIR', 'EINVAL', 'EISDIR', 'EEXIST');
}

function isEntry(found: Found | undefined, entry: TreeEntry | undefined): boolean {
  if (found === undefined || entry === undefined) return found === entry;
  // Windows has no bit for what can be run.
  const isMode =
    found.mode === entry.mode || (process.platform === 'win32' && entry.mode.startsWith('100') && found.mode.startsWith('100'));
  return isMode && blobOf(found.bytes, entry.blob.length) === entry.blob;
}

/** git's id of a content. `length`: of the ids of this repository, 64 for SHA-256. */
export function versionOf(content: Buffer | typeof gone, length: number): Version {
  return content === gone ? gone : blobOf(content, length);
}

function blobOf(bytes: Buffer, length: number): string {
  const sum = createHash(length === 64 ? 'sha256' : 'sha1');
  return sum.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

interface Wanted extends TreeEntry {
  readonly content: Buffer;
  /** Mode of the file that stands there; a link has none. */
  readonly rights: number | undefined;
}

/** Whole, or as it was; false where it is not what `isStill` says when all is written beside it. */
async function put(file: string, { mode, content, rights }: Wanted, isStill: () => Promise<boolean>): Promise<boolean> {
  const beside = besideOf(file);
  try {
    if (mode === '120000') await symlink(content.toString('utf8'), beside);
    else {
      // Open to nobody to whom the file is not.
      await writeFile(beside, content, { flag: 'wx', mode: rights === undefined ? 0o666 : (rights & 0o666) | 0o600 });
      const kept = rights === undefined ? (await lstat(beside)).mode : rights;
      const runs = mode === '100755';
      // Git knows no other right than whether its owner can run it.
      const isSame = ((kept & 0o100) !== 0) === runs;
      await chmod(beside, isSame ? kept & 0o777 : (kept & 0o666) | (runs ? (kept & 0o444) >> 2 : 0));
    }
    if (await isStill()) {
      await makeRoom(file);
      await rename(beside, file);
      return true;
    }
    await rm(beside, { force: true });
    return false;
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Removes a folder in which there is no file but what a killed window has left beside others. */
async function makeRoom(file: string): Promise<void> {
  if ((await statsOf(file))?.isDirectory() !== true) return;
  const found = await readdir(file, { recursive: true, withFileTypes: true });
  if (found.some(one => !one.isDirectory() && !isBeside(one.name))) return;
  const within = (areFolders: boolean): readonly string[] =>
    found.filter(one => one.isDirectory() === areFolders).map(({ parentPath, name }) => join(parentPath, name));
  for (const path of within(false)) await rm(path, { force: true });
  // None that somebody has written into meanwhile.
  for (const path of [file, ...within(true)].sort().toReversed()) await rmdir(path);
}

/** Git knows no folder without a file. Ends at the work folder. */
async function removeEmpty(folder: string, at: string): Promise<void> {
  for (let path = at; path.startsWith(`${folder}${sep}`); path = dirname(path)) {
    try {
      await rmdir(path);
    } catch {
      return;
    }
  }
}
