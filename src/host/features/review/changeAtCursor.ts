// Takes back the change at the cursor, in a diff or in an ordinary editor: the arrow of VS Code's diff for the keyboard. It changes the text in the editor, where
// it can be undone like anything that was typed.
import { relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { pathsOf } from '../../../review/changes.js';
import { changesAt, isOf, without } from '../../../review/changeAtLines.js';
import { changeOf } from '../../../shared/textChange.js';
import { showMessage } from '../../vscode/plainUi.js';
import { leftInFront } from './shownChanges.js';
import { snapshotUri } from './snapshotFiles.js';
import type { TurnChanges } from './turnChanges.js';

const { t } = vscode.l10n;

export async function revertChangeAtCursor(changes: TurnChanges): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return void showMessage(t('Put the cursor into a change of Claude’s in an editor first.'));
  const { document, selection } = editor;
  const now = plainText(document);
  const nothing = t('Claude has changed nothing at the cursor, as far as is known.');
  const shown = leftInFront(document.uri);
  const turn = shown === undefined ? await lastTurn(changes, document.uri) : undefined;
  const left = shown ?? turn?.before;
  if (left === undefined && turn === undefined) return void showMessage(nothing);
  const before = left === undefined ? '' : plainText(await vscode.workspace.openTextDocument(left));
  const found = changesAt(before, now, selection.start.line, selection.end.line);
  if (found === undefined) {
    void showMessage(t('Too much of this file has changed to tell which change is at the cursor, so it is left as it is.'));
    return turn && changes.open(turn.id, turn.path);
  }
  if (found.length === 0) return void showMessage(nothing);
  if (turn !== undefined) {
    // Of what the person cannot see in a diff nothing of their own is taken.
    const after = plainText(await vscode.workspace.openTextDocument(turn.after));
    if (!found.every(change => isOf(change, before, after))) {
      void showMessage(t('Something else was written here since Claude’s turn, so it is shown and left as it is.'));
      return changes.open(turn.id, turn.path);
    }
  }
  const change = changeOf(now, without(now, found));
  if (change === null || now !== plainText(document)) return;
  const range = new vscode.Range(positionAt(now, change.at), positionAt(now, change.at + change.length));
  const lineEnd = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, change.insert.replaceAll('\n', lineEnd));
  if (!(await vscode.workspace.applyEdit(edit))) void showMessage(t('VS Code does not let this file be changed.'));
}

interface LastTurn {
  /** Id of the row. */
  readonly id: string;
  readonly path: string;
  /** Undefined: the turn has made the file. */
  readonly before: vscode.Uri | undefined;
  readonly after: vscode.Uri;
}

/** The last turn of the chat that has changed this file, and left it there. */
async function lastTurn(changes: TurnChanges, { scheme, fsPath }: vscode.Uri): Promise<LastTurn | undefined> {
  if (scheme !== 'file') return undefined;
  for (const row of changes.rows) {
    const [turn] = await changes.turnsOf([row]);
    if (turn === undefined) continue;
    const path = relative(turn.folder, fsPath).split(sep).join('/');
    const file = turn.files.find(one => pathsOf(one).some(part => part.path === path));
    if (file === undefined) continue;
    const { from = path, before, after } = file;
    if (after === undefined || file.path !== path) return undefined;
    const left = before && snapshotUri(turn.folder, from, before.blob);
    return { id: row.id, path, before: left, after: snapshotUri(turn.folder, path, after.blob) };
  }
  return undefined;
}

/** The text with `\n` between its lines. */
function plainText(document: vscode.TextDocument): string {
  return document.getText().replaceAll('\r\n', '\n');
}

function positionAt(text: string, offset: number): vscode.Position {
  const lines = text.slice(0, offset).split('\n');
  return new vscode.Position(lines.length - 1, lines.at(-1)?.length ?? 0);
}
