// Text documents in editor tabs.
import * as vscode from 'vscode';

/** Rejects where nothing gives a text, and for one of more than 50 MB, which VS Code gives to no extension. */
export async function showBeside(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
}
