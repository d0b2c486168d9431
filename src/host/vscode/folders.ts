// The folders in which Claude works: one workspace folder, with the others added. Also why it may not work here.
import * as vscode from 'vscode';

export interface WorkFolders {
  readonly cwd: string;
  readonly others: readonly string[];
}

/** The folders on disk, with `chosen` as the working directory, else the first one; undefined when none is open, or `chosen` is none of them. */
export function workFolders(chosen?: string): WorkFolders | undefined {
  const all = allWorkFolders();
  const cwd = chosen ?? all[0];
  return cwd === undefined || !all.includes(cwd) ? undefined : { cwd, others: all.filter(path => path !== cwd) };
}

/** `chosen` and the others, else the first folder and the others; empty when none is open. A folder that is gone from the window is left out. */
export function allWorkFolders(chosen?: string): readonly string[] {
  const paths = (vscode.workspace.workspaceFolders ?? []).filter(folder => folder.uri.scheme === 'file').map(folder => folder.uri.fsPath);
  return chosen === undefined ? paths : paths.sort((one, other) => Number(other === chosen) - Number(one === chosen));
}

/** The working directory of a chat that has this folder, which may be gone, or has chosen none; undefined when none is open. */
export function workFolder(chosen: string | undefined): string | undefined {
  return chosen ?? allWorkFolders()[0];
}

/** Why no CLI may be started here; undefined where one may. */
export type StartBlocker = 'untrusted' | 'noFolder' | undefined;
/** Why no message may be sent in a chat. `agents`: other agents ask in it. */
export type PromptBlocker = StartBlocker | 'agents';

export function startBlocker(): StartBlocker {
  if (!vscode.workspace.isTrusted) return 'untrusted';
  return workFolders() === undefined ? 'noFolder' : undefined;
}
