// The editor in which the person works. Owns nothing.
import * as vscode from 'vscode';

/** VS Code names no active text editor while a chat's own tab has the focus. */
export function editorInUse(): vscode.TextEditor | undefined {
  return vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'file');
}
