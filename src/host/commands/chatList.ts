// The list of all chats, in memory or not: to go to a chat, begin a new chat, rename or delete a chat. The same groups, order and words as in the view of chats.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { shortTitle } from '../../shared/pathParts.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Chat } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';
import type { ChatViews } from '../views/chatViews.js';
import type { ListItem } from '../vscode/plainUi.js';
import { moreItem } from '../vscode/moreRow.js';
import { List } from '../vscode/plainLater.js';
import type { ChatListActs } from './chatListActs.js';
import type { ChatMarking } from './chatMarking.js';
import type { ChatGroup, ListedChat } from './listedChats.js';
import { descriptionOf, groupName, listedChats } from './listedChats.js';
import type { PastChat, PastChats } from './pastChats.js';

interface ChatListDependencies {
  readonly chats: Chats;
  readonly views: ChatViews;
  readonly pastChats: PastChats;
  readonly marking: ChatMarking;
  readonly acts: ChatListActs;
  readonly log: Log;
}

interface ChatPick extends ListItem {
  /** Absent in a group's name, in the row that begins a new chat, and in the one that shows more. */
  readonly listed?: ListedChat;
  readonly showsMore?: true;
}

/** How many of the chats on the disk the list shows first. */
const firstPast = 200;
/** So many times more of them are shown where the person asks for more. */
const growth = 5;

const renameButton: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('edit'), tooltip: vscode.l10n.t('Rename') };
const deleteButton: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Delete') };

/** @param words are typed already */
export function showChats(dependencies: ChatListDependencies, mostPast = firstPast, words = ''): void {
  const { chats, views, pastChats, marking, acts, log } = dependencies;
  // VS Code hides the list while a box or a dialog is open, and the list comes back afterwards.
  let isAsking = false;
  // VS Code reports a pick by its position in the list, so a row that is shown keeps its position: what comes later is behind these rows.
  let shown: readonly ListedChat[] = [];
  // At once what was read last: what has changed since comes in a moment.
  let past = pastChats.kept;
  const list = new List<ChatPick>(
    { title: vscode.l10n.t('Chats'), placeHolder: vscode.l10n.t('Open a chat or start one'), matchOnDescription: true, words },
    {
      picked: ({ listed, showsMore }) => {
        if (showsMore === true) showChats(dependencies, mostPast * growth, list.words);
        else void run(listed === undefined ? views.newChat() : pastChats.open(listed.id));
      },
      pressed: ({ listed }, button) => {
        if (listed !== undefined) void run(press(listed, button));
      },
      hidden: () => {
        if (isAsking) return;
        changes.dispose();
        list.dispose();
      },
    },
  );
  const run = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => log.error(`The list of chats failed: ${String(error)}`));
  const listedNow = (): readonly ListedChat[] =>
    listedChats({ open: chats.all, past, isMarked: (id, mark) => marking.has(id, mark), now: Date.now() });
  const begin = (): void => {
    shown = [];
    fill();
  };
  const fill = (): void => {
    const now = new Map(listedNow().map(chat => [chat.id, chat]));
    // A chat that has changed its group keeps its place, in which its icon and its words say what becomes of it; so does one that has left the
    // memory since, which the disk may not have told yet.
    const kept = shown.map((row): ListedChat => {
      const chat = now.get(row.id);
      now.delete(row.id);
      return chat === undefined ? row : { ...chat, group: row.group };
    });
    shown = [...kept, ...now.values()];
    const more = { ...moreItem(vscode.l10n.t('{0} are shown.', shown.length)), showsMore: true as const };
    const begins = { codicon: 'add', label: vscode.l10n.t('New chat'), alwaysShow: true };
    list.items = [begins, ...withGroups(shown), ...(past.length < mostPast ? [] : [more])];
  };
  /** A chat has changed while the list is open. A chat that streams changes often, and its row seldom. */
  const refresh = (chat: Chat): void => {
    const [now, row] = [listedNow().find(({ id }) => id === chat.key), shown.find(({ id }) => id === chat.key)];
    if (now === undefined || isDeepStrictEqual(pickOf(now), row && pickOf({ ...now, ...row }))) return;
    fill();
  };
  const changes = chats.onDidChange(refresh);
  const press = async (listed: ListedChat, button: vscode.QuickInputButton): Promise<void> => {
    isAsking = true;
    // The rows come back in another order.
    list.hide();
    try {
      await acts.run(button === renameButton ? 'renameChat' : 'deleteChat', [listed]);
      // A chat with another name comes with the next list. One that could not be deleted is not forgotten, and stays.
      if (button === renameButton) pastChats.forget(listed.id);
      past = past.filter(({ id }) => id !== listed.id || pastChats.kept.some(chat => chat.id === id));
    } finally {
      isAsking = false;
      begin();
      list.show();
    }
  };
  begin();
  list.busy = true;
  list.show();
  const load = async (): Promise<void> => {
    const take = await marking.reading();
    const show = (read: readonly PastChat[]): void => {
      const before = listedNow();
      take(read);
      past = read;
      if (!isDeepStrictEqual(listedNow(), before)) fill();
    };
    const isFirst = past.length === 0;
    show(await pastChats.list(mostPast, some => isFirst && show(some)));
  };
  void run(load().finally(() => (list.busy = false)));
}

function withGroups(listed: readonly ListedChat[]): readonly ChatPick[] {
  let group: ChatGroup | undefined;
  return listed.flatMap((chat): readonly ChatPick[] => {
    const isNew = chat.group !== group;
    group = chat.group;
    const name = { label: groupName(chat.group), kind: vscode.QuickPickItemKind.Separator };
    return isNew ? [name, pickOf(chat)] : [pickOf(chat)];
  });
}

/** The most characters of a label, because VS Code shows the description only where the label leaves room for it. */
const longestLabel = 56;

function pickOf(listed: ListedChat): ChatPick {
  return {
    codicon: listed.codicon,
    label: shortTitle(listed.title, longestLabel),
    description: descriptionOf(listed, undefined),
    buttons: listed.holder === undefined ? [renameButton, deleteButton] : [],
    listed,
  };
}
