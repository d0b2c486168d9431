// The files among which a name is looked up.
import { isAbsolute, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { allWorkFolders } from './folders.js';

/** The folders that each hold the files of the workspace once more. */
export const worktrees = '**/.claude/worktrees/**';

/**
 * The files of the workspace, or of the worktree in which Claude works, at most `most`. `place`: where Claude works; undefined for the first folder.
 */
export function filesFor(glob: string, most: number, place: string | undefined): Thenable<vscode.Uri[]> {
  return place !== undefined && isElsewhere(place)
    ? vscode.workspace.findFiles(new vscode.RelativePattern(vscode.Uri.file(place), glob), undefined, most)
    : vscode.workspace.findFiles(glob, worktrees, most);
}

/** The folders of these files; the place in which Claude works is one of its own. */
export function foldersFor(place: string | undefined): readonly string[] {
  const all = allWorkFolders();
  if (place === undefined || all.includes(place)) return all;
  return isElsewhere(place) ? [place] : [place, ...all];
}

function isElsewhere(place: string): boolean {
  return !allWorkFolders().some(root => isAmongFiles(relative(root, place)));
}

function isAmongFiles(path: string): boolean {
  const parts = path.split(sep);
  return !isAbsolute(path) && parts[0] !== '..' && !parts.some((part, at) => part === '.claude' && parts[at + 1] === 'worktrees');
}
