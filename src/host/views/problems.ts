// The words and buttons of every `ProblemCode`, shown as notices in the chat. Messages outside of the chat have their words where
// they are shown.
import * as vscode from 'vscode';
import type { Problem } from '../../session/events.js';
import type { ExitState, ProblemState } from '../../session/state.js';
import { reads } from '../../claude/answers/reads.js';
import type { ViewTexts } from '../../session/view.js';
import type { ActionId, NoticeItem } from '../../shared/transcript.js';

type Notice = Omit<NoticeItem, 'kind' | 'id'>;
const { t } = vscode.l10n;

export const words: ViewTexts = { problem: ({ problem }: ProblemState) => problemNotice(problem), exit: exitNotice, reads };

function actionLabel(id: ActionId): string {
  switch (id) {
    case 'openInstallGuide':
      return t('Install guide');
    case 'openSettings':
      return t('Open settings');
    case 'logIn':
      return t('Log in in a terminal');
    case 'showLog':
      return t('Show log');
    case 'openFolder':
      return t('Open folder');
    case 'manageTrust':
      return t('Manage trust');
  }
}

function notice(level: Notice['level'], text: string, ...actions: ActionId[]): Notice {
  return { level, text, actions: actions.map(id => ({ id, label: actionLabel(id) })) };
}

function problemNotice({ code, detail }: Problem): Notice {
  switch (code) {
    case 'notFound':
      return notice(
        'error',
        t('Parley cannot find the Claude CLI ({0}). Install it, or say where it is in the settings; your message is kept.', detail),
        'openInstallGuide',
        'openSettings',
      );
    case 'tooOld':
      return notice(
        'error',
        t(
          'This Claude CLI is too old to be asked through ({0}). Parley needs 2.0.77 or newer: update it, then send your message again.',
          detail,
        ),
        'openInstallGuide',
        'openSettings',
      );
    case 'notExecutable':
      return notice(
        'error',
        t(
          'The Claude CLI is there but cannot be run ({0}). Check the path in the settings and the file’s permissions, then send your message again.',
          detail,
        ),
        'openSettings',
        'showLog',
      );
    case 'spawnFailed':
      return notice(
        'error',
        t('The Claude CLI could not be started ({0}). The log has the details; your message is kept.', detail),
        'showLog',
      );
    case 'notLoggedIn':
      return notice(
        'error',
        t('Claude does not know who you are yet: {0}. Log in once in a terminal, then send your message again.', detail),
        'logIn',
      );
    case 'notResumed':
      return notice(
        'warning',
        t('The earlier conversation could not be taken up again, so Claude began a new one and does not remember what is above.'),
        'showLog',
      );
    case 'inUse':
      return notice(
        'warning',
        t(
          'Another program, such as a terminal, has this chat open (process {0}). End it there or take it over; your message is kept.',
          detail,
        ),
      );
    case 'alreadyRead':
      return notice(
        'info',
        t('Claude had this message already, from before it stopped, so it was not sent a second time. Write “Go on” to have it answered.'),
      );
    case 'transcriptGone':
      return notice(
        'info',
        t(
          'The CLI has deleted its record of this conversation, as it does after some weeks. Parley shows the parts that it has stored itself.',
        ),
      );
    case 'untrusted':
      return notice(
        'warning',
        t('Nothing is started in a folder that you have not trusted. What you wrote is kept: trust the folder, then send it again.'),
        'manageTrust',
      );
    case 'noFolder':
      return notice(
        'warning',
        t('Claude needs a folder to work in. What you wrote is kept: open a folder, then send it again.'),
        'openFolder',
      );
    case 'api':
      return notice(
        'error',
        detail === ''
          ? t('Claude could not finish this turn, and gave no reason. Send your message again, or look into the log.')
          : t('Claude could not finish this turn: {0}', detail),
        'showLog',
      );
  }
}

function exitNotice({ code, signal, stderr }: ExitState): Notice {
  const how = signal !== null ? t('it was ended by {0}', signal) : t('exit code {0}', String(code));
  const last = stderr.trim().split('\n').at(-1) ?? '';
  const said = last === '' ? '' : ` ${t('It last said: {0}', last)}`;
  return notice(
    'error',
    `${t('Claude stopped unexpectedly ({0}). Your next message takes up this conversation again.', how)}${said}`,
    'showLog',
  );
}
