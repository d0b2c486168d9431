// The folders in which Claude works: the first workspace folder, with the others added. Also why it may not work here.
import * as vscode from 'vscode';

export interface WorkFolders {
  readonly cwd: string;
  readonly others: readonly string[];
}

/** The folders on disk, or undefined when none is open. */
export function workFolders(): WorkFolders | undefined {
  const paths = (vscode.workspace.workspaceFolders ?? []).filter(folder => folder.uri.scheme === 'file').map(folder => folder.uri.fsPath);
  const [cwd, ...others] = paths;
  return cwd === undefined ? undefined : { cwd, others };
}

/** Why no CLI may be started here; undefined where one may. */
export type StartBlocker = 'untrusted' | 'noFolder' | undefined;

export function startBlocker(): StartBlocker {
  if (!vscode.workspace.isTrusted) return 'untrusted';
  return workFolders() === undefined ? 'noFolder' : undefined;
}
