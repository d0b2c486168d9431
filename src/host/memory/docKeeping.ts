// Moves the Product Doc from Parley's storage into a file of the work folder. Owns what is said about that file; a file that is there is never
// replaced unseen, and the copy in the storage goes once the new file is on the disk.
import * as vscode from 'vscode';
import { nodeFileSystem } from '../../disk/fileSystem.js';
import type { ReadText } from '../../memory/productDocDisk.js';
import { nodeDocDisk, readText, writeText } from '../../memory/productDocDisk.js';
import type { FileProblem } from '../../memory/productDocFile.js';
import { allWorkFolders } from '../vscode/folders.js';
import { showMessage } from '../vscode/plainUi.js';
import { placeFaultForPerson, problemForPerson } from './docWords.js';
import type { FolderDoc } from './folderDoc.js';

const { t } = vscode.l10n;

export async function keepInWorkspace(doc: FolderDoc): Promise<void> {
  const { file: target, name, fault } = await doc.places.wanted();
  if (fault !== undefined) return void (await showMessage(placeFaultForPerson(fault, name), [], { level: 'error' }));
  if (await doc.acts.saysUnsaved()) return;
  const [stored, there] = await Promise.all([readText(nodeDocDisk, doc.places.stored.file), readText(nodeDocDisk, target)]);
  if (!stored.ok) return tell(stored.problem, t('The Product Doc in Parley’s storage'));
  if (!there.ok) return tell(there.problem, name);
  if (there.stat === undefined) return move(doc, { target, name, stored, there });
  if (stored.stat === undefined || stored.text === there.text) {
    if (stored.stat !== undefined) await doc.approval.approve(there.text);
    await removeStored(doc);
    await doc.acts.open();
    await showMessage(t('The Product Doc is in the workspace already: {0}', name));
    return;
  }
  await doc.texts.offer({
    title: t('{0} ↔ the Product Doc in Parley’s storage', name),
    before: { name, text: there.text },
    after: { name: t('Product Doc in Parley’s storage'), text: stored.text },
    message: t('{0} is there already and says something else. Which of the two should stay? The other one is deleted.', name),
    accept: { label: t('Replace It'), run: () => move(doc, { target, name, stored, there }) },
    decline: {
      label: t('Keep the File'),
      run: async () => {
        const [own, file] = await Promise.all([readText(nodeDocDisk, doc.places.stored.file), readText(nodeDocDisk, target)]);
        if (!own.ok || own.text !== stored.text || !file.ok || file.text !== there.text) return tellChanged();
        await doc.approval.approve(there.text);
        await removeStored(doc);
        await doc.acts.open();
      },
    },
  });
}

type Text = Extract<ReadText, { ok: true }>;

/** `stored`: the text to be written. `there`: what the person has seen in its place. */
async function move(
  doc: FolderDoc,
  { target, name, stored, there }: { readonly target: string; readonly name: string; readonly stored: Text; readonly there: Text },
): Promise<void> {
  const now = await readText(nodeDocDisk, doc.places.stored.file);
  if (!now.ok || now.text !== stored.text) return tellChanged();
  if (await doc.acts.saysUnsaved()) return;
  const text = stored.stat === undefined ? doc.acts.beginning : stored.text;
  await copyNotes(doc);
  await doc.approval.approve(text);
  const written = await writeText(nodeDocDisk, { file: target, access: 'shared' }, text, there.stat);
  if (!written.ok) return written.problem.code === 'changed' ? tellChanged() : tell(written.problem, name);
  doc.options.log.info(`The Product Doc is kept in the workspace: ${target}`);
  await removeStored(doc);
  await doc.acts.open();
  const which =
    allWorkFolders().length < 2
      ? ''
      : ` ${t('It is in the folder {0}, and Claude gets it in the chats that work there.', doc.options.folder)}`;
  await showMessage(`${t('The Product Doc is now the file {0}. Others who have the repository see it once you share it.', name)}${which}`);
}

async function copyNotes({
  places: {
    stored: { meta, workspaceMeta },
  },
}: FolderDoc): Promise<void> {
  const notes = await readText(nodeDocDisk, meta);
  if (notes.ok && notes.stat !== undefined) {
    const before = await nodeDocDisk.stat(workspaceMeta);
    await writeText(nodeDocDisk, { file: workspaceMeta, access: 'private' }, notes.text, before);
  }
}

/** Removes the stored document and its tabs, which would otherwise show a file that is gone. */
async function removeStored({
  places: {
    stored: { file, meta },
  },
}: FolderDoc): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  await vscode.window.tabGroups.close(
    tabs.filter(({ input, isDirty }) => !isDirty && input instanceof vscode.TabInputText && input.uri.fsPath === file),
  );
  for (const path of [file, meta]) await nodeFileSystem.remove(path);
}

async function tell(problem: FileProblem, name: string): Promise<void> {
  await showMessage(problemForPerson(problem, name), [], { level: 'error' });
}

async function tellChanged(): Promise<void> {
  await showMessage(t('The Product Doc has changed meanwhile, so nothing was written. Run the command again.'), [], { level: 'warning' });
}
