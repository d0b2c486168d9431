// Registers every command of contributions.ts.
import * as vscode from 'vscode';
import type { CommandId } from '../vscode/contributions.js';

/** Registers commands of Parley, before each of which `begins` runs. */
export class CommandRegistry {
  constructor(private readonly begins: (id: string, given: readonly unknown[]) => void) {}

  /** The record makes a missing handler a compile error. A handler is given what VS Code gives the command. */
  all(handlers: Record<CommandId, (...given: readonly unknown[]) => unknown>): vscode.Disposable {
    return vscode.Disposable.from(...Object.entries(handlers).map(([id, handler]) => this.#register(id, handler)));
  }

  /** @param run is given what VS Code gives the command */
  acts<Act>(acts: readonly Act[], idOf: (act: Act) => string, run: (act: Act, given: readonly unknown[]) => unknown): vscode.Disposable {
    return vscode.Disposable.from(...acts.map(act => this.#register(idOf(act), (...given) => run(act, given))));
  }

  #register(id: string, run: (...given: readonly unknown[]) => unknown): vscode.Disposable {
    return vscode.commands.registerCommand(id, (...given: readonly unknown[]) => {
      this.begins(id, given);
      return run(...given);
    });
  }
}
