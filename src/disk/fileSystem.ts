// The system calls with which chats and decisions are stored, so that a test can fail any of them or end between any two. Knows paths and
// bytes; nothing of what is in the files.
import type { FileHandle } from 'node:fs/promises';
import { constants, link, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { makePrivateFolder, privateFileMode } from './privateFiles.js';
import type { Clock } from '../shared/clock.js';

export interface OpenFile {
  /** Writes at the end of the file. Resolves with the number of bytes written, which may be fewer than given. */
  write(data: Uint8Array): Promise<number>;
  /** Reads at most `length` bytes from `position` on; empty at the end of the file. */
  read(position: number, length: number): Promise<Uint8Array>;
  /** Resolves when the content is on the disk. */
  datasync(): Promise<void>;
  close(): Promise<void>;
}

export interface FileStat {
  readonly size: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
  /** Another file in the same place has another number. */
  readonly inode: number;
}

/** Every function rejects with Node's error (`code`), unless it says otherwise. */
export interface FileSystem {
  /** `create` fails with `EEXIST` where the path is taken, `append` and `read` with `ENOENT` where there is no file. */
  open(path: string, use: 'create' | 'append' | 'read'): Promise<OpenFile>;
  /** Takes the place of what is at `to`. */
  rename(from: string, to: string): Promise<void>;
  /** `EEXIST` where `path` is taken: of several callers one succeeds. */
  link(existing: string, path: string): Promise<void>;
  /** A file, or a folder with all in it. Does nothing where there is none. */
  remove(path: string): Promise<void>;
  /** Names; empty where there is no such folder. */
  namesIn(folder: string): Promise<readonly string[]>;
  /** Undefined where there is no such file. */
  stat(path: string): Promise<FileStat | undefined>;
  /** Makes the folder and those above it, and resolves with the first that was not there. The folder is private to this account. */
  makeFolder(path: string): Promise<string | undefined>;
  /** Resolves when the folder's names are on the disk. Does nothing on Windows, which has no such call. */
  syncFolder(path: string): Promise<void>;
  /** `at` in epoch milliseconds. */
  setModified(path: string, at: number): Promise<void>;
}

/** `O_APPEND` without `O_CREAT`: a file that was removed meanwhile would come back with nothing but its end. */
const { O_RDONLY, O_WRONLY, O_APPEND, O_NONBLOCK = 0 } = constants;
/** The flags of `open`. `O_NONBLOCK` keeps a named pipe in the place of a file from holding one of Node's few threads for ever. */
const flags = { create: 'ax', append: O_WRONLY | O_APPEND | O_NONBLOCK, read: O_RDONLY | O_NONBLOCK } as const;

export const nodeFileSystem: FileSystem = {
  open: async (path, use) => {
    const handle = await open(path, flags[use], privateFileMode);
    // A link to a device has no end.
    const stats = await handle.stat();
    if (stats.isFile()) return openFile(handle);
    await handle.close();
    throw Object.assign(new Error(`what lies in ${path} is no file`), stats.isDirectory() && { code: 'EISDIR' });
  },
  rename,
  link,
  remove: path => rm(path, { recursive: true, force: true }),
  namesIn: folder => readdir(folder).catch(ifMissing([])),
  stat: path =>
    stat(path).then(
      ({ size, mtimeMs, ino }) => ({ size, modifiedAt: mtimeMs, inode: ino }),
      (error: unknown) => (isCode(error, 'ENOENT') ? undefined : Promise.reject(asError(error))),
    ),
  makeFolder: makePrivateFolder,
  syncFolder: async path => {
    if (process.platform === 'win32') return;
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } catch (error) {
      // Some file systems of networks have no such call either.
      if (!isCode(error, 'EINVAL', 'ENOTSUP')) throw error;
    } finally {
      await folder.close();
    }
  },
  setModified: (path, at) => utimes(path, at / 1000, at / 1000),
};

