// What a window keeps of a chat in the list, beside what is in the chat: whether something waits in it, it has an end that nobody has
// seen, is archived, or is deleted and not gone yet. A file without content for each, so that one look at the folder tells all of them, and each window sees what another one has marked.
import { join } from 'node:path';
import type { FileSystem } from '../../disk/fileSystem.js';
import { isCode, makeSyncedFolder, nodeFileSystem, withFile } from '../../disk/fileSystem.js';

/** `waits`: a question or a permission. `deleted` also stands for a session of the CLI's, whose transcript Parley leaves: then it hides the session. */
export const chatMarks = ['waits', 'unread', 'archived', 'deleted'] as const;
export type ChatMark = (typeof chatMarks)[number];

/** Keys of chats, and ids of sessions that only the CLI has, by the kind of mark. */
export type MarkedChats = Readonly<Record<ChatMark, ReadonlySet<string>>>;

/** @param names of the files where the journals are */
export function marksIn(names: readonly string[]): MarkedChats {
  const marked = (mark: ChatMark): ReadonlySet<string> =>
    new Set(names.filter(name => name.endsWith(`.${mark}`)).map(name => name.slice(0, -mark.length - 1)));
  return { waits: marked('waits'), unread: marked('unread'), archived: marked('archived'), deleted: marked('deleted') };
}

/** Rejects where the disk refuses it. */
export async function setMark(
  folder: string,
  mark: ChatMark,
  id: string,
  isMarked: boolean,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<void> {
  const path = join(folder, `${id}.${mark}`);
  if (!isMarked) return fileSystem.remove(path);
  await makeSyncedFolder(fileSystem, folder);
  try {
    await withFile(fileSystem, path, 'create', () => Promise.resolve());
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  await fileSystem.syncFolder(folder);
}
