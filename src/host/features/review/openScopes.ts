// Opens what has changed in more than one turn: in the chat, since the person has looked last, and in the folder today.
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { PathChange } from '../../../review/changes.js';
import { gone } from '../../../review/changes.js';
import { storedOf } from '../../../review/contents.js';
import { datedRefs } from '../../../review/datedRefs.js';
import { lookAt } from '../../../review/presentFiles.js';
import { keyOf, seenVersions } from '../../../review/seenMarks.js';
import { Snapshots } from '../../../review/snapshots.js';
import type { Log } from '../../chats/chatDependencies.js';
import { showMessage } from '../../vscode/plainUi.js';
import type { Engine } from './engines.js';
import type { ShownChange } from './scopes.js';
import { changedSince, firstChanges } from './scopes.js';
import { showInEditor } from './shownChanges.js';
import { snapshotUri } from './snapshotFiles.js';
import type { Turn } from './turnChanges.js';

const { t } = vscode.l10n;

/** `turns`: of the chat, the first one first; undefined for one whose snapshots are gone or cannot be read. */
export async function openChat(turns: readonly (Turn | undefined)[]): Promise<void> {
  const known = turns.filter(turn => turn !== undefined);
  const [first] = known;
  if (first === undefined) return sayLost();
  const shown = await changedSince(firstChanges(known.map(({ files }) => files)), versionIn(first.folder));
  const lost = turns.length - known.length;
  if (lost > 0)
    void showMessage(
      lost === 1
        ? t('The snapshots of one earlier turn are gone or cannot be read, so its changes are not shown.')
        : t('The snapshots of {0} earlier turns are gone or cannot be read, so their changes are not shown.', lost),
    );
  await show(t('Changes of this chat'), first.folder, shown, t('Everything that Claude changed in this chat is back as it was.'));
}

/** The same, from what the person has marked as seen. */
export async function openUnseen(turns: readonly (Turn | undefined)[]): Promise<void> {
  const known = turns.filter(turn => turn !== undefined);
  const [first] = known;
  if (first === undefined) return sayLost();
  const { engine } = first;
  if (!(engine instanceof Snapshots)) return sayLost();
  const marks = await seenVersions(engine);
  // What the repository has lent it may have removed since.
  const stored = await storedOf(engine, [...marks.values()]);
  const seen = new Map([...marks].filter(([, version]) => version === gone || stored.has(version)));
  const changes = firstChanges(known.map(({ files }) => files));
  const shown = await changedSince(changes, versionIn(first.folder), path => seen.get(keyOf(path)));
  await show(t('Changes since you last looked'), first.folder, shown, t('You have seen all that has changed in this chat.'));
}

/** The changes from the first snapshot of the day on. What the person has written meanwhile is among it. `now`: epoch milliseconds. */
export async function openToday(
  engine: Engine | undefined,
  folder: string | undefined,
  now: number,
  log: Pick<Log, 'info'>,
): Promise<void> {
  const nothing = t('Nothing has changed in this folder with Claude today, as far as is known.');
  if (!(engine instanceof Snapshots) || folder === undefined) return void showMessage(nothing);
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  try {
    const today = (await datedRefs(engine, 'kept')).filter(({ at }) => at >= midnight);
    const [first, last] = [today[0], today.at(-1)];
    if (first === undefined || last === undefined) return void showMessage(nothing);
    // The last turn of the day may be hours ago.
    const now = await engine.take();
    const changes = firstChanges([await engine.changes(first.what, now.ok ? now.tree : last.what)]);
    await show(t('Changes of all chats today'), folder, await changedSince(changes, versionIn(folder)), nothing);
  } catch (error) {
    // There are none of a home folder, and one may be gone with what the repository had lent it.
    log.info(`What has changed today cannot be read: ${String(error)}`);
    void showMessage(nothing);
  }
}

function versionIn(folder: string): (change: PathChange) => Promise<string | undefined> {
  return async change => (await lookAt(folder, change)).version;
}

async function show(title: string, folder: string, shown: readonly ShownChange[], nothing: string): Promise<void> {
  if (shown.length === 0) return void showMessage(nothing);
  await showInEditor(
    title,
    shown.map(({ path, before, isThere }) => {
      const file = vscode.Uri.file(join(folder, path));
      return [file, before === undefined ? undefined : snapshotUri(folder, path, before), isThere ? file : undefined];
    }),
  );
}

function sayLost(): void {
  void showMessage(t('The snapshots of these turns are gone or cannot be read.'));
}
