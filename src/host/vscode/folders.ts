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

/** The first folder and the others; empty when none is open. */
export function allWorkFolders(): readonly string[] {
  const folders = workFolders();
  return folders === undefined ? [] : [folders.cwd, ...folders.others];
}

/** Why no CLI may be started here; undefined where one may. */
export type StartBlocker = 'untrusted' | 'noFolder' | undefined;
/** Why no message may be sent in a chat. `agents`: other agents ask in it. */
export type PromptBlocker = StartBlocker | 'agents';

export function startBlocker(): StartBlocker {
  if (!vscode.workspace.isTrusted) return 'untrusted';
  return workFolders() === undefined ? 'noFolder' : undefined;
}
