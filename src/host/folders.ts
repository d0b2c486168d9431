// Where Claude works: the first workspace folder, with the others added. And why it may not work here.
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

/** Why nothing may be started here, if so. */
export type Gate = 'untrusted' | 'noFolder' | undefined;

export function currentGate(): Gate {
  if (!vscode.workspace.isTrusted) return 'untrusted';
  return workFolders() === undefined ? 'noFolder' : undefined;
}
