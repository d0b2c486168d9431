// Questions of our own to the person, and the terminal for logging in.
import * as vscode from 'vscode';
import type { SessionState } from '../session/state.js';
import { openQuestions } from '../session/state.js';
import type { ClaudeLauncher } from './claudeLauncher.js';
import { words } from './problems.js';

/** A new chat ends what runs; while Claude waits for an answer that is asked first. */
export async function confirmNewChat(state: SessionState): Promise<boolean> {
  if (openQuestions(state).length === 0) return true;
  const start = vscode.l10n.t('Start a new chat');
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t('Claude is waiting for your answer. A new chat ends this conversation, and the question with it.'),
    { modal: true },
    start,
  );
  return chosen === start;
}

/** The CLI itself in a terminal, without a shell between, at its log-in screen. In an untrusted folder that is asked about first. */
export async function logIn(launcher: ClaudeLauncher): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    await vscode.commands.executeCommand('workbench.trust.manage');
    return;
  }
  const found = await launcher.find();
  if (!found.ok) {
    const { text } = words.problem({ kind: 'problem', id: '', problem: found.problem });
    void vscode.window.showErrorMessage(text);
    return;
  }
  const { cli, env } = found;
  const terminal = vscode.window.createTerminal({ name: 'Claude', shellPath: cli.command, shellArgs: [...cli.args, '/login'], env });
  terminal.show();
}
