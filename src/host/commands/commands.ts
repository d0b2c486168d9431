// Registers every command of contributions.ts.
import * as vscode from 'vscode';
import type { CommandId } from '../vscode/contributions.js';

/** The record makes a missing handler a compile error. */
export function registerCommands(handlers: Record<CommandId, () => unknown>): vscode.Disposable {
  return vscode.Disposable.from(...Object.entries(handlers).map(([id, handler]) => vscode.commands.registerCommand(id, handler)));
}
