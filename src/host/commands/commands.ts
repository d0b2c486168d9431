// Registers every command of contributions.ts.
import * as vscode from 'vscode';
import type { CommandId } from '../vscode/contributions.js';

/** The record makes a missing handler a compile error. `begins` runs before each. */
export function registerCommands(handlers: Record<CommandId, () => unknown>, begins: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([id, handler]) =>
      vscode.commands.registerCommand(id, () => {
        begins();
        return handler();
      }),
    ),
  );
}

/** @param run is given what VS Code gives the command; `begins` runs before it. */
export function registerActs<Act>(
  acts: readonly Act[],
  idOf: (act: Act) => string,
  run: (act: Act, given: readonly unknown[]) => unknown,
  begins: () => void,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...acts.map(act =>
      vscode.commands.registerCommand(idOf(act), (...given: readonly unknown[]) => {
        begins();
        return run(act, given);
      }),
    ),
  );
}
