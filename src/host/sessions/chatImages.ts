// The images of a chat on the disk, in a folder of its own (`images/KEY`). Owns their names, which are made of their content, so that an
// image that is added twice is kept once. Knows nothing of prompts and answers.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageType } from '../../shared/attachmentSchema.js';
import { isImageFile } from '../../shared/attachments.js';
import { makePrivateFolder, privateFileMode } from './privateFiles.js';

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

/** Writes the image into the folder, which is made where it is missing, and returns its path. Rejects as the disk does. */
export async function keepImage(folder: string, mediaType: ImageType, bytes: Buffer): Promise<string> {
  const path = join(folder, imageFileName(mediaType, bytes));
  await makePrivateFolder(folder);
  await writeFile(path, bytes, { mode: privateFileMode });
  return path;
}

/** In base64. `file`: a name of `imageFileName`; any other is refused, because it comes from a file that something else may have changed. */
export async function readImage(folder: string | undefined, file: string): Promise<string> {
  if (folder === undefined || !isImageFile(file)) throw new Error(`${file} is no image of this chat`);
  return (await readFile(join(folder, file))).toString('base64');
}
