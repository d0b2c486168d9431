// Registers every command of contributions.ts.
import * as vscode from 'vscode';
import type { CommandId } from './contributions.js';

/** The record makes forgetting one a compile error. */
export function registerCommands(handlers: Record<CommandId, () => unknown>): vscode.Disposable {
  return vscode.Disposable.from(...Object.entries(handlers).map(([id, handler]) => vscode.commands.registerCommand(id, handler)));
}
