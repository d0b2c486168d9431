// What VS Code's editor for several files shows of Parley's. VS Code tells an extension nothing of the files in that editor but its title, so what stands on the
// left of a file is remembered here by the title, and no two editors that show something else have the same one.
import * as vscode from 'vscode';
import { plain } from '../../../shared/plain.js';
import { showChanges } from '../../vscode/plainLater.js';
import { snapshotAt } from './snapshotFiles.js';

type Shown = readonly [file: vscode.Uri, before: vscode.Uri | undefined, after: vscode.Uri | undefined];

/** The left sides of an editor, by the address of the file; undefined where nothing stood there. */
type Lefts = ReadonlyMap<string, vscode.Uri | undefined>;

/** What each editor shows that is open, by its title. */
const shownBy = new Map<string, Lefts>();

export async function showInEditor(title: string, files: readonly Shown[]): Promise<void> {
  const labels = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
  for (const known of shownBy.keys()) if (!labels.some(label => label.startsWith(known))) shownBy.delete(known);
  const lefts: Lefts = new Map(files.map(([file, before]) => [file.toString(), before]));
  const name = plain(title);
  let own = name;
  for (let nth = 2; !isSame(shownBy.get(own) ?? lefts, lefts); nth++) own = `${name} (${nth})`;
  shownBy.set(own, lefts);
  await showChanges(own, files);
}

function isSame(one: Lefts, other: Lefts): boolean {
  return one.size === other.size && [...one].every(([file, left]) => other.has(file) && other.get(file)?.toString() === left?.toString());
}

/** The left side that the person sees beside this file, in a diff of Parley's that is in front; undefined where none is, or nothing stood there. */
export function leftInFront(file: vscode.Uri): vscode.Uri | undefined {
  const { input, label = '' } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  if (input instanceof vscode.TabInputTextDiff)
    return input.modified.toString() === file.toString() && snapshotAt(input.original) !== undefined ? input.original : undefined;
  // The editor for several files has no class in VS Code's interface. Behind its title VS Code says how many they are.
  if (input instanceof vscode.TabInputText) return undefined;
  const titles = [...shownBy.keys()].filter(title => label.startsWith(title));
  return shownBy.get(titles.sort((one, other) => other.length - one.length)[0] ?? '')?.get(file.toString());
}
