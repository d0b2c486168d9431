// What a person does with the Product Doc: one function for each command. Says what went wrong, to the person and in the log.
import * as vscode from 'vscode';
import { nodeFileSystem } from '../../disk/fileSystem.js';
import type { SessionLog } from '../sessions/sessionLoop.js';
import type { DocAct } from '../vscode/contributions.js';
import { showMessage } from '../vscode/plainUi.js';
import { rewriteCard, showCard } from './cardRewriting.js';
import { exportDoc, importDoc } from './docExchange.js';
import { keepInWorkspace } from './docKeeping.js';
import { filesToTakeIn, takeIntoDoc } from './docTaking.js';
import type { FolderDoc } from './folderDoc.js';
import type { Memory } from './memory.js';

const { t } = vscode.l10n;

export interface DocDependencies {
  /** Undefined without a work folder. */
  readonly memory: Memory | undefined;
  readonly log: SessionLog;
}

/** @param given what VS Code gives the command */
export async function runDocAct(act: DocAct, given: unknown, { memory, log }: DocDependencies): Promise<void> {
  try {
    if (memory === undefined) {
      await showMessage(t('Open a folder first: a Product Doc belongs to a folder.'));
      return;
    }
    await acts[act]((await memory.load()).doc, given);
  } catch (error) {
    log.error(`${act} failed: ${String(error)}`);
    const { message } = error instanceof Error ? error : new Error(String(error));
    void showMessage(t('This could not be done with the Product Doc: {0}', message), [], { level: 'error' });
  }
}

const acts: Readonly<Record<DocAct, (doc: FolderDoc, given: unknown) => Promise<void>>> = {
  openProductDoc: openDoc,
  previewProductDoc: async doc => {
    await openDoc(doc);
    const { file } = await doc.places.place();
    if ((await nodeFileSystem.stat(file)) !== undefined)
      await vscode.commands.executeCommand('markdown.showPreviewToSide', vscode.Uri.file(file));
  },
  takeIntoProductDoc: takeIntoDoc,
  keepProductDocInWorkspace: keepInWorkspace,
  showProjectCard: showCard,
  rewriteProjectCard: rewriteCard,
  exportProductDoc: exportDoc,
  importProductDoc: importDoc,
  acceptProductDocText: (doc, uri) => doc.texts.accept(uri),
};

/** A document that is not there yet can begin with what other files say. */
async function openDoc(doc: FolderDoc): Promise<void> {
  const { file, isInWorkspace } = await doc.places.place();
  const isThere = (await nodeFileSystem.stat(file)) !== undefined;
  const files = isThere ? [] : await filesToTakeIn(doc.options.folder);
  if (files.length > 0) {
    const text = t('There is no Product Doc yet. It can begin with what is written down already: {0}', files.join(', '));
    const pressed = await showMessage(text, [t('Choose What to Take In'), t('Begin Empty')]);
    if (pressed === undefined) return;
    if (pressed === 0) return takeIntoDoc(doc);
  }
  await doc.acts.open();
  if (!isInWorkspace || (await nodeFileSystem.stat(doc.places.stored.file)) === undefined) return;
  const pressed = await showMessage(t('There is another Product Doc of this folder in Parley’s storage, which is not used.'), [
    t('Compare'),
  ]);
  if (pressed === 0) await keepInWorkspace(doc);
}
