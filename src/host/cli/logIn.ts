// Opens the terminal in which the person logs in.
import * as vscode from 'vscode';
import type { ClaudeLauncher } from './claudeLauncher.js';
import { openTerminal, showMessage } from '../vscode/plainUi.js';
import { words } from '../views/problems.js';

/** Runs the CLI in a terminal, without a shell between, at its log-in screen. In an untrusted folder VS Code asks about trust first. */
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
