// Opens the links in answers, or says why not. Import it lazily.
import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { plain } from '../../shared/plain.js';
import { rootOf } from '../cli/workPlaces.js';
import type { Log } from '../chats/chatDependencies.js';
import { filesNamed } from '../vscode/filesNamed.js';
import { allWorkFolders } from '../vscode/folders.js';
import { openPage } from './actions.js';
import type { LinkPlace } from './linkPlace.js';
import { lineOfHeading, linkPlaceOf } from './linkPlace.js';

const { t } = vscode.l10n;

/**
 * Opens a link that Claude wrote: a web address (VS Code asks first), an e-mail address, or a file or folder of the workspace or of a worktree of its
 * repository, with a line, a column, several lines or a heading as `linkPlaceOf` reads them. Opens nothing else, because the text is the model's and not
 * to be trusted. `folder`: in which the chat works; undefined for the first one. `at`: where Claude is, when that is another place. Returns a sentence
 * where the link did not lead where it says.
 */
export async function openLink(href: string, log: Log, folder?: string, at?: string): Promise<string | undefined> {
  if (/^https?:\/\//i.test(href)) {
    await openPage(href);
    return undefined;
  }
  if (/^mailto:/i.test(href)) {
    await vscode.env.openExternal(vscode.Uri.parse(withoutFiles(href), true));
    return undefined;
  }
  const place = linkPlaceOf(href);
  if (place === undefined) return t('Parley opens web pages, e-mail addresses, and files and folders of this workspace.');
  const from = [...new Set([at, folder, ...allWorkFolders(folder)])].filter(one => one !== undefined);
  // Resolved before the check, because `..` can lead out of a folder that the path begins with.
  const places = [...new Set(from.map(root => resolve(root, place.path)))];
  const isOurs = await Promise.all(places.map(isOfWorkspace));
  const allowed = places.filter((_, index) => isOurs[index]).map(path => vscode.Uri.file(path));
  if (allowed.length === 0) return t('This is outside of the folders that are open here: {0}', plain(place.path));
  const there = (await firstThatIsThere(allowed)) ?? (await onlyOneBelow(place.path, at, log));
  if (typeof there === 'string') return there;
  if (there.isFolder) return showFolder(there.uri);
  return openFile(there.uri, place);
}

/**
 * Leaves only what is seen in the message of an e-mail address: some mail programs take `attach` for a file of the person's. VS Code asks for none.
 */
function withoutFiles(href: string): string {
  const [address = '', fields = ''] = href.split(/\?(.*)/s);
  const seen = fields.split('&').filter(field => /^(?:subject|body|cc)=/i.test(field));
  return seen.length === 0 ? address : `${address}?${seen.join('&')}`;
}

async function isOfWorkspace(path: string): Promise<boolean> {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path)) !== undefined || (await rootOf(path, allWorkFolders())) !== undefined;
}

interface Found {
  readonly uri: vscode.Uri;
  readonly isFolder: boolean;
}

/** The first that exists. Claude writes paths relative to its own root, and sometimes relative to another root. */
async function firstThatIsThere(uris: readonly vscode.Uri[]): Promise<Found | undefined> {
  for (const uri of uris) {
    const stat = await vscode.workspace.fs.stat(uri).then(
      found => found,
      () => undefined,
    );
    if (stat !== undefined) return { uri, isFolder: (stat.type & vscode.FileType.Directory) !== 0 };
  }
  return undefined;
}

/** The only file whose path ends like this one, because Claude now and then leaves the folders out. A sentence where there is none, or several. */
async function onlyOneBelow(path: string, at: string | undefined, log: Log): Promise<Found | string> {
  const gone = t('Not found: {0}', plain(path));
  const end = path.replaceAll('\\', '/').replace(/^\.\//, '');
  if (end.startsWith('/') || /^[a-z]:/i.test(end) || end.split('/').includes('..')) return gone;
  // A command can have taken Claude anywhere.
  const found = await filesNamed(end, mostNamed + 1, at === undefined || (await isOfWorkspace(at)) ? at : undefined, log);
  const [first, ...others] = found;
  if (first === undefined) return gone;
  if (others.length === 0) return { uri: first, isFolder: false };
  const names = found.slice(0, mostNamed).map(uri => plain(vscode.workspace.asRelativePath(uri)));
  return t('Several files have this name: {0}', `${names.join(', ')}${found.length > mostNamed ? ', …' : ''}`);
}

const mostNamed = 3;

/** VS Code's Explorer has the folders of the window alone, and shows nothing for another one. */
async function showFolder(uri: vscode.Uri): Promise<string | undefined> {
  const { remoteName, uiKind } = vscode.env;
  if (vscode.workspace.getWorkspaceFolder(uri) !== undefined) await vscode.commands.executeCommand('revealInExplorer', uri);
  // The file manager is that of the computer on which the window is.
  else if (remoteName === undefined && uiKind === vscode.UIKind.Desktop) await vscode.commands.executeCommand('revealFileInOS', uri);
  else return t('The Explorer does not show this folder, because it is not open in this window: {0}', plain(uri.fsPath));
  return undefined;
}

async function openFile(uri: vscode.Uri, place: LinkPlace): Promise<string | undefined> {
  // VS Code takes a PDF for text where its beginning has no zero.
  const isPdf = uri.path.toLowerCase().endsWith('.pdf');
  const document = isPdf
    ? undefined
    : await vscode.workspace.openTextDocument(uri).then(
        opened => opened,
        () => undefined,
      );
  if (document === undefined) {
    // An image, a PDF, or what VS Code takes for no text: the editor that VS Code has for it.
    await vscode.commands.executeCommand('vscode.open', uri, { preview: true });
    return undefined;
  }
  const heading = place.heading === undefined ? undefined : lineOfHeading(document.getText(), place.heading);
  const selection = heading === undefined ? selectionOf(document, place) : new vscode.Range(heading, 0, heading, 0);
  await vscode.window.showTextDocument(document, { preview: true, selection });
  return place.heading !== undefined && heading === undefined
    ? t('The file is open. It has no heading “{0}”.', plain(place.heading))
    : undefined;
}

const farRight = 1_000_000;

/** The range of a link: a position, or whole lines when there is a last line. */
function selectionOf(document: vscode.TextDocument, { line = 1, column = 1, lastLine }: LinkPlace): vscode.Range {
  const first = Math.max(0, line - 1);
  // `validateRange` moves a line beyond the end of the file to the last one.
  if (lastLine !== undefined) return document.validateRange(new vscode.Range(first, 0, Math.max(0, lastLine - 1), farRight));
  const start = document.validatePosition(new vscode.Position(first, Math.max(0, column - 1)));
  return new vscode.Range(start, start);
}
