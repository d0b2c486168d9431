// Opens the links in answers. Import it lazily.
import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { allWorkFolders } from '../vscode/folders.js';

/**
 * Opens a link that Claude wrote: a web address (VS Code asks first), or a file of the workspace, with `:12` or `#L12` for a line,
 * `:12-20` or `#L12-L20` for several. Ignores any other link, because the text is the model's and not to be trusted. `folder`: in which the
 * chat works; undefined for the first one.
 */
export async function openLink(href: string, folder?: string): Promise<void> {
  if (/^https?:\/\//i.test(href)) {
    await vscode.env.openExternal(vscode.Uri.parse(href, true));
    return;
  }
  const match = /^(?:file:\/\/(?=\/))?([^#?]*?)(?:(?::|#L)(\d+)(?:-L?(\d+)|:\d+)?)?$/.exec(href);
  const path = decoded(match?.[1] ?? '');
  if (!isLocalPath(path)) return;
  // Resolved before the check, because `..` can lead out of a folder that the path begins with.
  const places = allWorkFolders(folder).map(root => vscode.Uri.file(resolve(root, path)));
  const allowed = places.filter(uri => vscode.workspace.getWorkspaceFolder(uri) !== undefined);
  const uri = (await firstThatIsThere(allowed)) ?? allowed[0];
  if (uri === undefined) return;
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: true, selection: selectionOf(document, match?.[2] ?? '1', match?.[3]) });
}

/** The first file that exists. Claude writes paths relative to its own root, and sometimes relative to another root. */
async function firstThatIsThere(uris: readonly vscode.Uri[]): Promise<vscode.Uri | undefined> {
  for (const uri of uris) {
    const isThere = await vscode.workspace.fs.stat(uri).then(
      () => true,
      () => false,
    );
    if (isThere) return uri;
  }
  return undefined;
}

/** Whether the path has no scheme but a drive letter, names no other machine and holds no invisible characters. */
function isLocalPath(path: string): boolean {
  return path !== '' && !/^[a-z][a-z\d+.-]+:|^[\\/]{2}|[\p{C}\p{Zl}\p{Zp}]/iu.test(path);
}

const farRight = 1_000_000;

/** The range of a link: a position, or whole lines when there is a last line. */
function selectionOf(document: vscode.TextDocument, first: string, last: string | undefined): vscode.Range {
  const start = new vscode.Position(Math.max(0, Number(first) - 1), 0);
  if (last === undefined) return new vscode.Range(start, start);
  // `validateRange` moves a line beyond the end of the file to the last one.
  return document.validateRange(new vscode.Range(start, new vscode.Position(Math.max(0, Number(last) - 1), farRight)));
}

/** The path with `%20` and the like decoded; a path that is not encoded stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
