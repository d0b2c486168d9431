// Tells of the limits of the plan: in the chat once when one is near, and in a notice when one that was reached has ended. Import it lazily. Owns
// what has been told, and which limits are waited for; both survive a restart, because a limit lasts for hours and days.
import * as vscode from 'vscode';
import { Limits } from './limits.js';
import type { EndedLimit } from './limits.js';
import type { NoticeDependencies } from './turnNotices.js';
import { limitName } from '../views/limitWords.js';
import { showMessage } from '../vscode/plainUi.js';
import { readSetting } from '../vscode/settings.js';

export interface LimitDependencies extends NoticeDependencies {
  /** For all windows. */
  readonly remembered: vscode.Memento;
}

const { t } = vscode.l10n;

export function watchLimits({ sessions, views, remembered }: LimitDependencies): vscode.Disposable {
  const tell = async ({ id, chat }: EndedLimit): Promise<void> => {
    const session = sessions.get(chat);
    const when = readSetting('parley.chat.notify');
    const isSeen = session !== undefined && views.isVisible(session);
    if (when === 'never' || (when === 'whenHidden' && isSeen)) return;
    const buttons = session === undefined ? [] : [t('Go to Chat')];
    const pressed = await showMessage(t('The limit has ended, and you can go on: {0}', limitName(t, id)), buttons);
    if (pressed === 0 && session !== undefined) await views.show(session);
  };
  const limits = new Limits({
    now: () => Date.now(),
    later(callback, ms) {
      const timer = setTimeout(callback, ms);
      return () => {
        clearTimeout(timer);
      };
    },
    read: key => remembered.get<unknown>(key),
    write: (key, value) => void remembered.update(key, value),
    isHere: chat => {
      const session = sessions.get(chat);
      return session !== undefined && session.otherOwner === undefined;
    },
    ended: limit => void tell(limit),
    near: (chat, told) => sessions.get(chat)?.loop.dispatch({ type: 'problemSeen', problem: { code: 'told', detail: '', reason: told } }),
  });
  limits.begin();
  return vscode.Disposable.from(
    sessions.onDidTell(({ session, news }) => {
      if (news.type === 'limits') limits.heard(session.key, news.limits);
    }),
    // A timer stands still while the computer sleeps.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) limits.check();
    }),
    limits,
  );
}
