// Where the path of a tool call leads: `..`, `~` and symbolic links resolved, as the file system has them at that moment.
import { readlink, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import type { PathPlace } from '../../shared/transcript.js';
import { leadsToOtherComputer } from './remotePath.js';
import { isCode } from '../../disk/fileSystem.js';

/**
 * `path` as the CLI reads it, which trims white space, starts relative paths at `from` and `~` at the home folder, and composes accents (NFC).
 * `from` is the work folder `folder`, unless a Claude in a terminal works in another one. What does not exist yet lies in the deepest folder that does. Rejects where a folder cannot be read, and where the
 * CLI's versions write through a link to two places (read in their code): 2.1.329 where the file system leads, 2.0.77 and 2.1.100 where
 * the link's text leads when each `..` in it takes the name before it away.
 */
export async function placeOf(path: string, folder: string, from = folder): Promise<PathPlace | 'otherComputer'> {
  const meant = meantPath(path, from);
  if (process.platform === 'win32' && (await leadsToOtherComputer(meant, folder, linkTarget))) return 'otherComputer';
  // One after the other: each that hangs holds one of the few threads that Node has for files.
  const root = await realPath(resolve(folder));
  const target = await realPath(meant);
  const link = await linkTarget(meant);
  if (link !== undefined && (await realPath(resolve(dirname(meant), link))) !== target) throw new Error(`${path} leads to two places`);
  const inFolder = relative(folder, meant);
  const isPlain = inFolder !== '' && (path === meant || path === inFolder) && isInside(inFolder) && target === join(root, inFolder);
  return {
    outside: !isInside(relative(root, target)),
    ...(isPlain ? { relative: inFolder } : target !== path && { target }),
  };
}

/** `path` as the CLI reads it, absolute; links are not followed. */
export function meantPath(path: string, folder: string): string {
  const trimmed = path.trim();
  return resolve(folder, /^~(?:[\\/]|$)/.test(trimmed) ? join(homedir(), trimmed.slice(1)) : trimmed).normalize('NFC');
}

/** Whether a path that is relative to a folder stays in it. On Windows it is absolute where the drives differ. */
export function isInside(path: string): boolean {
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const isMissing = isCode(error, 'ENOENT', 'ENOTDIR');
    if (!isMissing || dirname(path) === path) throw error;
    const parent = await realPath(dirname(path));
    const link = await linkTarget(join(parent, basename(path)));
    // To write through a link whose target is missing makes that target.
    return link === undefined ? join(parent, basename(path)) : followed(parent, link);
  }
}

/** Name after name, because `..` behind a link leads up from the place where the link leads. `folder` holds no link. */
async function followed(folder: string, link: string): Promise<string> {
  const { root } = parse(link);
  let at = root === '' ? folder : root;
  for (const name of link.slice(root.length).split(process.platform === 'win32' ? /[\\/]/ : '/')) {
    if (name === '..') at = dirname(at);
    else if (name !== '' && name !== '.') at = await realPath(join(at, name));
  }
  return at;
}

/** Undefined where there is no link. */
export async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    // EINVAL: no link. UNKNOWN: the same, on Windows.
    if (isCode(error, 'EINVAL', 'ENOENT', 'ENOTDIR', 'UNKNOWN')) return undefined;
    throw error;
  }
}
