// A file that Claude is about to read or to write while an editor holds changes of it that are not on the disk. Import it lazily. The editor is
// saved first; where it cannot be saved, the person decides. Nothing here takes the focus.
import * as vscode from 'vscode';
import type { Log } from '../../chats/chatDependencies.js';
import { showMessage } from '../../vscode/plainUi.js';
import { actOf } from '../../../shared/tools.js';
import { isSameFile } from './sameFile.js';
import { within } from '../../../claude/process/within.js';

/** A participant of the save may wait for ever, as for a server that does not answer. In milliseconds. */
const saveLimit = 30_000;
/** A call does not wait longer for a person who is away. In milliseconds. */
export const askLimit = 10 * 60_000;

type Held = vscode.TextDocument | vscode.NotebookDocument;

/** The questions under way by the address of their file, so that two calls at once ask once. */
const asked = new Map<string, Promise<string | undefined>>();

/**
 * Resolves when the disk has what the editors show of the file, or the person lets Claude go on without; with a sentence for Claude where the
 * call is to be stopped. `path`: as the tool's input has it; `folder`: in which the chat works. Costs a look at the open documents where no editor holds changes.
 */
export async function savedFirst(
  { path, toolName, folder }: { readonly path: string; readonly toolName: string; readonly folder: string },
  log: Log,
): Promise<string | undefined> {
  const unsaved = [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments].filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === 'file',
  );
  if (unsaved.length === 0) return undefined;
  for (const held of unsaved) {
    if (!(await isSameFile(held.uri.fsPath, path, folder))) continue;
    const key = held.uri.toString();
    const saving = asked.get(key) ?? saved(held, toolName, log).finally(() => asked.delete(key));
    asked.set(key, saving);
    const stop = await saving;
    if (stop !== undefined) return stop;
  }
  return undefined;
}

async function saved(held: Held, toolName: string, log: Log): Promise<string | undefined> {
  if (await savedInTime(held, log)) return undefined;
  for (;;) {
    const decision = await savedWithin(askLimit, ask(held, toolName), log);
    if (decision === 'goOn') return undefined;
    if (decision !== 'save') return stopped(decision === 'stop');
    if (await savedWithin(saveLimit, overwritten(held), log)) return undefined;
  }
}

/** Whether the disk has what the editor shows. False where that takes longer than a person would wait, or fails. */
export async function savedInTime(held: Held, log: Log): Promise<boolean> {
  return (await savedWithin(saveLimit, held.save(), log)) === true;
}

/** Undefined where it takes longer, or has failed. */
async function savedWithin<T>(ms: number, work: Thenable<T>, log: Log): Promise<T | undefined> {
  try {
    return await within(work, ms, () => undefined);
  } catch (error) {
    log.warn(`An editor could not be saved: ${String(error)}`);
    return undefined;
  }
}

async function ask({ uri }: Held, toolName: string): Promise<'save' | 'goOn' | 'stop' | undefined> {
  const file = vscode.workspace.asRelativePath(uri);
  const text =
    actOf(toolName) === 'read'
      ? vscode.l10n.t('Claude wants to read {0}, which has changes in an editor that could not be saved.', file)
      : vscode.l10n.t('Claude wants to change {0}, which has changes in an editor that could not be saved.', file);
  const buttons = [vscode.l10n.t('Overwrite File'), vscode.l10n.t('Use File on Disk'), vscode.l10n.t('Stop This Call')];
  // Claude waits for the answer, and VS Code hides a warning after some seconds, but no error that has buttons.
  const pressed = await showMessage(text, buttons, { level: 'error' });
  return pressed === undefined ? undefined : (['save', 'goOn', 'stop'] as const)[pressed];
}

/** Puts the text of the editor on the disk whatever is there, then lets VS Code save it, which finds the disk as the editor has it. */
async function overwritten(held: Held): Promise<boolean> {
  if ('encoding' in held) {
    const bytes = await vscode.workspace.encode(held.getText(), { encoding: held.encoding });
    await vscode.workspace.fs.writeFile(held.uri, bytes);
  }
  return held.save();
}

/** What Claude reads as the result of the call. */
function stopped(byPerson: boolean): string {
  const why = byPerson ? 'The user has stopped this call, because' : 'This call was stopped, because';
  return `${why} the file has unsaved changes in an editor that could not be saved. Do not read or write this file in another way before the user says so.`;
}
