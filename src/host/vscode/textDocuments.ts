// Text documents in editor tabs.
import * as vscode from 'vscode';

/** Rejects where nothing gives a text, and for one of more than 50 MB, which VS Code gives to no extension. */
export async function showBeside(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
}

/**
 * VS Code's own preview of a Markdown document, else its text: where that extension is turned off, and where the folder brings styles for it, which
 * load from the internet, can hide words and carry them away.
 */
export async function previewBeside(uri: vscode.Uri, log?: { debug(text: string): void }): Promise<void> {
  const { workspaceValue, workspaceFolderValue } = vscode.workspace.getConfiguration('markdown').inspect<unknown>('styles') ?? {};
  if (workspaceValue !== undefined || workspaceFolderValue !== undefined) return showBeside(uri);
  try {
    await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
  } catch (error) {
    log?.debug(`No preview of Markdown: ${String(error)}`);
    await showBeside(uri);
  }
}
