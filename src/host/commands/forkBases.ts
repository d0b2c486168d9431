// Which chats still need conversations of other chats, from which they were forked. Knows files and chats, not messages.
import type { StoredChat } from '../../chat/journalRecords.js';
import type { Chats } from '../chats/chats.js';
import { chatTitle } from '../chats/chat.js';
import type { ChatFiles } from '../storage/chatFiles.js';

type Needing = Pick<StoredChat['state'], 'borrowed' | 'forkOf' | 'branches'>;

/**
 * The titles of the chats, but for `gone` (keys), of which nothing was sent yet since they were forked from one of these sessions, in the branch that they
 * show or in another: the CLI copies a session with the first message. Reads all chats of the folder; `unread`: how many could not be read, such as one of a
 * later version. Rejects where the folder cannot be read.
 */
export async function notBegunFrom(
  sessions: ReadonlySet<string>,
  gone: ReadonlySet<string>,
  { files, chats }: { readonly files: Pick<ChatFiles, 'list' | 'read'>; readonly chats: Pick<Chats, 'all'> },
): Promise<{ readonly titles: readonly string[]; readonly unread: number }> {
  const needs = ({ borrowed = [], forkOf, branches = [] }: Needing): boolean =>
    [forkOf?.session, ...branches.flatMap(branch => branch.sessions)].some(
      session => session !== undefined && sessions.has(session) && borrowed.includes(session),
    );
  const titles: string[] = [];
  const known = new Set(chats.all.map(({ key }) => key));
  for (const chat of chats.all) if (!gone.has(chat.key) && needs(chat.loop.state)) titles.push(chatTitle(chat) ?? chat.key);
  let unread = 0;
  for (const { key } of await files.list()) {
    const stored = gone.has(key) || known.has(key) ? undefined : await files.read(key).catch(() => 'unread' as const);
    if (stored === 'unread') unread++;
    else if (stored !== undefined && needs(stored.state)) titles.push(stored.title ?? key);
  }
  return { titles, unread };
}
