// The list of all chats, in memory or not: to go to a chat, begin a new chat, rename or close a chat.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { openQuestions } from '../../chat/state.js';
import { shortTitle } from '../../shared/pathParts.js';
import type { Log } from '../chats/chatLoop.js';
import type { Chat } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';
import { chatTitle, isEmpty } from '../chats/chat.js';
import type { ChatViews } from '../views/chatViews.js';
import { timeText } from '../vscode/timeText.js';
import type { ListItem } from '../vscode/plainUi.js';
import { showMessage } from '../vscode/plainUi.js';
import { askForText, List } from '../vscode/plainLater.js';
import { chatName, waitsFor } from './chatWaits.js';
import type { PastChat, PastChats } from './pastChats.js';

export interface ChatListDependencies {
  readonly chats: Chats;
  readonly views: ChatViews;
  readonly pastChats: PastChats;
  readonly log: Log;
}

interface ChatPick extends ListItem {
  /** Of a chat that is in memory, or that Parley has stored. */
  readonly key?: string;
  /** Of a session that only the CLI has stored. */
  readonly sessionId?: string;
}

/** How many of the chats that are not in memory the list shows. */
const mostPast = 200;

const renameButton: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('edit'), tooltip: vscode.l10n.t('Rename') };
const closeButton: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('close'), tooltip: vscode.l10n.t('Close') };

export function showChats({ chats, views, pastChats, log }: ChatListDependencies): void {
  // VS Code hides the list while a box or a dialog is open, and the list comes back afterwards.
  let isAsking = false;
  // VS Code reports a pick by its position in the list, so a row that is shown keeps its position: stored chats come behind these rows.
  let first: readonly ChatPick[] = [];
  // At once what was read last: what has changed since comes in a moment.
  let past = pastChats.kept;
  const list = new List<ChatPick>(
    { title: vscode.l10n.t('Chats'), placeHolder: vscode.l10n.t('Open a chat or start one'), matchOnDescription: true },
    {
      picked: pick => void run(go(pick)),
      pressed: ({ key }, button) => {
        if (key !== undefined) void run(press(key, button));
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
  const go = async ({ key, sessionId }: ChatPick): Promise<void> => {
    const id = key ?? sessionId;
    if (id !== undefined) return pastChats.open(id);
    await views.newChat();
  };
  const begin = (): void => {
    const inMemory = chats.all.filter(chat => !isEmpty(chat)).map(pickOf);
    first = [{ codicon: 'add', label: vscode.l10n.t('New chat'), alwaysShow: true }, ...inMemory];
    fill();
  };
  const fill = (): void => {
    const shown = new Set(first.map(({ key }) => key));
    const stored = past.filter(({ id, isStored }) => isStored && !shown.has(id));
    for (const { id } of stored) shown.add(id);
    // A chat can come into memory while the list is read.
    const later = chats.all.filter(chat => !isEmpty(chat) && !shown.has(chat.key)).map(pickOf);
    const elsewhere = past.filter(({ id, isStored }) => !isStored && chats.get(id) === undefined).map(transcriptPickOf);
    const rows = stored.map(one => {
      const chat = chats.get(one.id);
      return chat === undefined ? storedPickOf(one) : pickOf(chat);
    });
    list.items = [...first, ...rows, ...later, ...(elsewhere.length === 0 ? [] : [separator(), ...elsewhere])];
  };
  /** A chat has changed while the list is open, and keeps its place in it. A chat that streams changes often, and its row seldom. */
  const refresh = (chat: Chat): void => {
    const [row, shown] = [pickOf(chat), list.items.find(({ key }) => key === chat.key)];
    const isSame = row.label === shown?.label && row.description === shown.description && row.codicon === shown.codicon;
    if (isSame || (shown === undefined && isEmpty(chat))) return;
    first = first.map(pick => (pick.key === chat.key ? row : pick));
    fill();
  };
  const changes = chats.onDidChange(refresh);
  const press = async (key: string, button: vscode.QuickInputButton): Promise<void> => {
    isAsking = true;
    // The rows come back in another order.
    list.hide();
    try {
      const chat = await pastChats.load(key);
      // A chat of another window is in the list of this one's memory now, which says where the chat is open.
      if (chat !== undefined && chat.otherOwner === undefined) {
        await (button === renameButton ? rename(chats, chat) : close(chats, chat));
        pastChats.forget(key);
        past = past.filter(({ id }) => id !== key);
      }
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
    const show = (read: readonly PastChat[]): void => {
      if (isDeepStrictEqual(read, past)) return;
      past = read;
      fill();
    };
    const isFirst = past.length === 0;
    show(await pastChats.list(mostPast, chats => isFirst && show(chats)));
  };
  void run(load().finally(() => (list.busy = false)));
}

function separator(): ChatPick {
  return { label: vscode.l10n.t('Earlier, and from the terminal'), kind: vscode.QuickPickItemKind.Separator };
}

function storedPickOf({ id, title, usedAt }: PastChat): ChatPick {
  return { key: id, label: shortened(title), description: timeText(usedAt), buttons: [renameButton, closeButton] };
}

function transcriptPickOf({ id, title, usedAt }: PastChat): ChatPick {
  return { sessionId: id, label: shortened(title), description: timeText(usedAt) };
}

/** In characters: VS Code shows the description only where the label leaves room for it. */
const longestLabel = 56;

function shortened(title: string): string {
  return shortTitle(title, longestLabel);
}

async function rename(chats: Chats, chat: Chat): Promise<void> {
  const value = chatTitle(chat) ?? '';
  const title = await askForText(vscode.l10n.t('Rename chat'), value);
  if (title !== undefined) chats.rename(chat.key, title);
}

/** Asks first where a question waits in the chat, because the question ends with the chat. */
async function close(chats: Chats, chat: Chat): Promise<void> {
  if (openQuestions(chat.loop.state).length > 0) {
    const pressed = await showMessage(
      vscode.l10n.t('Claude is waiting for your answer in this chat. If you close it, the question is lost.'),
      [vscode.l10n.t('Close Chat')],
      { level: 'warning', modal: true },
    );
    if (pressed === undefined) return;
  }
  chats.close(chat.key);
}

function pickOf(chat: Chat): ChatPick {
  return {
    key: chat.key,
    ...(waitsFor(chat) !== undefined && { codicon: 'bell-dot' }),
    label: shortened(chatName(chat)),
    description: standingOf(chat),
    buttons: chat.otherOwner === undefined ? [renameButton, closeButton] : [],
  };
}

function standingOf(chat: Chat): string {
  const { otherOwner, loop, usedAt } = chat;
  if (otherOwner === 'otherWindow') return vscode.l10n.t('open in another window');
  if (otherOwner === 'otherComputer') return vscode.l10n.t('open on another computer');
  const waits = waitsFor(chat);
  if (waits !== undefined) return waits;
  if (loop.state.turn !== 'idle') return vscode.l10n.t('Claude is working');
  return loop.state.subagents > 0 ? vscode.l10n.t('subagents are working') : timeText(usedAt);
}
