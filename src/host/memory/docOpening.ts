// Opens the Product Doc for the person, by a command or from a chat. Owns what is offered where there is no document yet, or there are two.
import * as vscode from 'vscode';
import { nodeFileSystem } from '../../disk/fileSystem.js';
import { showMessage } from '../vscode/plainUi.js';
import { askToTell } from './docAsking.js';
import { keepInWorkspace } from './docKeeping.js';
import { filesToTakeIn, takeIntoDoc } from './docTaking.js';
import { placeFaultForPerson } from './docWords.js';
import type { FolderDoc } from './folderDoc.js';

const { t } = vscode.l10n;

export async function openDoc(doc: FolderDoc): Promise<void> {
  if (await showDoc(doc)) await tellOfPlace(doc);
}

/** A document that is not there yet can begin with what other files say. True where it is open now, and `tellOfPlace` is to follow. */
export async function showDoc(doc: FolderDoc): Promise<boolean> {
  const { file } = await doc.places.place();
  const isThere = (await nodeFileSystem.stat(file)) !== undefined;
  const files = isThere ? [] : await filesToTakeIn(doc);
  if (files.length > 0) {
    const text = t('There is no Product Doc yet. It can begin with what is written down already: {0}', files.join(', '));
    const pressed = await showMessage(text, [t('Choose What to Import'), t('Begin Empty')]);
    if (pressed === undefined) return false;
    if (pressed === 0) {
      await takeIntoDoc(doc);
      return false;
    }
  }
  await doc.acts.open();
  return true;
}

/** Says that Claude is not told the document yet, or which other place of it counts. Resolves once the person has closed what is said. */
export async function tellOfPlace(doc: FolderDoc): Promise<void> {
  const { isInWorkspace } = await doc.places.place();
  const { foreign } = await doc.places.fileToTell();
  if (foreign !== undefined) return void (await askToTell(doc, foreign, true));
  const { name, fault } = await doc.places.wanted();
  if (fault !== undefined) await showMessage(placeFaultForPerson(fault, name), [], { level: 'warning' });
  if (!isInWorkspace || (await nodeFileSystem.stat(doc.places.stored.file)) === undefined) return;
  const pressed = await showMessage(t('There is another Product Doc of this folder in Parley’s storage, which is not used.'), [
    t('Compare'),
  ]);
  if (pressed === 0) await keepInWorkspace(doc);
}
