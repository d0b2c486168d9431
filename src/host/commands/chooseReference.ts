// The lists in which a person chooses what to add: the selection, a file, an image. Import it lazily.
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../chats/chatDependencies.js';
import { editorInUse } from '../vscode/editorInUse.js';
import { foldersFor } from '../vscode/foldersFor.js';
import { listFiles } from '../vscode/listFiles.js';
import { askForFiles } from '../vscode/plainLater.js';
import type { ListItem } from '../vscode/plainUi.js';
import { pickItem } from '../vscode/plainUi.js';
import type { Chosen } from './references.js';
import { referenceTo, selectionIn } from './references.js';

const { t } = vscode.l10n;

interface Choice extends ListItem {
  readonly choose: () => Promise<Chosen | undefined>;
}

/** Lets the person choose; undefined when they cancel. `folder`: in which the chat works; undefined for the first one. */
export async function chooseReference(folder: string | undefined, log: Log): Promise<Chosen | undefined> {
  const selected = selectionIn(editorInUse());
  const choices: Choice[] = [
    { label: t('A file…'), iconPath: new vscode.ThemeIcon('file'), choose: () => chooseFile(folder, log) },
    { label: t('An image…'), iconPath: new vscode.ThemeIcon('file-media'), choose: chooseImage },
  ];
  if (selected !== undefined)
    choices.unshift({
      label: t('The selection'),
      description: referenceTo(selected, folder),
      iconPath: new vscode.ThemeIcon('selection'),
      choose: () => Promise.resolve(selected),
    });
  const chosen = await pickItem(choices, { placeHolder: t('What do you want to add?') });
  return chosen?.choose();
}

/** VS Code is given all rows at once. */
const longestList = 10_000;

interface FileRow extends ListItem {
  /** Absolute; undefined for the row that leads to all other files. */
  readonly path?: string;
}

async function chooseFile(folder: string | undefined, log: Log): Promise<Chosen | undefined> {
  const row = await pickItem(fileRows(folder, log), { placeHolder: t('Which file?') });
  const path =
    row === undefined ? undefined : (row.path ?? (await askForFiles({ title: t('Add a file'), openLabel: t('Add') }))?.[0]?.fsPath);
  return path === undefined ? undefined : { kind: 'file', path };
}

/** The files that `@` in the message box knows. */
async function fileRows(folder: string | undefined, log: Log): Promise<readonly FileRow[]> {
  const folders = foldersFor(folder);
  const rows = new Map<string, FileRow>();
  const list = async (own: string): Promise<void> => {
    const found: string[] = [];
    await listFiles(own, { most: longestList + 1, found: path => found.push(path), log, isIgnoredIn: true });
    // The folder's name, because two folders may have files of the same path.
    const description = folders.length > 1 ? nameOf(own) : '';
    for (const label of found) {
      const path = join(own, label);
      // Where one folder lies in the other, the file has the shorter name.
      if ((rows.get(path)?.label.length ?? Infinity) > label.length) rows.set(path, { label, description, path });
    }
  };
  await Promise.all(folders.map(list));
  const listed = [...rows.values()].slice(0, longestList).sort((left, right) => left.label.localeCompare(right.label));
  const isCut = rows.size > longestList;
  const description = isCut ? t('only {0} files are listed here', longestList) : '';
  return [...listed, { codicon: 'folder-opened', label: t('Another file…'), description, alwaysShow: true }];
}

function nameOf(folder: string): string {
  return vscode.workspace.workspaceFolders?.find(({ uri }) => uri.fsPath === folder)?.name ?? basename(folder);
}

async function chooseImage(): Promise<Chosen | undefined> {
  const chosen = await askForFiles({
    title: t('Add an image'),
    openLabel: t('Add'),
    filters: { [t('Images')]: ['png', 'jpg', 'jpeg', 'gif', 'webp'] },
  });
  return chosen?.[0] && { kind: 'image', path: chosen[0].fsPath };
}
