// The list of all sessions, those that the CLI has kept among them: to go to one, begin one, give it another title, close it.
import * as vscode from 'vscode';
import type { PastSession } from '../claude/history.js';
import { openQuestions } from '../session/state.js';
import type { Chats } from './chats.js';
import type { ListItem } from './plainUi.js';
import { askForText, List, showMessage } from './plainUi.js';
import type { SessionLog } from './sessionLoop.js';
import type { Session, Sessions } from './sessions.js';
import { isEmpty, titleOf } from './sessions.js';

interface SessionPick extends ListItem {
  /** An open one. */
  readonly session?: Session;
  /** One that the CLI has kept. */
  readonly past?: string;
}

/** How many of those that the CLI has kept are in the list. */
const mostPast = 200;

const renameButton: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('edit'), tooltip: vscode.l10n.t('Rename') };
const closeButton: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('close'), tooltip: vscode.l10n.t('Close') };

export function showSessions(sessions: Sessions, chats: Chats, log: SessionLog): void {
  // What is asked meanwhile hides the list, which comes back.
  let asking = false;
  let past: readonly SessionPick[] = [];
  const list = new List<SessionPick>(
    { title: vscode.l10n.t('Chats'), placeHolder: vscode.l10n.t('Go to a chat, or begin one'), matchOnDescription: true },
    {
      picked: picked => void go(picked, sessions, chats),
      pressed: ({ session }, button) => {
        if (session !== undefined) void press(session, button);
      },
      hidden: () => {
        if (!asking) list.dispose();
      },
    },
  );
  const fill = (): void => {
    const used = sessions.all.filter(session => !isEmpty(session));
    list.items = [{ codicon: 'add', label: vscode.l10n.t('New chat'), alwaysShow: true }, ...used.map(pickOf), ...past];
  };
  const press = async (session: Session, button: vscode.QuickInputButton): Promise<void> => {
    asking = true;
    await (button === renameButton ? rename(sessions, session) : close(sessions, session));
    asking = false;
    fill();
    list.show();
  };
  fill();
  list.busy = true;
  list.show();
  chats
    .past(mostPast)
    .then(found => {
      past = found.length === 0 ? [] : [separator(), ...found.map(pastPickOf)];
      fill();
      list.busy = false;
    })
    .catch((error: unknown) => log.error(`Earlier chats could not be listed: ${String(error)}`));
}

async function go({ session, past }: SessionPick, sessions: Sessions, chats: Chats): Promise<void> {
  if (past !== undefined) return chats.open(past);
  if (session === undefined) sessions.newChat();
  await chats.show(session ?? sessions.current);
}

function separator(): SessionPick {
  return { label: vscode.l10n.t('Earlier, also from a terminal'), kind: vscode.QuickPickItemKind.Separator };
}

function pastPickOf({ sessionId, title, usedAt }: PastSession): SessionPick {
  return { past: sessionId, label: title, description: new Date(usedAt).toLocaleString() };
}

async function rename(sessions: Sessions, session: Session): Promise<void> {
  const value = titleOf(session) ?? '';
  const title = await askForText(vscode.l10n.t('Rename the chat'), value);
  if (title !== undefined) sessions.rename(session.key, title);
}

/** What is asked in it would be gone with it, so that is asked first. */
async function close(sessions: Sessions, session: Session): Promise<void> {
  if (openQuestions(session.loop.state).length > 0) {
    const pressed = await showMessage(
      vscode.l10n.t('Claude is waiting for your answer in this chat. Closing it gives up the question.'),
      [vscode.l10n.t('Close the chat')],
      { level: 'warning', modal: true },
    );
    if (pressed === undefined) return;
  }
  sessions.close(session.key);
}

function pickOf(session: Session): SessionPick {
  const { state } = session.loop;
  const standing =
    session.elsewhere === 'otherWindow'
      ? vscode.l10n.t('open in another window')
      : openQuestions(state).length > 0
        ? vscode.l10n.t('waits for your answer')
        : state.turn === 'idle'
          ? new Date(session.usedAt).toLocaleString()
          : vscode.l10n.t('Claude is working');
  return {
    session,
    label: titleOf(session) ?? vscode.l10n.t('New chat'),
    description: standing,
    buttons: session.elsewhere === undefined ? [renameButton, closeButton] : [],
  };
}
