// Reads the images that options name, from `data:` addresses and from files of the workspace, and keeps the checked bytes in the folder of the
// chat's images, from which alone a page may show images. Nothing comes from the network. Knows nothing of questions and views.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { access, open, readFile as readAll, realpath } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { imageTypeOf } from '../../shared/imageBytes.js';
import type { ImageProblem, OptionImage } from '../../shared/optionImages.js';
import { isImageFile } from '../../shared/attachments.js';
import { isData, isImageAddress } from '../../shared/optionImages.js';
import { asFileOnly, imageFileName, keepImage, keepWhole, removeCutImages } from '../storage/chatImages.js';
import { isCode } from '../../disk/fileSystem.js';
import { pixelsOf } from './imagePixels.js';
import { isInside, linkTarget } from './pathPlace.js';
import { limitLooks } from '../../claude/process/placeLooks.js';
import { leadsToOtherComputer } from './remotePath.js';

export interface ImagePlaces {
  /** Absolute; a path of an option begins at each of them in turn. */
  readonly workFolders: readonly string[];
  /** The folder of the chat's images; undefined without a work folder. */
  readonly imageFolder: string | undefined;
  /** False for a folder that the person does not trust: its files are not read. */
  readonly trusted: boolean;
}

/** The most bytes of an image. */
const largestImage = 5 * 1024 * 1024;
/** A page holds four bytes for each while it shows the image. */
const mostPixels = 40_000_000;

/** The image that the intent `readOptionImage` names. */
interface WantedImage {
  readonly image: string;
  /** The question's id. */
  readonly question: string;
  readonly settled?: true | undefined;
}

/**
 * Keeps the image that an option names by a `data:` address or a path, and gives its name in the folder of the chat's images, or why there is
 * none. A file that a path names may change and go, and the next question may name it again: what was shown last while the question was open
 * stays with that question. Rejects when the disk fails.
 */
export async function keepOptionImage(
  { image, question, settled }: WantedImage,
  { workFolders, imageFolder, trusted }: ImagePlaces,
): Promise<OptionImage> {
  if (imageFolder === undefined || !isImageAddress(image)) return { problem: 'unreadable' };
  if (isData(image)) return keepBytes(imageFolder, Buffer.from(image.slice(image.indexOf(',') + 1), 'base64'));
  if (!trusted) return { problem: 'untrusted' };
  const note = join(
    imageFolder,
    `shown-${createHash('sha256')
      .update(JSON.stringify([question, image]))
      .digest('hex')
      .slice(0, 16)}`,
  );
  const before = await shownBefore(note);
  if (settled === true && before !== undefined)
    return (await isThere(join(imageFolder, before))) ? { file: before } : { problem: 'notFound' };
  const shown = await keepBytes(imageFolder, await readInTurn({ path: image, folders: workFolders }));
  if ('file' in shown && shown.file !== before) await keepWhole(note, Buffer.from(shown.file));
  return shown;
}

/** Keeps an image of a tool's result, which is base64; what the page may show of it, or why it shows none. Rejects when the disk fails. */
export async function keepResultImage(base64: string, imageFolder: string | undefined): Promise<OptionImage> {
  if (imageFolder === undefined) return { problem: 'unreadable' };
  return keepBytes(imageFolder, base64.length > (largestImage * 4) / 3 + 4 ? 'tooLarge' : Buffer.from(base64, 'base64'));
}

async function keepBytes(imageFolder: string, bytes: Buffer | ImageProblem): Promise<OptionImage> {
  if (typeof bytes === 'string') return { problem: bytes };
  const type = imageTypeOf(bytes);
  if (type === undefined) return { problem: 'noImage' };
  if (pixelsOf(type, bytes) > mostPixels) return { problem: 'tooManyPixels' };
  const file = imageFileName(type, bytes);
  const isNew = !(await isThere(join(imageFolder, file)));
  await keepImage(imageFolder, type, bytes);
  // This lists the whole folder, so it runs only after a file was added.
  if (isNew) await removeCutImages(imageFolder, Date.now());
  return { file };
}

/** The name in `note`; undefined where there is none. */
async function shownBefore(note: string): Promise<string | undefined> {
  try {
    const file = await readAll(note, 'utf8');
    return isImageFile(file) ? file : undefined;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

interface Asked {
  readonly path: string;
  readonly folders: readonly string[];
}

/** One at a time, because a file on a mount that does not answer holds one of the few threads that Node has for files. */
const readInTurn = limitLooks(readInWorkspace, 1);

async function readInWorkspace({ path, folders }: Asked): Promise<Buffer | ImageProblem> {
  const roots = (await Promise.all(folders.map(realPath))).filter(root => root !== undefined);
  let problem: ImageProblem = 'notFound';
  for (const folder of folders) {
    const meant = resolve(folder, path);
    // Compared as a text before the disk is touched, because on Windows a look at a share sends the person's credentials.
    const real = isInAny(meant, [...folders, ...roots]) && !(await isElsewhere(meant, folder)) ? await realPath(meant) : 'outside';
    if (real === undefined) continue;
    if (isInAny(real, roots)) return readFile(real);
    problem = 'outside';
  }
  return problem;
}

async function isElsewhere(path: string, folder: string): Promise<boolean> {
  return process.platform === 'win32' && leadsToOtherComputer(path, folder, linkTarget);
}

function isInAny(path: string, folders: readonly string[]): boolean {
  return folders.some(folder => isInside(relative(folder, path)));
}

/** Links followed; undefined where nothing is there. */
async function realPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR') || isCode(error, 'ENAMETOOLONG')) return undefined;
    throw error;
  }
}

async function readFile(path: string): Promise<Buffer | ImageProblem> {
  const handle = await open(path, asFileOnly);
  try {
    const about = await handle.stat();
    if (!about.isFile()) return 'noImage';
    return about.size > largestImage ? 'tooLarge' : await beginningOf(handle, about.size);
  } finally {
    await handle.close();
  }
}

/** Reads at most `size` bytes. `readFile` would read a file that grows meanwhile to its end. */
async function beginningOf(handle: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size;) {
    const { bytesRead } = await handle.read(bytes, at, size - at, at);
    if (bytesRead === 0) return bytes.subarray(0, at);
    at += bytesRead;
  }
  return bytes;
}
