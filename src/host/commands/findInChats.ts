// The list in which a person looks for words in all chats: hits as they are found, and the way to one of them.
import * as vscode from 'vscode';
import type { OlderItems } from '../conversation/olderItems.js';
import type { Chat } from '../chats/chat.js';
import { isEmpty } from '../chats/chat.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Chats } from '../chats/chats.js';
import type { ChatViews } from '../views/chatViews.js';
import { hitFor } from '../views/conversationReader.js';
import { List } from '../vscode/plainLater.js';
import type { ListItem } from '../vscode/plainUi.js';
import { timeText } from '../vscode/timeText.js';
import type { ChatHit, SearchedChat } from './chatsSearch.js';
import { hitAgain, mostInChat, searchChats } from './chatsSearch.js';
import { chatName } from './chatWaits.js';
import type { PastChats } from './pastChats.js';

const { t } = vscode.l10n;

interface FindInChatsDependencies {
  readonly chats: Chats;
  readonly views: ChatViews;
  readonly pastChats: PastChats;
  readonly olderItems: (chat: Chat) => OlderItems;
  readonly log: Log;
}

interface HitPick extends ListItem {
  readonly words: string;
  readonly hit: ChatHit;
}

/** Milliseconds without a key after which the chats are searched. */
const typingPause = 200;
/** Milliseconds between two looks of the list: each time VS Code is given all rows. */
const lookPause = 100;
const mostHits = 500;
/** Characters of the words: as many as the search of a chat takes. */
const longestWords = 1_000;

export function findInChats(dependencies: FindInChatsDependencies): void {
  const { log } = dependencies;
  const title = t('Find in Chats');
  let search = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(timer);
    search.abort();
    search = new AbortController();
  };
  const run = (work: Promise<void>): void =>
    void work.catch((error: unknown) => log.error(`Chats could not be searched: ${String(error)}`));
  const list = new List<HitPick>(
    { title, placeHolder: t('Search all chats') },
    {
      picked: pick => run(open(pick, dependencies)),
      hidden: () => {
        end();
        list.dispose();
      },
      typed: value => {
        end();
        list.replaceItems([]);
        list.setTitle(title);
        const words = value.slice(0, longestWords);
        list.busy = words.trim() !== '';
        const { signal } = search;
        if (words.trim() !== '') timer = setTimeout(() => run(fill(words, signal)), typingPause);
      },
    },
  );
  const fill = async (words: string, signal: AbortSignal): Promise<void> => {
    const rows: HitPick[] = [];
    let [shown, shownAt] = [0, 0];
    const show = (state: string): void => {
      list.setTitle(`${title} · ${state}`);
      if (shown === 0) list.replaceItems([...rows]);
      else list.items = [...rows];
      [shown, shownAt] = [rows.length, Date.now()];
    };
    const unread = (error: unknown): void => log.warn(`A chat could not be searched: ${String(error)}`);
    try {
      for await (const hits of searchChats(words, await chatsOf(dependencies), signal, unread)) {
        if (signal.aborted) return;
        rows.push(...hits.map(hit => pickOf(words, hit)).slice(0, mostHits - rows.length));
        if (rows.length === mostHits) break;
        if (rows.length > shown && Date.now() - shownAt >= lookPause) show(t('{0} so far', rows.length));
      }
      if (!signal.aborted) show(outcomeOf(rows));
    } finally {
      if (!signal.aborted) list.busy = false;
    }
  };
  list.show();
}

function outcomeOf(rows: readonly HitPick[]): string {
  if (rows.length === 0) return t('nothing found');
  if (rows.length === mostHits) return t('the first {0}', mostHits);
  return rows.some(({ hit }) => hit.isCut) ? t('{0} found, at most {1} of a chat', rows.length, mostInChat) : t('{0} found', rows.length);
}

/** The chats in memory and on the disk, the newest first. */
async function chatsOf({ chats, pastChats, olderItems }: FindInChatsDependencies): Promise<readonly SearchedChat[]> {
  const past = await pastChats.all();
  const open = chats.all.filter(chat => !isEmpty(chat));
  const known = new Set(open.map(({ key }) => key));
  const mine = open.map(chat => ({ id: chat.key, title: chatName(chat), usedAt: chat.usedAt }));
  const stored = past.filter(({ id }) => !known.has(id) && chats.get(id) === undefined);
  const read = async (id: string): Promise<Pick<OlderItems, 'find'> | undefined> => {
    const chat = chats.get(id);
    return chat === undefined ? pastChats.conversationIn(id) : olderItems(chat);
  };
  return [...mine, ...stored]
    .map(({ id, title, usedAt }) => ({ id, title, usedAt, read: () => read(id) }))
    .toSorted((one, other) => other.usedAt - one.usedAt);
}

function pickOf(words: string, hit: ChatHit): HitPick {
  const { title, usedAt } = hit.chat;
  return { label: hit.line, description: [title, timeText(usedAt)].filter(part => part !== '').join(' · '), alwaysShow: true, words, hit };
}

async function open({ words, hit }: HitPick, { views, pastChats, olderItems }: FindInChatsDependencies): Promise<void> {
  const chat = await pastChats.wanted(hit.chat.id);
  if (chat === undefined) return;
  const found = await hitAgain(words, hit, olderItems(chat));
  await views.show(chat, { target: 'search', sought: { words, ...(found && { hit: hitFor(found) }) } });
}