function openFile(handle: FileHandle): OpenFile {
  return {
    write: async data => (await handle.write(data)).bytesWritten,
    read: async (position, length) => {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    },
    datasync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** What `catch` takes: gives `value` where nothing lies at the path; any other failure stays one. `codes`: the system's, where it is not `ENOENT` alone. */
export function ifMissing<T>(value: T, ...codes: readonly string[]): (error: unknown) => T {
  return error => {
    if (isCode(error, ...(codes.length === 0 ? ['ENOENT'] : codes))) return value;
    throw error;
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Opens, does `work`, and closes, also when `work` fails. */
export async function withFile<T>(
  fileSystem: FileSystem,
  path: string,
  use: 'create' | 'append' | 'read',
  work: (file: OpenFile) => Promise<T>,
): Promise<T> {
  const file = await fileSystem.open(path, use);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** All of `data`, also where the system takes it in pieces; resolves when it is on the disk. */
export async function writeAll(file: OpenFile, data: Uint8Array): Promise<void> {
  await writePart(file, data);
  await file.datasync();
}

/** Does what `writeAll` does, for a file of which more follows: the bytes may not be on the disk yet. */
async function writePart(file: OpenFile, data: Uint8Array): Promise<void> {
  for (let done = 0; done < data.length;) {
    const written = await file.write(data.subarray(done));
    if (written === 0) throw new Error('the file takes no more bytes');
    done += written;
  }
}

/** Bytes of one call, where the size is known, and at most. */
const readSize = 65_536;
const mostReadSize = 1_048_576;
/** Bytes of the first call where the size is not known. Few, because a start reads hundreds of small files and each call has a buffer. */
const firstReadSize = 8_192;
const lastReadSize = 256;

/** Bytes; longer than any file that Parley stores. A file can say that it is as long as a disk and take no room. */
const mostRead = 256 * 1024 * 1024;

/** Reads from the byte `start` to the byte before `end`, or to the end of the file. Rejects where those are too many to be Parley's. */
export async function readRange(file: OpenFile, start: number, end = Infinity): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let [at, size] = [start, end === Infinity ? firstReadSize : readSize]; at < end;) {
    if (at - start > mostRead) throw new Error(`the file is longer than ${mostRead} bytes`);
    const part = await file.read(at, Math.min(size, end - at));
    if (part.length === 0) break;
    parts.push(part);
    at += part.length;
    // A short read is nearly always the end, which the next read proves.
    size = part.length < size ? lastReadSize : Math.min(4 * size, mostReadSize);
  }
  return Buffer.concat(parts);
}

/** Makes the folder by `make`, with those above it, so that a loss of power takes none of them away with what is written there later. */
export async function makeSyncedFolder(
  fileSystem: Pick<FileSystem, 'makeFolder' | 'syncFolder'>,
  path: string,
  make = (folder: string): Promise<string | undefined> => fileSystem.makeFolder(folder),
): Promise<void> {
  const first = await make(path);
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await fileSystem.syncFolder(dirname(made));
}

/** A finished file beside `path`, which the caller links or renames to it. */
export async function writeBeside(fileSystem: FileSystem, path: string, data: Uint8Array, modifiedAt?: number): Promise<string> {
  const beside = `${path}.${randomUUID()}.new`;
  await makeSyncedFolder(fileSystem, dirname(path));
  try {
    await withFile(fileSystem, beside, 'create', file => writeAll(file, data));
    if (modifiedAt !== undefined) await fileSystem.setModified(beside, modifiedAt);
  } catch (error) {
    await discard(fileSystem, beside);
    throw error;
  }
  return beside;
}

/** The whole content of `path`, old or new at any moment. Resolves when the new one is on the disk. */
export async function writeWhole(
  { fileSystem, clock }: { readonly fileSystem: FileSystem; readonly clock: Clock },
  path: string,
  data: Uint8Array,
  modifiedAt?: number,
): Promise<void> {
  const beside = await writeBeside(fileSystem, path, data, modifiedAt);
  try {
    await patiently(clock, ['EPERM', 'EACCES', 'EBUSY'], () => fileSystem.rename(beside, path));
  } catch (error) {
    await discard(fileSystem, beside);
    throw error;
  }
  await fileSystem.syncFolder(dirname(path));
}

/** Milliseconds between attempts, about 2 s in all: on Windows a virus scanner or an indexer holds a file for a moment. */
const pauses = [10, 20, 40, 80, 160, 320, 600, 800];

/** Does `work` again where it fails with one of `codes`, as what holds for a moment does; rejects as the last attempt does. */
export async function patiently<T>(clock: Clock, codes: readonly string[], work: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await work();
    } catch (error) {
      if (!isCode(error, ...codes)) throw error;
      await new Promise<void>(resolve => clock.after(pause, resolve));
    }
  }
  return work();
}

/** Removes the file after a failure, whose error says more than that of the removal; leftovers.ts removes later what stays. */
export async function discard(fileSystem: FileSystem, path: string): Promise<void> {
  await fileSystem.remove(path).catch(() => undefined);
}
