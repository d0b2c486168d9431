// The folders in which files are looked up.
import { isAbsolute, relative, sep } from 'node:path';
import { allWorkFolders } from './folders.js';

/** The folders that each hold the files of the workspace once more. */
export const worktrees = '**/.claude/worktrees/**';

/**
 * The folders of the workspace, or the worktree in which Claude works; another place in which it works is one of its own. `place`: where Claude works;
 * undefined for the first folder.
 */
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
