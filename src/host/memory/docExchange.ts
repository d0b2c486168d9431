// The Product Doc as JSON: out to a file, and in from one, as a diff to accept.
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { nodeDocDisk, readText } from '../../memory/productDocDisk.js';
import type { SectionWrite } from '../../memory/productDocFile.js';
import type { ProductDoc } from '../../memory/productDoc.js';
import { formatProductDoc, parseProductDoc } from '../../memory/productDoc.js';
import { askForFiles, askWhereToSave } from '../vscode/plainLater.js';
import { showMessage } from '../vscode/plainUi.js';
import { problemForPerson } from './docWords.js';
import type { FolderDoc } from './folderDoc.js';

const { t } = vscode.l10n;

export async function exportDoc(doc: FolderDoc): Promise<void> {
  const read = await doc.acts.read();
  if (read === undefined) return;
  const suggested = vscode.Uri.file(join(doc.options.folder, 'product-doc.json'));
  const uri = await askWhereToSave(t('Export the Product Doc as JSON'), t('Export'), suggested);
  if (uri === undefined) return;
  await vscode.workspace.fs.writeFile(uri, Buffer.from(formatProductDoc(read)));
  await showMessage(t('Product Doc exported to {0}', uri.fsPath));
}

/** Adds and changes sections; those that the JSON does not have stay. */
export async function importDoc(doc: FolderDoc): Promise<void> {
  if (await doc.acts.saysUnsaved()) return;
  const labels = { title: t('Import a Product Doc from JSON'), openLabel: t('Import') };
  const [uri] = (await askForFiles({ ...labels, filters: { JSON: ['json'] } })) ?? [];
  if (uri === undefined) return;
  const name = basename(uri.fsPath);
  const text = await readText(nodeDocDisk, uri.fsPath);
  if (!text.ok) return tell(problemForPerson(text.problem, name));
  const parsed = parseProductDoc(text.text.replace(/^\ufeff/, ''));
  if (!parsed.ok) return tell(problemForPerson(parsed.fault, name));
  const present = await doc.acts.read();
  if (present === undefined) return;
  const sections = writesOf(parsed.doc, present);
  if (sections.length === 0) {
    await showMessage(t('The Product Doc has everything that {0} says.', name));
    return;
  }
  const planned = await doc.acts.plan(sections);
  if (planned === undefined) return;
  await doc.texts.offer({
    title: t('Product Doc ↔ with {0}', name),
    before: { name: t('Product Doc'), text: planned.before },
    after: { name: t('Product Doc with {0}', name), text: planned.after },
    message: sections.length === 1 ? t('Import one section from {0}?', name) : t('Import {0} sections from {1}?', sections.length, name),
    accept: {
      label: t('Import'),
      run: async () => {
        if (await doc.acts.write(sections)) await doc.acts.open();
      },
    },
    decline: { label: t('Cancel') },
  });
}

/** The writes of the sections that `present` does not have or has otherwise. Markdown has the title alone, so a section may be there by its title. */
function writesOf(imported: ProductDoc, present: ProductDoc): readonly SectionWrite[] {
  const there = new Map(Object.entries(present.sections).map(([name, { content }]) => [name.toLowerCase(), content]));
  return Object.entries(imported.sections).flatMap(([name, { title, content, updated_at: at, updated_by: by }]) => {
    const isByTitle = !there.has(name.toLowerCase()) && !Object.hasOwn(imported.sections, title) && there.has(title.toLowerCase());
    const section = isByTitle ? title : name;
    const shown = Object.hasOwn(present.sections, section) ? present.sections[section]?.content : there.get(section.toLowerCase());
    return shown === content ? [] : [{ section, title, content, present: shown, by, at }];
  });
}

async function tell(text: string): Promise<void> {
  await showMessage(text, [], { level: 'error' });
}
