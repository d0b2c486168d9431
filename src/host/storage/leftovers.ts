// What windows have left in the storage of a work folder and nobody needs any more: files of a write that was cut, files that were
// set aside, and images of chats that are gone. Also takes from other accounts the right to read what lies there.
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJournalName } from './journalFile.js';
import { nodeFileSystem, isCode } from '../../disk/fileSystem.js';
import { makePrivate } from '../../disk/privateFiles.js';
import type { Log } from '../chats/chatDependencies.js';

interface StorageFolders {
  /** Holds the others, and `window.json`. */
  readonly root: string;
  /** `KEY.GENERATION.journal` per chat, with `KEY.archive`, `KEY.waits`, and `KEY.BRANCH.archive` and `KEY.BRANCH.branch` of its branches. */
  readonly chats: string;
  /** A folder per chat, named by its key. */
  readonly images: string;
}

/**
 * Milliseconds. A live window renames a file within seconds after it began to write it, and writes the first file of a new chat
 * within one, so what is unfinished for an hour belongs to nobody. No file that a window reads is removed because of its age.
 */
export const unfinishedAge = 3_600_000;
/** Milliseconds: 30 days in which a person can look at a file that Parley could not read. */
const unreadableAge = 30 * 24 * 3_600_000;

/**
 * `now` in epoch milliseconds. An entry that cannot be removed or made private is logged, and left. Where a folder cannot be read nothing is removed:
 * a chat that nobody can see is not gone.
 */
export async function tidyStorage({ root, chats, images }: StorageFolders, now: number, log: Log): Promise<void> {
  const read = await Promise.all([chats, root, images].map(nodeFileSystem.namesIn)).catch((error: unknown) => {
    log.warn(`What nobody needs could not be removed: ${String(error)}`);
    return undefined;
  });
  if (read === undefined) return;
  const [names = [], beside = [], owners = []] = read;
  const keys = new Set(names.flatMap(name => parseJournalName(name)?.key ?? []));
  const tidy = async (path: string, limit: number): Promise<void> => {
    try {
      const { mtimeMs } = await stat(path);
      if (now - mtimeMs > limit) await rm(path, { recursive: true, force: true });
      else await makePrivate(path);
    } catch (error) {
      // A window has renamed or removed it since.
      if (!isCode(error, 'ENOENT')) log.warn(`${path} could not be tidied: ${String(error)}`);
    }
  };
  /** The person deleted the chat, and its window has ended before it was gone. The mark stays: it may hide a session of the CLI. */
  const purge = async (key: string): Promise<void> => {
    const mark = await stat(join(chats, `${key}.deleted`)).catch(() => undefined);
    if (mark === undefined || now - mark.mtimeMs <= unfinishedAge || !keys.has(key)) return;
    const own = names.filter(name => parseJournalName(name)?.key === key || (name.startsWith(`${key}.`) && !name.endsWith('.deleted')));
    // Their age does not count.
    for (const path of [...own.map(name => join(chats, name)), join(images, key)]) await tidy(path, -Infinity);
  };
  await Promise.all([
    ...[root, chats, images].map(folder => tidy(folder, Infinity)),
    ...beside.map(name => tidy(join(root, name), ageLimit(name) ?? Infinity)),
    // Of these files only those that may go are looked at: a start costs nothing for each chat that there is.
    ...names.map(name => {
      const limit = chatAgeLimit(name, keys);
      return limit === undefined ? undefined : tidy(join(chats, name), limit);
    }),
    ...names.filter(name => name.endsWith('.deleted')).map(name => purge(name.slice(0, -'.deleted'.length))),
    ...owners.map(key => (keys.has(key) ? undefined : tidy(join(images, key), unfinishedAge))),
  ]);
}

/** How old a file may become, in milliseconds; undefined where age alone removes nothing. */
function ageLimit(name: string): number | undefined {
  if (name.endsWith('.unreadable')) return unreadableAge;
  return name.endsWith('.new') ? unfinishedAge : undefined;
}

/**
 * What belongs to a chat without a journal. A journal of an earlier generation stays until the chat is claimed again: a window that claims the
 * chat now looks whether it is still there, and where a crash has cut the later generation it is the chat.
 */
function chatAgeLimit(name: string, keys: ReadonlySet<string>): number | undefined {
  if (parseJournalName(name) !== undefined) return undefined;
  const [key = '', kind] = name.split('.');
  const isOfChat = kind === 'archive' || kind === 'waits' || /\.(?:archive|branch)$/.test(name);
  return ageLimit(name) ?? (isOfChat && !keys.has(key) ? unfinishedAge : undefined);
}
