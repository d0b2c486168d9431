// *Show Effective Settings*: the value that counts of each setting, where it comes from, and what a folder says in vain. VS Code does not tell an
// extension what it ignores, so the files of the folders are read for that.
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { readBrought } from '../cli/broughtFiles.js';
import type { SettingId } from '../vscode/contributions.js';
import { settings } from '../vscode/contributions.js';
import { openSettings } from '../vscode/openSettings.js';
import type { ListItem } from '../vscode/plainUi.js';
import { pickItem } from '../vscode/plainUi.js';
import { ownVariables, readSetting } from '../vscode/settings.js';

const { t } = vscode.l10n;

interface SettingItem extends ListItem {
  readonly id: SettingId;
}

export async function showEffectiveSettings(): Promise<void> {
  const files = await filesOfFolders();
  // The keys of a record are its ids.
  const items = (Object.keys(settings) as SettingId[]).map((id): SettingItem => ({
    id,
    label: id,
    description: valueText(id === 'parley.claude.environment' ? Object.fromEntries(ownVariables().usable) : readSetting(id)),
    detail: [sourceOf(id), ...(id === 'parley.claude.environment' ? unusableWords() : []), ...ignoredOf(id, files)].join(' '),
  }));
  const chosen = await pickItem(items, {
    placeHolder: t('Which value counts, and where it comes from. Choose one to go to the setting.'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen !== undefined) await openSettings(`@id:${chosen.id}`, chosen.id);
}

/** The value in words. Of variables it gives the names alone, because their values can be keys. */
function valueText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Object.keys(value).join(', ') || t('nothing');
  return value === '' ? t('nothing') : String(value);
}

function unusableWords(): readonly string[] {
  const { unusable } = ownVariables();
  if (unusable.length === 0) return [];
  return [t('Not used, because the value is not text, a number, true or false: {0}.', unusable.join(', '))];
}

/** The source of the value that `readSetting` chooses. */
function sourceOf(id: SettingId): string {
  const { offOnly, isValid } = settings[id];
  const { globalValue, workspaceValue, workspaceFolderValue } = vscode.workspace.getConfiguration().inspect<unknown>(id) ?? {};
  const found = workspaceFolderValue ?? workspaceValue;
  const ofFolder = offOnly === true && found !== false ? undefined : found;
  const value = ofFolder ?? globalValue;
  if (value === undefined) return t('Default.');
  const place = ofFolder === undefined ? yours() : t('This folder or workspace.');
  return isValid(value) ? place : t('Default, because {0} is not a valid value. It is set here: {1}', valueText(value), place);
}

function yours(): string {
  return vscode.env.remoteName === undefined ? t('Your settings.') : t('Your settings, here or on the remote computer.');
}

function ignoredOf(id: SettingId, files: readonly FileText[]): readonly string[] {
  const { scope, offOnly } = settings[id];
  if (scope === 'window' && offOnly !== true) return [];
  const inFiles = files.filter(({ text }) => text.includes(`"${id}"`)).map(({ name }) => name);
  if (inFiles.length === 0) return [];
  if (offOnly !== true) return [t('Also set in {0}, where it is ignored: a folder does not decide this for you.', inFiles.join(', '))];
  const { workspaceValue } = vscode.workspace.getConfiguration().inspect<unknown>(id) ?? {};
  return workspaceValue === false ? [] : [t('Also set in {0}, where it is ignored: a folder can only turn it off.', inFiles.join(', '))];
}

interface FileText {
  readonly name: string;
  /** The text without comments. */
  readonly text: string;
}

async function filesOfFolders(): Promise<readonly FileText[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const { workspaceFile } = vscode.workspace;
  const files = [
    ...folders.map(({ uri, name }) => ({
      name: folders.length > 1 ? `${name}/.vscode/settings.json` : '.vscode/settings.json',
      path: join(uri.fsPath, '.vscode', 'settings.json'),
    })),
    ...(workspaceFile?.scheme === 'file' ? [{ name: basename(workspaceFile.fsPath), path: workspaceFile.fsPath }] : []),
  ];
  // A file that is not there, or cannot be read, says nothing to VS Code either. It may be a link to a device, which has no end.
  const texts = await Promise.all(files.map(({ path }) => readBrought(path)));
  return files.map(({ name }, at) => ({ name, text: withoutComments(texts[at]) }));
}

function withoutComments(text: Awaited<ReturnType<typeof readBrought>>): string {
  if (typeof text !== 'string') return '';
  const lines = text.split('\n').filter(line => !line.trimStart().startsWith('//'));
  return lines.join('\n');
}
