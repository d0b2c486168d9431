// What windows have left in the storage of a work folder and nobody needs any more: files of a write that was cut, files that were
// set aside, ownership files and images of chats that are gone. Also takes from other accounts the right to read what earlier
// versions of Parley wrote.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivate } from './privateFiles.js';
import type { SessionLog } from './sessionLoop.js';

export interface StorageFolders {
  /** Holds the two others, and `window.json`. */
  readonly root: string;
  /** `KEY.json` per chat, with `KEY.drafts`, `KEY.owner` and `KEY.wanted`. */
  readonly sessions: string;
  /** A folder per chat, named by its key. */
  readonly images: string;
}

/**
 * Milliseconds. A live window renames a file within seconds after it began to write it, and writes the first file of a new chat
 * within one, so what is unfinished for an hour belongs to nobody. No file that a window reads is removed because of its age.
 */
const unfinishedAge = 3_600_000;
/** Milliseconds: 30 days in which a person can look at a file that Parley could not read. */
const unreadableAge = 30 * 24 * 3_600_000;

/** `now` in epoch milliseconds. An entry that cannot be removed or made private is logged, and left. */
export async function tidyStorage({ root, sessions, images }: StorageFolders, now: number, log: SessionLog): Promise<void> {
  const names = await namesIn(sessions);
  const kept = new Set(names.filter(name => name.endsWith('.json')).map(name => name.slice(0, -'.json'.length)));
  const ageLimit = (name: string): number => {
    if (name.endsWith('.unreadable')) return unreadableAge;
    if (name.endsWith('.new')) return unfinishedAge;
    const [key = '', kind, temporary] = name.split('.');
    const isBeside = kind === 'owner' || kind === 'wanted' || kind === 'drafts';
    return isBeside && (temporary !== undefined || !kept.has(key)) ? unfinishedAge : Infinity;
  };
  const tidy = async (path: string, limit: number): Promise<void> => {
    try {
      const { mtimeMs } = await stat(path);
      if (now - mtimeMs > limit) await rm(path, { recursive: true, force: true });
      else await makePrivate(path);
    } catch (error) {
      // A window has renamed or removed it since.
      if (!isMissing(error)) log.warn(`${path} could not be tidied: ${String(error)}`);
    }
  };
  await Promise.all([
    ...[root, sessions, images].map(folder => tidy(folder, Infinity)),
    ...names.map(name => tidy(join(sessions, name), ageLimit(name))),
    ...(await namesIn(root)).map(name => tidy(join(root, name), ageLimit(name))),
    ...(await namesIn(images)).map(key => tidy(join(images, key), kept.has(key) ? Infinity : unfinishedAge)),
  ]);
}

/** Empty where there is no such folder. */
function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
