// Knows in which terminals a shell waits for a command. Whatever else runs there takes each character that is put into it for a key of its own.
import * as vscode from 'vscode';

let inUse = new WeakSet<vscode.Terminal>();

/** What is put into a terminal before this is called, or after it is disposed, is not told from keys. */
export function watchTerminals(): vscode.Disposable {
  // What runs in these already is not told.
  inUse = new WeakSet(vscode.window.terminals);
  return vscode.Disposable.from(
    vscode.window.onDidStartTerminalShellExecution(({ terminal }) => void inUse.add(terminal)),
    vscode.window.onDidEndTerminalShellExecution(({ terminal }) => void inUse.delete(terminal)),
  );
}

/** False also where that is not known: a shell without VS Code's shell integration does not tell. */
export function waitsForCommand(terminal: vscode.Terminal): boolean {
  return terminal.shellIntegration !== undefined && !inUse.has(terminal);
}
