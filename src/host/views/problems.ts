// The words and buttons of every `ProblemCode`, shown as notices in the chat. Messages outside of the chat have their words where
// they are shown.
import * as vscode from 'vscode';
import type { GoOn, Problem, ProblemCode } from '../../chat/problem.js';
import type { ExitState, ProblemState, ChatState } from '../../chat/state.js';
import { readsAgain } from '../../chat/answerAgain.js';
import { reads } from '../../claude/answers/reads.js';
import { isCloudRefusal, usesCloud } from '../../claude/install/clouds.js';
import type { NotStored } from '../storage/notStored.js';
import type { ViewTexts } from '../../chat/view.js';
import type { ActionId, NoticeItem } from '../../shared/transcript.js';
import { readEnvironment } from '../vscode/settings.js';
import { buttonsOf } from './actionLabels.js';
import { reasonWords } from './reasonWords.js';

type Notice = Omit<NoticeItem, 'kind' | 'id'>;
const { t } = vscode.l10n;

export const words: ViewTexts = {
  problem: problemWithOffer,
  exit: exitNotice,
  reads: (item, state) => (item.again === undefined ? reads(item, state) : readOfMessage(readsAgain(item))),
};

function notice(level: Notice['level'], text: string, ...actions: ActionId[]): Notice {
  return { level, text, actions: buttonsOf(actions) };
}

function problemWithOffer({ problem, again, goOn }: ProblemState): Notice {
  if (goOn !== undefined) return withGoOn(problemNotice(problem), goOn);
  if (again === undefined) return problemNotice(problem);
  return { ...problemNotice(problem), again: problem.code === 'stopped' ? t('Try again') : t('Send again') };
}

/** Adds what Claude has, and the button. */
function withGoOn({ text, ...rest }: Notice, goOn: GoOn): Notice {
  const has =
    goOn === 'answer'
      ? t('Claude has your answer. “Continue” picks up from there.')
      : goOn === 'answerAlone'
        ? t('Claude has your answer to the question that had waited, but may not know what came after it. “Continue” picks up from there.')
        : t('Claude has what was finished by then. “Continue” picks up from there.');
  return { ...rest, text: `${text}\n${has}`, again: t('Continue') };
}

/** Why there is no CLI to start. Says nothing of a message, because a command has none. */
const startFaults = {
  notFound: (detail: string): Notice =>
    notice('error', t('Claude CLI not found ({0}). Install it or set its path.', detail), 'openInstallGuide', 'openSettings'),
  tooOld: (detail: string): Notice =>
    // Only the version: the log has the path as well.
    notice('error', t('Claude CLI {0} is too old; 2.0.77 or newer is needed.', detail.split(' ')[0] ?? ''), 'updateCli', 'openSettings'),
  notExecutable: (detail: string): Notice =>
    notice('error', t('The Claude CLI cannot be run ({0}). Check its path and the file’s permissions.', detail), 'openSettings', 'showLog'),
  settingVariable: (detail: string): Notice => notice('error', t('Nothing was started: {0}', settingVariableWords(detail)), 'openSettings'),
  spawnFailed: (detail: string): Notice =>
    notice('error', t('The Claude CLI could not be started ({0}). The log says more.', detail), 'showLog'),
} satisfies Partial<Record<ProblemCode, (detail: string) => Notice>>;

/** What a command says that has found no CLI to start. */
export function startFault({ code, detail }: Problem): Notice {
  const known: Partial<Record<ProblemCode, (detail: string) => Notice>> = startFaults;
  return (known[code] ?? startFaults.spawnFailed)(detail);
}

