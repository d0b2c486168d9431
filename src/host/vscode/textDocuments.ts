// Text documents in editor tabs.
import * as vscode from 'vscode';

/** The query of a document that belongs to the item `id` of a chat. An id comes from outside and may hold blanks. */
export function queryOf(key: string, id: string): string {
  return `${key} ${id}`;
}

export function itemOf(query: string): { readonly key: string; readonly id: string } {
  const end = query.indexOf(' ');
  return { key: query.slice(0, end), id: query.slice(end + 1) };
}

/** Rejects where nothing gives a text, and for one of more than 50 MB, which VS Code gives to no extension. */
export async function showBeside(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
}
