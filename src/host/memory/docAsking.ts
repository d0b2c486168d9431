// Asks the person about a Product Doc that the folder brings, before Claude is told what it says. Owns the words, and that nothing is asked twice.
import * as vscode from 'vscode';
import type { DocApproval } from '../../memory/docApproval.js';
import { nodeDocDisk, readText } from '../../memory/productDocDisk.js';
import { showMessage } from '../vscode/plainUi.js';
import type { DocPlaces, ForeignDoc } from './docPlaces.js';
import type { DocTexts } from './docTexts.js';

const { t } = vscode.l10n;

interface AskedDoc {
  readonly approval: DocApproval;
  readonly places: DocPlaces;
  readonly texts: DocTexts;
}

/** Asks the person where the document of the folder was not looked at. True where Claude is told what it says, and so what is added to it. */
export async function isToldNow(doc: AskedDoc): Promise<boolean> {
  const { foreign } = await doc.places.fileToTell();
  return foreign === undefined || askToTell(doc, foreign, true);
}

/** True once Claude may be told. A text that the person has refused is asked about again by the commands of the Product Doc alone. */
export async function askToTell(doc: AskedDoc, found: ForeignDoc, isWanted = false): Promise<boolean> {
  if (!isWanted && (doc.approval.asked.has(found.text) || (await doc.approval.isRefused(found.text)))) return false;
  doc.approval.asked.add(found.text);
  const text = t(
    '{0} was written or changed outside of this VS Code. Claude is not told what it says until you have looked at it.',
    found.name,
  );
  if ((await showMessage(text, [t('Look at It'), t('Not Now')], { level: 'warning' })) !== 0) return false;
  const own = await readText(nodeDocDisk, doc.places.stored.file);
  await doc.texts.offer({
    title: t('What Claude is told ↔ {0}', found.name),
    before: { name: t('What Claude is told'), text: own.ok ? own.text : '' },
    after: { name: found.name, text: found.text },
    message: t('Tell Claude what {0} says?', found.name),
    accept: { label: t('Tell Claude'), run: () => doc.approval.approve(found.text) },
    decline: { label: t('Do Not Tell'), run: () => doc.approval.refuse(found.text) },
  });
  return doc.approval.isApproved(found.text);
}
