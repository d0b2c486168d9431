// A chat that begins from another one, which goes on as it is. Owns the order: what the new chat needs of the old one is on the disk before there is a new
// chat. Knows files, not messages.
import { randomUUID } from 'node:crypto';
import type { ArchivedItem, KeptChat, StoredChat } from '../../chat/journalRecords.js';
import type { Chat } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';
import type { ChatFiles } from './chatFiles.js';
import { copyImages } from './chatImages.js';
import { keptOf } from './chatJournals.js';
import { sep } from 'node:path';
import type { ChatItem } from '../../chat/state.js';

/** A chat without its key, and the archive with which it begins. `title`: `nth` differs from that of each other chat; 1 at first. */
export interface MadeFork {
  readonly chat: Omit<KeptChat, 'key' | 'title'>;
  readonly title: (nth: number) => string;
  readonly archive: readonly ArchivedItem[];
}

/** `left`: the old chat as it were if its window ended now, so that nothing runs in it. `archive`: the old one's. */
export type MakeFork = (left: KeptChat, archive: () => Promise<readonly ArchivedItem[]>) => Promise<MadeFork>;

interface ForkDependencies {
  readonly files: Pick<ChatFiles, 'archived' | 'beginArchive' | 'imageFolder' | 'newest'>;
  readonly chats: Pick<Chats, 'all'>;
  /** The chat as it is after its process has ended. */
  readonly restored: (stored: StoredChat) => Promise<KeptChat>;
}

/** Rejects where `make` does, or the disk refuses. */
export async function forkedChat(chat: Chat, make: MakeFork, { files, chats, restored }: ForkDependencies): Promise<KeptChat> {
  const left = await restored(keptOf(chat));
  const { chat: made, archive, title } = await make(left, async () => (await files.archived(left.state, chat.key, Infinity)).items);
  const key = randomUUID();
  const [from, to] = [files.imageFolder(chat.key), files.imageFolder(key)];
  await copyImages(from, to);
  const state = { ...made.state, items: made.state.items.map(item => withOwnReferences(item, from, to)) };
  await files.beginArchive(
    state,
    key,
    archive.map(one => ({ ...one, item: withOwnReferences(one.item, from, to) })),
  );
  const titles = new Set([...(await files.newest(Infinity)), ...chats.all].map(one => one.title));
  let nth = 1;
  while (titles.has(title(nth))) nth++;
  return { ...made, state, key, title: title(nth) };
}

// The words of the person in a chat that was forked name the images of the old chat by their paths: here they get the paths of the copies, so that they are
// shown, and stay when the old chat goes.
/** The item with references into the folder `to` in the place of those into `from`, both absolute. What Claude has read stays as it was. */
function withOwnReferences(item: ChatItem, from: string, to: string): ChatItem {
  if (item.kind !== 'question') return item;
  const { draft, settlement, typed } = item;
  const own = <T>(value: T): T => renamed(value, endOf(from), endOf(to));
  return {
    ...item,
    draft: own(draft),
    ...(settlement !== undefined && { settlement: own(settlement) }),
    ...(typed !== undefined && { typed: own(typed) }),
  };
}

/** The last two names, as a reference has them, which may be relative to the work folder. */
function endOf(folder: string): string {
  return `/${folder.split(sep).slice(-2).join('/')}/`;
}

/** All texts of the value, which is as JSON has it. */
function renamed<T>(value: T, from: string, to: string): T {
  return JSON.parse(JSON.stringify(value), (_name, part: unknown) => (typeof part === 'string' ? part.replaceAll(from, to) : part)) as T;
}
