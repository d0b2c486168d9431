// What VS Code's editor for several files shows of Parley's. VS Code tells an extension nothing of the files in that editor, so what stands on the left of a
// file is remembered here.
import * as vscode from 'vscode';
import { plain } from '../../../shared/plain.js';
import { showChanges } from '../../vscode/plainLater.js';
import { snapshotAt } from './snapshotFiles.js';

type Shown = readonly [file: vscode.Uri, before: vscode.Uri | undefined, after: vscode.Uri | undefined];

/** What each file was shown with last, by the address of the file. */
const lefts = new Map<string, { readonly title: string; readonly left: vscode.Uri }>();

export async function showInEditor(title: string, files: readonly Shown[]): Promise<void> {
  for (const [file, before] of files) {
    if (before === undefined) lefts.delete(file.toString());
    else lefts.set(file.toString(), { title: plain(title), left: before });
  }
  await showChanges(title, files);
}

/** The left side that the person sees beside this file, in a diff of Parley's that is in front; undefined where none is. */
export function leftInFront(file: vscode.Uri): vscode.Uri | undefined {
  const { input, label = '' } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  if (input instanceof vscode.TabInputTextDiff)
    return input.modified.toString() === file.toString() && snapshotAt(input.original) !== undefined ? input.original : undefined;
  // The editor for several files has no class in VS Code's interface. Behind its title VS Code says how many they are.
  const known = input instanceof vscode.TabInputText ? undefined : lefts.get(file.toString());
  return known !== undefined && label.startsWith(known.title) ? known.left : undefined;
}
