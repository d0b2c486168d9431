// The lists in which a person chooses what to add: the selection, a file, an image. Import it lazily.
import * as vscode from 'vscode';
import { allWorkFolders } from '../vscode/folders.js';
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
export async function chooseReference(folder: string | undefined): Promise<Chosen | undefined> {
  const selected = selectionIn(vscode.window.activeTextEditor);
  const choices: Choice[] = [
    { label: t('A file…'), iconPath: new vscode.ThemeIcon('file'), choose: chooseFile },
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

const longestList = 5_000;

async function chooseFile(): Promise<Chosen | undefined> {
  const hasRoots = allWorkFolders().length > 1;
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
  return chosen && { kind: 'file', path: chosen.uri.fsPath };
}

async function chooseImage(): Promise<Chosen | undefined> {
  const chosen = await askForFiles({
    title: t('Add an image'),
    openLabel: t('Add'),
    filters: { [t('Images')]: ['png', 'jpg', 'jpeg', 'gif', 'webp'] },
  });
  return chosen?.[0] && { kind: 'image', path: chosen[0].fsPath };
}
