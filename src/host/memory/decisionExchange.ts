// Export and import of decisions as the person sees them: which, where, and what came of it. The files are decisionFiles'.
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { allWorkFolders } from '../vscode/folders.js';
import { askForFolder, showProgress } from '../vscode/plainLater.js';
import type { ListItem } from '../vscode/plainUi.js';
import { pickItem, showMessage } from '../vscode/plainUi.js';
import type { FileFault } from './decisionFiles.js';
import { addFromFiles, readDecisionFiles, writeDecisionFiles } from './decisionFiles.js';
import type { DecisionSources, Found } from './decisionSources.js';
import type { FolderDecisions } from './folderDecisions.js';

const { t } = vscode.l10n;

/** The most files with faults that one message names. */
const mostNamed = 3;

const usualFolder = (workFolder: string): string => join(workFolder, 'docs', 'decisions');

/**
 * Writes each decision into `docs/decisions` of its folder, and says so once: a message stays until the person closes it. Rejects where the disk
 * refuses; what is written by then is said all the same.
 */
export async function exportDecisions(chosen: readonly Found[]): Promise<void> {
  if (chosen.length === 0) return;
  const sources = new Set(chosen.map(found => found.source));
  const isOne = new Set([...allWorkFolders(), ...[...sources].map(({ folder }) => folder)]).size === 1;
  const written: string[] = [];
  let present = 0;
  const said = (): string => [...written, ...(present === 0 ? [] : [t('There already, and left as they are: {0}.', present)])].join(' ');
  try {
    for (const source of sources) {
      const { folder } = source;
      const decisions = chosen.filter(found => found.source === source).map(({ decision }) => decision);
      const { written: names, there } = await writeDecisionFiles(usualFolder(folder), folder, decisions);
      const files = namesText(names);
      if (names.length > 0)
        written.push(
          isOne ? t('Written to docs/decisions: {0}.', files) : t('Written to docs/decisions of {0}: {1}.', basename(folder), files),
        );
      present += there;
    }
  } catch (error) {
    if (said() !== '') void showMessage(said());
    throw error;
  }
  await showMessage(said());
}

interface Choice extends ListItem {
  readonly choose: () => Promise<readonly Found[]>;
}

/** Asks the person which decisions are written: all that hold, or all. */
export async function chooseForExport(sources: DecisionSources): Promise<readonly Found[]> {
  const all = await sources.everything();
  if (all.length === 0) {
    await showMessage(t('There are no decisions yet.'));
    return [];
  }
  const holding = all.filter(({ decision }) => decision.status === 'current');
  const choices: Choice[] = [
    ...(holding.length === 0 ? [] : [{ label: t('All that hold: {0}', holding.length), choose: () => Promise.resolve(holding) }]),
    { label: t('All, including those that do not hold: {0}', all.length), choose: () => Promise.resolve(all) },
  ];
  const chosen = await pickItem(choices, { placeHolder: t('Which decisions do you want to write to docs/decisions?') });
  return chosen === undefined ? [] : chosen.choose();
}

interface SourceItem extends ListItem {
  readonly source: FolderDecisions;
}

/** Asked where there are several work folders; undefined where there is none, or the person has closed the list. */
async function chooseSource(sources: DecisionSources): Promise<FolderDecisions | undefined> {
  const all = await sources.all();
  if (all.length < 2) return all[0];
  const items = all.map((source): SourceItem => ({ label: basename(source.folder), description: source.folder, source }));
  return (await pickItem(items, { placeHolder: t('Into which work folder do you want to import decisions?') }))?.source;
}

/** Takes in the files of the folder that the person chooses. */
export async function importDecisions(sources: DecisionSources): Promise<void> {
  const source = await chooseSource(sources);
  if (source === undefined) return;
  const usual = usualFolder(source.folder);
  const begin = await vscode.workspace.fs.stat(vscode.Uri.file(usual)).then(
    () => usual,
    () => source.folder,
  );
  const chosen = await askForFolder(t('Import Decisions from Files'), t('Import'), vscode.Uri.file(begin));
  if (chosen === undefined) return;
  const read = await showProgress(t('Reading decisions'), async (_say, token) => {
    const found = await readDecisionFiles(chosen.fsPath, source.folder, () => token.isCancellationRequested);
    return token.isCancellationRequested ? undefined : found;
  });
  if (read === undefined) return;
  const { files, faults, names } = read;
  if (names.length === 0) {
    await showMessage(t('There are no decisions in {0}: no file there is named like 0001-title.md.', basename(chosen.fsPath)));
    return;
  }
  const { added, ended, changed } = await addFromFiles(source.ledger, files, Date.now());
  const known = files.length - added - ended - changed;
  const parts = [
    t('Imported: {0}.', added),
    added === 0 ? '' : t('A decision that the files call accepted is only proposed until you accept it.'),
    ended === 0 ? '' : t('No longer hold, because their files say so: {0}.', ended),
    changed === 0 ? '' : t('Changed in their files since, and left as they are here: {0}.', changed),
    known === 0 ? '' : t('Here already, or deleted by you: {0}.', known),
    faults.length === 0 ? '' : t('Not imported: {0}.', namesText(faults.map(faultText))),
  ];
  await showMessage(parts.filter(part => part !== '').join(' '), [], { level: faults.length === 0 ? 'info' : 'warning' });
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ');
  return names.length <= mostNamed ? shown : t('{0} and {1} more', shown, names.length - mostNamed);
}

function faultText({ name, fault, detail }: FileFault): string {
  switch (fault) {
    case 'tooLong':
      return t('{0} (too long)', name);
    case 'noTitle':
      return t('{0} (no title: a line that begins with “# ”)', name);
    case 'noFile':
      return t('{0} (not a file)', name);
    case 'unreadable':
      return `${name} (${detail ?? ''})`;
  }
}
