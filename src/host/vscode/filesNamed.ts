// Looks a part of a path up among the files of the workspace.
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../chats/chatDependencies.js';
import { foldersFor, worktrees } from './foldersFor.js';
import { listFiles } from './listFiles.js';

/** More files of a folder are not looked at. */
const mostListed = 400_000;

/**
 * The files whose path ends like this, those nearest to Claude: below the place in which it works, else in all folders. What git ignores and what a
 * search in VS Code leaves out, such as build output, counts only where nothing else has the name; of it at most `mostHidden` are found. `place`: as in `foldersFor`.
 */
export async function filesNamed(end: string, mostHidden: number, place: string | undefined, log: Log): Promise<readonly vscode.Uri[]> {
  const all = foldersFor(place);
  const groups = [all.filter(folder => folder === place), all.filter(folder => folder !== place)];
  return (
    (await firstFound(groups, folder => listedNamed(end, folder, log))) ??
    (await firstFound(groups, folder => hiddenNamed(end, folder, mostHidden))) ??
    []
  );
}

type Look = (folder: string) => Thenable<readonly vscode.Uri[]>;

/** What is found in the first of these groups of folders that has anything. */
async function firstFound(groups: readonly (readonly string[])[], look: Look): Promise<readonly vscode.Uri[] | undefined> {
  for (const folders of groups) {
    const found = (await Promise.all(folders.map(look))).flat();
    // One of two folders may lie in the other.
    if (found.length > 0)
      return [...new Map(found.map(uri => [uri.fsPath, uri])).values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  }
  return undefined;
}

async function listedNamed(end: string, folder: string, log: Log): Promise<readonly vscode.Uri[]> {
  const found: vscode.Uri[] = [];
  const take = (path: string): void => {
    if (`/${path}`.endsWith(`/${end}`)) found.push(vscode.Uri.file(join(folder, path)));
  };
  await listFiles(folder, { most: mostListed, found: take, log, isIgnoredIn: false });
  return found;
}

async function hiddenNamed(end: string, folder: string, most: number): Promise<readonly vscode.Uri[]> {
  // A glob would be another name.
  if (/[*?[\]{}]/.test(end)) return [];
  return vscode.workspace.findFiles(new vscode.RelativePattern(vscode.Uri.file(folder), `**/${end}`), worktrees, most);
}
