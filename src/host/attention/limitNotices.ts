// Tells of the limits of the plan: in the chat once when one is near, and in a notice when one that was reached has ended. Import it lazily. Owns
// what has been told, and which limits are waited for; both survive a restart, because a limit lasts for hours and days.
import * as vscode from 'vscode';
import { Limits } from './limits.js';
import type { EndedLimit } from './limits.js';
import type { NoticeDependencies } from './turnNotices.js';
import { limitName } from '../views/limitWords.js';
import { showMessage } from '../vscode/plainUi.js';
import { readSetting } from '../vscode/settings.js';
import { realClock } from '../../disk/clock.js';

export interface LimitDependencies extends NoticeDependencies {
  /** Remembers for all windows. */
  readonly remembered: vscode.Memento;
}

const { t } = vscode.l10n;

export function watchLimits({ chats, views, remembered }: LimitDependencies): vscode.Disposable {
  const tell = async ({ id, chat: key }: EndedLimit): Promise<void> => {
    const chat = chats.get(key);
    const when = readSetting('parley.chat.notify');
    const isSeen = chat !== undefined && views.isVisible(chat);
    if (when === 'never' || (when === 'whenHidden' && isSeen)) return;
    const buttons = chat === undefined ? [] : [t('Go to Chat')];
    const pressed = await showMessage(t('The limit has ended, and you can continue: {0}', limitName(t, id)), buttons);
    if (pressed === 0 && chat !== undefined) await views.show(chat);
  };
  const limits = new Limits({
    now: () => Date.now(),
    clock: realClock,
    read: key => remembered.get<unknown>(key),
    write: (key, value) => void remembered.update(key, value),
    isHere: key => {
      const chat = chats.get(key);
      return chat !== undefined && chat.otherOwner === undefined;
    },
    ended: limit => void tell(limit),
    near: (chat, told) => chats.get(chat)?.loop.dispatch({ type: 'problemSeen', problem: { code: 'told', detail: '', reason: told } }),
  });
  limits.begin();
  return vscode.Disposable.from(
    chats.onDidTell(({ chat, news }) => {
      if (news.type === 'limits') limits.heard(chat.key, news.limits);
    }),
    // A timer stands still while the computer sleeps.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) limits.check();
    }),
    limits,
  );
}
