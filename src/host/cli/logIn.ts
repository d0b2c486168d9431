// Opens the terminal in which the person logs in, or updates the CLI.
import * as vscode from 'vscode';
import type { Problem } from '../../chat/problem.js';
import type { ActionId } from '../../shared/transcript.js';
import type { ClaudeLauncher } from './claudeLauncher.js';
import { openTerminal, showMessage } from '../vscode/plainUi.js';
import { startFault } from '../views/problems.js';
import { shellCommand } from './shellCommand.js';

const { t } = vscode.l10n;

/** The CLI's log-in screen, which offers every kind of account, or its update. */
export type TerminalTask = 'logIn' | 'update';

const taskArguments = { logIn: ['/login'], update: ['update'] } as const satisfies Record<TerminalTask, readonly string[]>;

/**
 * Runs the CLI in a terminal that stays open afterwards. In an untrusted folder VS Code asks about trust first. Resolves with the
 * terminal; undefined when none was opened. `isNoticed`: Parley sees its success. `runAction`: does what the person chooses where there is no CLI to run.
 */
export async function runInTerminal(
  launcher: ClaudeLauncher,
  task: TerminalTask,
  isNoticed: boolean,
  runAction: (action: ActionId) => Promise<void>,
): Promise<vscode.Terminal | undefined> {
  if (!vscode.workspace.isTrusted) {
    await vscode.commands.executeCommand('workbench.trust.manage');
    return undefined;
  }
  const { env, ...found } = await launcher.find();
  const cli = found.ok ? found.cli : task === 'update' && found.outdated;
  if (!cli) {
    // Shown until the person closes it, and nothing waits for that.
    if (!found.ok) void offerHelp(found.problem, runAction);
    return undefined;
  }
  const message = isNoticed ? noticedWords(task) : ownWords(task);
  return openTerminal({ name: 'Claude', ...shellCommand(cli.command, [...cli.args, ...taskArguments[task]], env), env, message });
}

function noticedWords(task: TerminalTask): string {
  return task === 'logIn'
    ? t('Log in here. Parley notices when it has worked; this terminal stays open.')
    : t('Parley notices when the update has worked; this terminal stays open.');
}

/** Words where nothing was known to be missing: a log-in that has expired, or a key that was rejected, looks like a good one until Claude is asked. */
function ownWords(task: TerminalTask): string {
  return task === 'logIn'
    ? t('Log in here; this terminal stays open. What was refused before can be sent again in the chat.')
    : t('Claude uses the update from its next start on; this terminal stays open.');
}

async function offerHelp(problem: Problem, runAction: (action: ActionId) => Promise<void>): Promise<void> {
  const { text, actions = [] } = startFault(problem);
  const pressed = await showMessage(
    text,
    actions.map(({ label }) => label),
    { level: 'error' },
  );
  const action = pressed === undefined ? undefined : actions[pressed];
  if (action !== undefined) await runAction(action.id);
}
