// Takes what a project already says of itself (memory/knownDocs.ts) into the Product Doc, as far as the person wants it.
import * as vscode from 'vscode';
import type { TakenSection } from '../../memory/knownDocs.js';
import { findKnownDocs, isSentByCli, takeIn } from '../../memory/knownDocs.js';
import type { SectionWrite } from '../../memory/productDocFile.js';
import { planned } from '../../memory/productDocFile.js';
import { Slices } from '../../memory/slices.js';
import type { CheckItem } from '../vscode/plainLater.js';
import { checkItems } from '../vscode/plainLater.js';
import { showMessage } from '../vscode/plainUi.js';
import { isToldNow } from './docAsking.js';
import { problemForPerson } from './docWords.js';
import type { FolderDoc } from './folderDoc.js';

const { t } = vscode.l10n;

interface SectionItem extends CheckItem {
  readonly section: TakenSection;
}

/** The files that say something, from the folder on. */
export async function filesToTakeIn({ options: { folder, readsAgents } }: FolderDoc): Promise<readonly string[]> {
  return (await findKnownDocs(folder, readsAgents)).filter(({ sections }) => sections.length > 0).map(({ file }) => file);
}

/** Lets the person choose among the sections that the document does not have yet, and opens the document with them. */
export async function takeIntoDoc(doc: FolderDoc): Promise<void> {
  if (await doc.acts.saysUnsaved()) return;
  const isTold = await isToldNow(doc);
  const known = await findKnownDocs(doc.options.folder, doc.options.readsAgents);
  const read = await doc.acts.read();
  if (read === undefined) return;
  const taken = new Set(Object.values(read.sections).map(({ content }) => unspaced(content)));
  const found = takeIn(known).filter(({ content }) => !taken.has(unspaced(content)));
  if (found.length === 0) {
    const text = known.length === 0 ? nothingFound() : t('The Product Doc has everything that CLAUDE.md, AGENTS.md and similar files say.');
    await showMessage(text);
    return;
  }
  const items = found.map((section): SectionItem => {
    const isRead = isSentByCli(section, known);
    return {
      section,
      label: section.title,
      description: isRead ? t('{0} · Claude reads this file by itself', section.source) : section.source,
      detail: section.content.slice(0, 300),
      // The folder brings all of it, so the person says what Claude is told of it.
      picked: false,
    };
  });
  const chosen = await checkItems(items, {
    title: t('Import into the Product Doc'),
    placeHolder: t('What Claude reads by itself is not sent a second time'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen === undefined || chosen.length === 0) return;
  const sections: SectionWrite[] = [];
  const left: string[] = [];
  const present = await doc.acts.plan([]);
  if (present === undefined) return;
  let { before: text } = present;
  const slices = new Slices();
  for (const { section } of chosen) {
    if (slices.isOver) await slices.pause();
    const fitting = fittingWrite(text, section);
    if (typeof fitting === 'string')
      left.push(`${section.title} (${problemForPerson({ code: fitting, name: section.title }, section.source)})`);
    else {
      sections.push(fitting.write);
      ({ text } = fitting);
    }
  }
  if (left.length > 0) void showMessage(t('Not imported: {0}', left.join(', ')), [], { level: 'warning' });
  if (sections.length > 0) await offerSections(doc, sections, isTold);
}

/** The list shows the beginning of each, and others may have written it: all of it is seen before Claude is told it. */
async function offerSections(doc: FolderDoc, sections: readonly SectionWrite[], isTold: boolean): Promise<void> {
  const planned = await doc.acts.plan(sections);
  if (planned === undefined) return;
  await doc.texts.offer({
    title: t('Product Doc ↔ with what is imported'),
    before: { name: t('Product Doc'), text: planned.before },
    after: { name: t('Product Doc with what is imported'), text: planned.after },
    message: isTold ? t('Add this to the Product Doc? Claude is told it from the next chat on.') : t('Add this to the Product Doc?'),
    accept: {
      label: t('Import'),
      run: async () => {
        if (await doc.acts.write(sections)) await doc.acts.open();
      },
    },
    decline: { label: t('Cancel') },
  });
}

function nothingFound(): string {
  return t(
    'There is nothing to import: no CLAUDE.md, AGENTS.md, copilot instructions, Kiro steering, memory bank, constitution or OpenSpec project.',
  );
}

/** The section under a name that is free in the document, and the document with it; or why that cannot hold it. */
function fittingWrite(text: string, { title, content }: TakenSection): { readonly write: SectionWrite; readonly text: string } | Left {
  for (let number = 1; ; number++) {
    const section = number === 1 ? title : `${title} (${number})`;
    const write = { section, content, present: undefined, by: 'user' as const };
    // A code block that only the end of its file closes would swallow whatever comes behind it.
    const behind = { ...write, section: `${section.slice(0, 150)} (behind)`, content: '' };
    const [withBoth, alone] = [planned(text, [write, behind]), planned(text, [write])];
    if (!('code' in withBoth) && !('code' in alone)) return { write, text: alone.text };
    const code = 'code' in withBoth ? withBoth.code : 'structure';
    if (code === 'conflict') continue;
    return code === 'badName' || code === 'tooManySections' || code === 'docTooLarge' || code === 'structure' ? code : 'sectionTooLarge';
  }
}

type Left = 'badName' | 'tooManySections' | 'docTooLarge' | 'sectionTooLarge' | 'structure';

const unspaced = (text: string): string => text.replace(/\s+/g, ' ').trim();
