// What of the workspace a person refers to: the selection, a file, an image. In an answer it stands as words: `@path`, with `#L1-L9` for
// lines, as the CLI's own prompt takes them.
import { isAbsolute, join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { mentionOf } from '../../shared/attachments.js';
import { anyImage } from '../../shared/imageReferences.js';
import { workFolders } from '../vscode/folders.js';
import type { ListItem } from '../vscode/plainUi.js';
import { askForFiles, pickItem } from '../vscode/plainUi.js';

const { t } = vscode.l10n;

/** What the person chose; `path` is absolute. */
export type Chosen =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'image'; readonly path: string }
  | { readonly kind: 'selection'; readonly path: string; readonly first: number; readonly last: number; readonly text: string };

export type SelectedCode = Extract<Chosen, { kind: 'selection' }>;

/** What was selected in a terminal; `lines`: how many. */
export interface TerminalText {
  readonly kind: 'terminal';
  readonly name: string;
  readonly lines: number;
  readonly text: string;
}

/** `name`: of the list of problems, in the person's language; `lines`: how many. */
export interface ProblemsText {
  readonly kind: 'problems';
  readonly name: string;
  readonly lines: number;
  readonly text: string;
}

/** The path as Claude is told it: relative to its working directory when inside it, with `/` between its parts. */
export function placeOf(path: string): string {
  const inside = relative(workFolders()?.cwd ?? '', path);
  const shown = inside === '' || inside.startsWith('..') || isAbsolute(inside) ? path : inside;
  return shown.split(sep).join('/');
}

/** As words of an answer. */
export function referenceTo(chosen: Chosen): string {
  return mentionOf(placeOf(chosen.path), chosen.kind === 'selection' ? chosen : undefined);
}

/** In this folder of a chat's images. */
export function imageReferenceIn(folder: string, file: string): string {
  return referenceTo({ kind: 'image', path: join(folder, file) });
}

/** As `splitImages` takes it. */
export function anyReferenceIn(folder: string): string {
  return imageReferenceIn(folder, anyImage);
}

/** The selection of the active editor; undefined without a selection in a file. */
export function selectionIn(editor: vscode.TextEditor | undefined): SelectedCode | undefined {
  if (editor?.document.uri.scheme !== 'file' || editor.selection.isEmpty) return undefined;
  const { start, end } = editor.selection;
  // A selection that ends at the beginning of a line does not include that line.
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  const text = editor.document.getText(editor.selection);
  return { kind: 'selection', path: editor.document.uri.fsPath, first: start.line + 1, last, text };
}

interface Choice extends ListItem {
  readonly choose: () => Promise<Chosen | undefined>;
}

/** Lets the person choose; undefined when they cancel. */
export async function chooseReference(): Promise<Chosen | undefined> {
  const selected = selectionIn(vscode.window.activeTextEditor);
  const choices: Choice[] = [
    { label: t('A file…'), iconPath: new vscode.ThemeIcon('file'), choose: chooseFile },
    { label: t('An image…'), iconPath: new vscode.ThemeIcon('file-media'), choose: chooseImage },
  ];
  if (selected !== undefined)
    choices.unshift({
      label: t('The selection'),
      description: referenceTo(selected),
      iconPath: new vscode.ThemeIcon('selection'),
      choose: () => Promise.resolve(selected),
    });
  const chosen = await pickItem(choices, { placeHolder: t('What do you want to add?') });
  return chosen?.choose();
}

const longestList = 5_000;

async function chooseFile(): Promise<Chosen | undefined> {
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
