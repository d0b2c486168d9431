// References to the workspace as words of an answer: `@path`, with `#L1-L9` for lines, as the CLI's own prompt takes them.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { workFolders } from '../vscode/folders.js';
import { makePrivateFolder, privateFileMode } from '../sessions/privateFiles.js';
import type { ListItem } from '../vscode/plainUi.js';
import { askForFiles, pickItem } from '../vscode/plainUi.js';

const { t } = vscode.l10n;

/** `@path`, relative to Claude's working directory when inside it; quoted when it holds white space. */
export function referenceTo(path: string, lines?: { readonly first: number; readonly last: number }): string {
  const inside = relative(workFolders()?.cwd ?? '', path);
  const shown = inside === '' || inside.startsWith('..') || isAbsolute(inside) ? path : inside;
  const place = shown.split(sep).join('/');
  const range = lines === undefined ? '' : lines.first === lines.last ? `#L${lines.first}` : `#L${lines.first}-L${lines.last}`;
  return /\s/.test(place) ? `@"${place}"${range}` : `@${place}${range}`;
}

/** A reference to the selection of the active editor; undefined without a selection in a file. */
export function selectionReference(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== 'file' || editor.selection.isEmpty) return undefined;
  const { start, end } = editor.selection;
  // A selection that ends at the beginning of a line does not include that line.
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return referenceTo(editor.document.uri.fsPath, { first: start.line + 1, last });
}

interface Choice extends ListItem {
  readonly reference: () => Promise<string | undefined>;
}

/** Lets the person choose a reference; undefined when they cancel. */
export async function chooseReference(): Promise<string | undefined> {
  const selected = selectionReference();
  const choices: Choice[] = [
    { label: t('A file…'), iconPath: new vscode.ThemeIcon('file'), reference: chooseFile },
    { label: t('An image…'), iconPath: new vscode.ThemeIcon('file-media'), reference: chooseImage },
  ];
  if (selected !== undefined)
    choices.unshift({
      label: t('The selection'),
      description: selected,
      iconPath: new vscode.ThemeIcon('selection'),
      reference: () => Promise.resolve(selected),
    });
  const chosen = await pickItem(choices, { placeHolder: t('What do you want to add?') });
  return chosen?.reference();
}

const longestList = 5_000;

async function chooseFile(): Promise<string | undefined> {
  const hasRoots = (workFolders()?.others.length ?? 0) > 0;
  const files = vscode.workspace.findFiles('**/*', undefined, longestList).then(uris =>
    uris
      .filter(({ scheme }) => scheme === 'file')
      .map(uri => ({
        uri,
        label: vscode.workspace.asRelativePath(uri, false),
        // The root's name, because two roots may have files of the same path.
        description: hasRoots ? (vscode.workspace.getWorkspaceFolder(uri)?.name ?? '') : '',
      }))
      .sort((left, right) => left.label.localeCompare(right.label)),
  );
  const chosen = await pickItem(files, { placeHolder: t('Which file?') });
  return chosen && referenceTo(chosen.uri.fsPath);
}

const imageTypes: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp' };

async function chooseImage(): Promise<string | undefined> {
  const chosen = await askForFiles({
    title: t('Add an image'),
    openLabel: t('Add'),
    filters: { [t('Images')]: [...Object.values(imageTypes), 'jpeg'] },
  });
  return chosen?.[0] === undefined ? undefined : referenceTo(chosen[0].fsPath);
}

/** Stores a pasted image under a name made of its content, and returns the reference to it. */
export async function keepImage(folder: string, mediaType: string, base64: string): Promise<string> {
  const extension = Object.hasOwn(imageTypes, mediaType) ? imageTypes[mediaType] : undefined;
  if (extension === undefined) throw new Error(t('Claude cannot read images of type {0}.', mediaType));
  const bytes = Buffer.from(base64, 'base64');
  const path = join(folder, `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${extension}`);
  await makePrivateFolder(folder);
  await writeFile(path, bytes, { mode: privateFileMode });
  return referenceTo(path);
}
