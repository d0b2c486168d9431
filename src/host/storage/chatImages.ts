// The images of a chat on the disk, in a folder of its own (`images/KEY`). Owns their names, which are made of their content, so that an
// image that is added twice is kept once. Knows nothing of prompts and answers.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageType } from '../../shared/attachmentSchema.js';
import { isImageFile } from '../../shared/attachments.js';
import { isCode, nodeFileSystem, writeWhole, ifMissing } from '../../disk/fileSystem.js';
import { unfinishedAge } from './leftovers.js';
import { realClock } from '../../disk/clock.js';

const extensions: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

export function isImageType(mediaType: string): mediaType is ImageType {
  return Object.hasOwn(extensions, mediaType);
}

/** Names an image by its content. */
export function imageFileName(mediaType: ImageType, bytes: Buffer): string {
  return `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${extensions[mediaType]}`;
}

/**
 * Puts the image into the folder, which is made where it is missing, and returns its path. The file is whole at each moment and is not written
 * again, because a draft or a prompt may name it already. Rejects as the disk does.
 */
export async function keepImage(folder: string, mediaType: ImageType, bytes: Buffer): Promise<string> {
  const path = join(folder, imageFileName(mediaType, bytes));
  if (!(await holds(path, bytes))) await keepWhole(path, bytes);
  return path;
}

/** Rejects as the disk does. The file is whole at each moment. */
export function keepWhole(path: string, bytes: Buffer): Promise<void> {
  return writeWhole(disk, path, bytes);
}

/**
 * Removes what a crash has left of images that were being written here. Called when an image is added, so that it costs a start nothing. Images stay
 * until their chat is closed, because a copy of the chat in another window, the archive or the transcript may refer to any of them. `now` in
 * epoch milliseconds. Rejects as the disk does.
 */
export async function removeCutImages(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) if (name.endsWith('.new')) await removeOld(join(folder, name), now - unfinishedAge);
}

async function removeOld(path: string, before: number): Promise<void> {
  try {
    const found = await lstat(path);
    if (found.isFile() && found.mtimeMs < before) await rm(path, { force: true });
  } catch (error) {
    // Its window has given it its name since.
    if (!isCode(error, 'ENOENT')) throw error;
  }
}

/** Windows has neither flag, and its links need the rights of an administrator. */
const { O_RDONLY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;
/** Opens no link, and waits for no pipe. Whether it is a file has still to be asked of the handle. */
export const asFileOnly = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

const disk = { fileSystem: nodeFileSystem, clock: realClock };

/** False also for a file that a crash has cut. */
async function holds(path: string, bytes: Buffer): Promise<boolean> {
  try {
    return (await readFile(path)).equals(bytes);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/**
 * The image in base64. `file`: a name of `imageFileName`; any other is refused, because it comes from a file that something else may have changed.
 * A link and a pipe are refused too, because Claude would get a foreign file, or the prompt would wait for ever.
 */
export async function readImage(folder: string | undefined, file: string): Promise<string> {
  if (folder === undefined || !isImageFile(file)) throw new Error(`${file} is no image of this chat`);
  const handle = await open(join(folder, file), asFileOnly);
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${file} is no file`);
    return (await handle.readFile()).toString('base64');
  } finally {
    await handle.close();
  }
}

/** The images of a chat for another one, which its messages name. `from` may be missing. Rejects as the disk does. */
export async function copyImages(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch(ifMissing([]));
  for (const name of names.filter(isImageFile)) await keepWhole(join(to, name), Buffer.from(await readImage(from, name), 'base64'));
}
