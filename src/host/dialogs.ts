// The terminal for logging in.
import * as vscode from 'vscode';
import type { ClaudeLauncher } from './claudeLauncher.js';
import { openTerminal, showMessage } from './plainUi.js';
import { words } from './problems.js';

/** The CLI itself in a terminal, without a shell between, at its log-in screen. In an untrusted folder that is asked about first. */
export async function logIn(launcher: ClaudeLauncher): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    await vscode.commands.executeCommand('workbench.trust.manage');
    return;
  }
  const found = await launcher.find();
  if (!found.ok) {
    const { text } = words.problem({ kind: 'problem', id: '', problem: found.problem });
    void showMessage(text, [], { level: 'error' });
    return;
  }
  const { cli, env } = found;
  openTerminal({ name: 'Claude', shellPath: cli.command, shellArgs: [...cli.args, '/login'], env });
}