function problemNotice({ code, detail, reason = '', omitted }: Problem): Notice {
  switch (code) {
    case 'tooOld':
      return startFaults.tooOld(detail);
    case 'notFound':
    case 'notExecutable':
    case 'settingVariable':
    case 'spawnFailed': {
      const { text, ...rest } = startFaults[code](detail);
      return { ...rest, text: `${text} ${t('Your message is kept.')}` };
    }
    case 'notLoggedIn': {
      // The CLI's own "Not logged in" adds nothing; what it says of a rejected key or token does.
      if (/^not logged in/i.test(detail)) return notice('error', t('You’re not logged in.'), 'logIn', 'useApiKey');
      const said = detail === '' ? '' : ` ${t('Message: {0}', detail)}`;
      const isOfCloud = isCloudRefusal(detail) || usesCloud({ ...process.env, ...readEnvironment() });
      // No log-in of the CLI's changes what a cloud refuses.
      const actions: readonly ActionId[] = isOfCloud ? ['openSettings'] : ['logIn', 'useApiKey'];
      return notice('error', `${t('Your log-in, API key or cloud credentials were rejected.')}${said}`, ...actions);
    }
    case 'stopped':
      return {
        ...notice(
          'info',
          reason === 'runsOn'
            ? t('Stopped by you. Work in the background keeps running; stop it in the list above the message box.')
            : t('Stopped by you'),
        ),
        stopped: true,
      };
    case 'cutOff':
      return notice('info', t('Claude was cut off, because its window closed or handed the chat over.'));
    case 'forgotten':
      return notice(
        'warning',
        t('Claude no longer knows what you wrote after the question that had waited: its process was cut off before it had saved that.'),
      );
    case 'backgroundCut':
      return notice('info', `${t('Claude’s process ended while this ran in the background. How it ended is not known:')}\n${detail}`);
    case 'scheduleEnded':
      return notice(
        'info',
        `${t('Claude’s process ended, so what Claude had scheduled in it does not run now. Ask Claude to look after it:')}\n${detail}`,
      );
    case 'brokenOff':
      return notice('error', t('Claude’s answer broke off, and the Claude CLI did not say why.'), 'showLog');
    case 'folderRefused':
      return notice('info', t('Claude was stopped, because what this folder brings along has changed and you do not use it.'));
    case 'loggedIn':
      return notice('info', t('You’re logged in now.'));
    case 'notResumed':
      return notice(
        'warning',
        t('The earlier chat could not be continued. Claude started a new one and does not remember what is above.'),
        'showLog',
      );
    case 'askUserKeptAway':
      return notice('info', t('Your organization manages MCP servers, so Claude has to do without Parley’s tool ask_user here.'));
    case 'inUse':
      return notice(
        'warning',
        t(
          'This chat is open in another program, such as a terminal (process {0}). End it there or take over. Your message is kept.',
          detail,
        ),
      );
    case 'alreadyRead':
      return notice('info', t('Claude already had this message, so it was not sent twice. Write “Continue” to get an answer.'));
    case 'transcriptGone':
      return notice('info', t('The Claude CLI has deleted this chat, as it does after some weeks. You see the parts that Parley stored.'));
    case 'imageGone':
      return notice('error', t('The image “{0}” is gone from the disk, so nothing was sent. Add it again.', detail));
    case 'notShown':
      return notice('warning', t('An MCP server asked for something that Parley cannot show, so it was declined: {0}', detail), 'showLog');
    case 'untrusted':
      return notice('warning', t('You have not trusted this folder, so nothing was started. Trust it, then send again.'), 'manageTrust');
    case 'noFolder':
      return notice('warning', t('Claude needs a folder to work in. Open one, then send again.'), 'openFolder');
    case 'folderGone':
      return notice(
        'error',
        t(
          'Nothing was started: this chat works in {0}, which is gone from this window or the disk. Bring it back, or begin a new chat.',
          detail,
        ),
      );
    case 'hookSaid':
      return notice('info', withOmitted(t('A hook says ({0}): {1}', reason, detail), omitted));
    case 'cliSaid':
      return notice('info', withOmitted(t('The Claude CLI says: {0}', detail), omitted));
    case 'tooLong':
      return detail === ''
        ? notice('warning', t('This is longer than Parley shows. The rest is only in Claude’s transcript.'))
        : notice('warning', t('The Claude CLI wrote a line of {0} MB, which Parley does not read. What it says is missing here.', detail));
    case 'silent':
      return reason === 'unread'
        ? notice('warning', t('Your message did not reach Claude, and the Claude CLI gave no reason. A hook may have refused it.'))
        : notice('info', t('The turn ended without a word from Claude.'));
    case 'told':
    case 'api': {
      const known = reasonWords(t, reason);
      if (known !== undefined) {
        const said = detail === '' ? '' : ` ${t('Message: {0}', detail)}`;
        const told = notice(known.isExpected === true ? 'info' : 'error', `${known.text}${said}`, ...(known.actions ?? []));
        return reason === 'cleared' ? { ...told, divides: true } : told;
      }
      return notice(
        'error',
        detail === ''
          ? t('Claude could not finish and gave no reason. Try again, or see the log.')
          : t('Claude could not finish: {0}', detail),
        'showLog',
      );
    }
  }
}

function withOmitted(text: string, omitted: number | undefined): string {
  return omitted === undefined ? text : `${text}\n${t('{0} more characters are not shown.', String(omitted))}`;
}

/** `detail`: the variable and the setting, as the launcher joins them. */
export function settingVariableWords(detail: string): string {
  return t('Parley replaces no variable such as {0}. Write the value itself; a path may begin with ~.', detail);
}

/** What a person can do about it, and that nothing else is needed. */
export function notStoredWords({ code, detail }: NotStored): string {
  switch (code) {
    case 'full':
      return t('The disk is full, so this chat is not saved. Free some space, and Parley saves it.');
    case 'readOnly':
      return t('Parley’s storage cannot be written, so this chat is not saved. Make it writable, and Parley saves the chat.');
    case 'other':
      return t('This chat is not saved: {0}. Parley keeps trying.', detail);
  }
}

/** What the message box says instead of the turn's usual words; undefined where those say enough. */
export function turnNote({ turn, endsProcess, retrying }: ChatState): string | undefined {
  if (turn === 'stopping' && endsProcess === true) return t('Ending Claude’s process…');
  return retrying && retryNote(retrying);
}

/** The words while the CLI waits to try again. */
function retryNote({ reason, attempt, of }: NonNullable<ChatState['retrying']>): string {
  const why =
    reason === 'overloaded'
      ? t('Claude’s service is overloaded')
      : reason === 'rate_limit'
        ? t('Rate limit reached')
        : reason === 'server_error'
          ? t('Claude’s service had an error')
          : reason === 'authentication_failed'
            ? t('Your log-in, API key or cloud credentials were rejected')
            : t('The request to Claude failed');
  return t('{0}. Retrying ({1}/{2})', why, String(attempt), String(of));
}

function exitNotice({ code, signal, stderr, goOn }: ExitState): Notice {
  const how = signal !== null ? t('ended by {0}', signal) : t('exit code {0}', String(code));
  const last = stderr.trim().split('\n').at(-1) ?? '';
  const said = last === '' ? '' : ` ${t('Last output: {0}', last)}`;
  if (goOn !== undefined) return withGoOn(notice('error', `${t('Claude stopped unexpectedly ({0}).', how)}${said}`, 'showLog'), goOn);
  return notice('error', `${t('Claude stopped unexpectedly ({0}). Send a message to continue.', how)}${said}`, 'showLog');
}

/** Claude reads all of a message. */
function readOfMessage(text: string | undefined): { readonly text: string; readonly inFile: boolean } | undefined {
  return text === undefined ? undefined : { text, inFile: false };
}
