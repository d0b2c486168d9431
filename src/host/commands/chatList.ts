// The list of all chats, in memory or not: to go to a chat, begin a new chat, rename or close a chat.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { openQuestions } from '../../session/state.js';
import { shortTitle } from '../../shared/pathParts.js';
import type { SessionLog } from '../chats/sessionLoop.js';
import type { Session } from '../chats/session.js';
import type { Sessions } from '../chats/sessions.js';
import { chatTitle, isEmpty } from '../chats/session.js';
import type { ChatViews } from '../views/chatViews.js';
import { timeText } from '../vscode/timeText.js';
import type { ListItem } from '../vscode/plainUi.js';
import { showMessage } from '../vscode/plainUi.js';
import { askForText, List } from '../vscode/plainLater.js';
import { chatName, waitsFor } from './chatWaits.js';
import type { PastChat, PastChats } from './pastChats.js';

export interface ChatListDependencies {
  readonly sessions: Sessions;
  readonly views: ChatViews;
  readonly pastChats: PastChats;
  readonly log: SessionLog;
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

export function showChats({ sessions, views, pastChats, log }: ChatListDependencies): void {
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
    const inMemory = sessions.all.filter(session => !isEmpty(session)).map(pickOf);
    first = [{ codicon: 'add', label: vscode.l10n.t('New chat'), alwaysShow: true }, ...inMemory];
    fill();
  };
  const fill = (): void => {
    const shown = new Set(first.map(({ key }) => key));
    const stored = past.filter(({ id, isStored }) => isStored && !shown.has(id));
    for (const { id } of stored) shown.add(id);
    // A chat can come into memory while the list is read.
    const later = sessions.all.filter(session => !isEmpty(session) && !shown.has(session.key)).map(pickOf);
    const elsewhere = past.filter(({ id, isStored }) => !isStored && sessions.get(id) === undefined).map(transcriptPickOf);
    const rows = stored.map(chat => {
      const session = sessions.get(chat.id);
      return session === undefined ? storedPickOf(chat) : pickOf(session);
    });
    list.items = [...first, ...rows, ...later, ...(elsewhere.length === 0 ? [] : [separator(), ...elsewhere])];
  };
  /** A chat has changed while the list is open, and keeps its place in it. A chat that streams changes often, and its row seldom. */
  const refresh = (session: Session): void => {
    const [row, shown] = [pickOf(session), list.items.find(({ key }) => key === session.key)];
    const isSame = row.label === shown?.label && row.description === shown.description && row.codicon === shown.codicon;
    if (isSame || (shown === undefined && isEmpty(session))) return;
    first = first.map(pick => (pick.key === session.key ? row : pick));
    fill();
  };
  const changes = sessions.onDidChange(refresh);
  const press = async (key: string, button: vscode.QuickInputButton): Promise<void> => {
    isAsking = true;
    // The rows come back in another order.
    list.hide();
    try {
      const session = await pastChats.load(key);
      // A chat of another window is in the list of this one's memory now, which says where the chat is open.
      if (session !== undefined && session.otherOwner === undefined) {
        await (button === renameButton ? rename(sessions, session) : close(sessions, session));
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
    const show = (chats: readonly PastChat[]): void => {
      if (isDeepStrictEqual(chats, past)) return;
      past = chats;
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

async function rename(sessions: Sessions, session: Session): Promise<void> {
  const value = chatTitle(session) ?? '';
  const title = await askForText(vscode.l10n.t('Rename chat'), value);
  if (title !== undefined) sessions.rename(session.key, title);
}

/** Asks first where a question waits in the chat, because the question ends with the chat. */
async function close(sessions: Sessions, session: Session): Promise<void> {
  if (openQuestions(session.loop.state).length > 0) {
    const pressed = await showMessage(
      vscode.l10n.t('Claude is waiting for your answer in this chat. If you close it, the question is lost.'),
      [vscode.l10n.t('Close Chat')],
      { level: 'warning', modal: true },
    );
    if (pressed === undefined) return;
  }
  sessions.close(session.key);
}

function pickOf(session: Session): ChatPick {
  return {
    key: session.key,
    ...(waitsFor(session) !== undefined && { codicon: 'bell-dot' }),
    label: shortened(chatName(session)),
    description: standingOf(session),
    buttons: session.otherOwner === undefined ? [renameButton, closeButton] : [],
  };
}

function standingOf(session: Session): string {
  const { otherOwner, loop, usedAt } = session;
  if (otherOwner === 'otherWindow') return vscode.l10n.t('open in another window');
  if (otherOwner === 'otherComputer') return vscode.l10n.t('open on another computer');
  const waits = waitsFor(session);
  if (waits !== undefined) return waits;
  if (loop.state.turn !== 'idle') return vscode.l10n.t('Claude is working');
  return loop.state.subagents > 0 ? vscode.l10n.t('subagents are working') : timeText(usedAt);
}
