// The files of going back, in VS Code: the dry run, a look at one of them, and the writing.
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { FileChange } from '../../../review/changes.js';
import { EditStore } from '../../../review/editStore.js';
import { Snapshots } from '../../../review/snapshots.js';
import { returning } from '../../../review/returning.js';
import type { Refused } from '../../../review/takeBack.js';
import type { Chat } from '../../chats/chat.js';
import { folderOf } from '../../chats/chat.js';
import type { Log } from '../../chats/chatDependencies.js';
import { workFolder } from '../../vscode/folders.js';
import { readSetting } from '../../vscode/settings.js';
import { showChanges, showDiff } from '../../vscode/plainLater.js';
import { showMessage } from '../../vscode/plainUi.js';
import { engineOf } from '../review/review.js';
import { savedInTime } from '../edits/unsavedFiles.js';
import { snapshotUri } from '../review/snapshotFiles.js';
import { isUnsaved, replaceFiles, unsavedAt } from '../review/turnChanges.js';
import type { BackPlan, NoFiles, Wanted, Wrote } from './plan.js';
import { planOf } from './plan.js';

const { t } = vscode.l10n;

/** Files that a sentence names. */
const mostNamed = 5;

export async function dryRun(chat: Chat, to: Wanted, wrote: Wrote): Promise<BackPlan | NoFiles> {
  // Nobody has recorded what Claude has changed.
  if (to === 'none' && !readSetting('parley.review.snapshots')) return 'disabled';
  const isRecorded = to !== 'none' || !wrote.mayHaveWritten;
  if (typeof to === 'string' && isRecorded) return to;
  const folder = workFolder(folderOf(chat));
  const engine = folder === undefined ? undefined : await engineOf(folder);
  if (folder === undefined || engine === undefined) return 'off';
  if (typeof to === 'string') return engine instanceof Snapshots && (await engine.refusal()) !== undefined ? 'off' : to;
  const found = await returning(engine, to.tree, wrote.spans);
  return planOf(folder, engine instanceof EditStore, wrote, found, path => isUnsaved(folder, path));
}

/** Saves what editors have of these files; false where none had anything. What cannot be saved stays as it is. */
export async function saveEditors({ folder }: BackPlan, paths: readonly string[], log: Log): Promise<boolean> {
  const held = paths.flatMap(path => unsavedAt(folder, path));
  for (const one of held) await savedInTime(one, log);
  return held.length > 0;
}

export interface WentBack {
  /** Paths. */
  readonly written: readonly string[];
  readonly refused: readonly Refused[];
}

/** Writes each path only where what the dry run has found stands there, and says what was left. `others`: paths of those files of others that go too. */
export async function writeBack({ folder, own, others }: BackPlan, ticked: readonly string[], log: Log): Promise<WentBack> {
  const files = [...own, ...others.filter(({ path }) => ticked.includes(path))];
  const { written, refused } = await replaced(folder, files);
  for (const { path, why, detail } of refused) log.info(`${path} is left as it is: ${why} ${detail}`);
  sayRefused(refused);
  return { written, refused };
}

async function replaced(folder: string, files: readonly FileChange[]): Promise<WentBack> {
  const engine = await engineOf(folder);
  if (engine === undefined) return { written: [], refused: files.map(({ path }) => ({ path, why: 'lost' as const, detail: '' })) };
  return replaceFiles({ engine, folder, files }, 'back');
}

function sayRefused(refused: readonly Refused[]): void {
  const [first] = refused;
  if (first === undefined) return;
  void showMessage(
    refused.length === 1
      ? t('“{0}” was left as it is, because it has changed since or could not be written.', first.path)
      : t('{0} files were left as they are, because they have changed since or could not be written.', refused.length),
    [],
    { level: 'warning' },
  );
}

/** Why the chat is not in another branch. `written`: paths of files that are others by now all the same. */
export function notSaved(written: readonly string[] = []): Error {
  if (written.length === 0) return new Error(t('the chat is not saved, or another window has it'));
  const more = written.length - mostNamed;
  const files = [...written.slice(0, mostNamed), ...(more > 0 ? [t('and {0} more', more)] : [])].join(', ');
  return new Error(t('the chat is not saved, or another window has it. These files have changed all the same: {0}', files));
}

/** What the file becomes, beside what it is. */
export async function openBack({ folder, own, others }: BackPlan, path: string): Promise<void> {
  const file = [...own, ...others].find(one => one.path === path);
  if (file === undefined) return;
  const [now, then] = sidesOf(folder, file);
  const title = t('{0}: Now ↔ After going back', path);
  if (now !== undefined && then !== undefined) await showDiff(now, then, title);
  else await showChanges(title, [[vscode.Uri.file(join(folder, path)), now, then]]);
}

function sidesOf(folder: string, { path, before, after }: FileChange): readonly [vscode.Uri | undefined, vscode.Uri | undefined] {
  return [after && vscode.Uri.file(join(folder, path)), before && snapshotUri(folder, path, before.blob)];
}
