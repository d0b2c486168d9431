// Reads the file that an edit would change. Knows the disk; nothing of VS Code. The path is the model's: it may name a pipe, a device, a file of
// any length, or one on a mount that does not answer.
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { placeOf } from '../../paths/pathPlace.js';
import { limitLooks } from '../../../claude/process/placeLooks.js';
import { within } from '../../../claude/process/within.js';

/** Bytes that are read; a file that has more is too long for a proposal. */
export const mostBytes = 4_000_001;

/** Milliseconds; shorter than *Allow* waits for the place of the path. */
const readLimit = 1_500;

const { O_RDONLY = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/** `bytes`: `mostBytes` at most; undefined where there is no file. */
interface EditedFile {
  readonly file: string;
  readonly bytes: Uint8Array | undefined;
}

/** One at a time, because one that hangs holds one of Node's four threads, and the journals need them. */
const inTurn = limitLooks(beginningOf, 1);
const editInTurn = limitLooks(editedFile, 1);

/** The bytes of the file, `mostBytes` at most; undefined where there is none. Rejects for what is no file, and where the disk does not answer. */
export function contentOf(file: string, read = inTurn, limit = readLimit): Promise<Uint8Array | undefined> {
  return inTime(file, read(file), limit);
}

/**
 * The file that the CLI would write by this path of a tool call, with its bytes. Undefined where it lies on another computer, which is not asked.
 * Rejects as `contentOf`.
 */
export function fileOfEdit(path: string, folder: string, read = editInTurn, limit = readLimit): Promise<EditedFile | undefined> {
  return inTime(path, read({ path, folder }), limit);
}

function inTime<T>(path: string, reading: Promise<T>, limit: number): Promise<T> {
  return within(reading, limit, () => {
    throw new Error(`${path} is not read in time`);
  });
}

async function editedFile({ path, folder }: { readonly path: string; readonly folder: string }): Promise<EditedFile | undefined> {
  const place = await placeOf(path, folder);
  if (place === 'otherComputer') return undefined;
  const file = place.target ?? (place.relative === undefined ? path : resolve(folder, place.relative));
  return { file, bytes: await beginningOf(file) };
}

async function beginningOf(file: string): Promise<Uint8Array | undefined> {
  let handle: FileHandle | undefined;
  try {
    // A pipe would be waited for until somebody writes into it.
    handle = await open(file, O_RDONLY | O_NONBLOCK);
    if (!(await handle.stat()).isFile()) throw new Error(`${file} is no file`);
    return await readFrom(handle);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  } finally {
    await handle?.close();
  }
}

/** Reads to the end, because the length that the disk names is 0 for the files of `/proc`. */
async function readFrom(handle: FileHandle): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < mostBytes) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(65_536, mostBytes - length)));
    if (bytesRead === 0) break;
    parts.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return Buffer.concat(parts);
}
