// What of the workspace a person refers to: the selection, a file, an image. In an answer it stands as words: `@path`, with `#L1-L9` for
// lines, as the CLI's own prompt takes them.
import { isAbsolute, join, relative, sep } from 'node:path';
import type * as vscode from 'vscode';
import { mentionOf } from '../../shared/attachments.js';
import { anyImage } from '../../shared/imageReferences.js';
import { workFolder } from '../vscode/folders.js';

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

/** The path as Claude is told it: relative to its working directory when inside it, with `/` between its parts. `folder`: of the chat. */
export function placeOf(path: string, folder: string | undefined): string {
  const inside = relative(workFolder(folder) ?? '', path);
  const shown = inside === '' || inside.startsWith('..') || isAbsolute(inside) ? path : inside;
  return shown.split(sep).join('/');
}

/** The reference as words of an answer. */
export function referenceTo(chosen: Chosen, folder: string | undefined): string {
  return mentionOf(placeOf(chosen.path, folder), chosen.kind === 'selection' ? chosen : undefined);
}

/** The reference to an image in `images`, the folder of a chat's images. `folder`: where the chat works. */
export function imageReferenceIn(images: string, file: string, folder: string | undefined): string {
  return referenceTo({ kind: 'image', path: join(images, file) }, folder);
}

/** The reference to any image in `images`, from which `splitImages` makes its pattern. */
export function anyReferenceIn(images: string, folder: string | undefined): string {
  return imageReferenceIn(images, anyImage, folder);
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
