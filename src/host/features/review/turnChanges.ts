// The changes of the turns of one chat, as its rows have been unfolded: which files, what stands there now, and takes them back, path by path. Owns that
// nothing is overwritten which the turn has not left so. Import it lazily.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { find } from '../../../chat/items.js';
import type { ChangesState } from '../../../chat/state.js';
import type { ChangedFile, ChangedTurn } from '../../../shared/features/review/news.js';
import type { FileChange, PathChange } from '../../../review/changes.js';
import { pathsOf } from '../../../review/changes.js';
import { presentOf } from '../../../review/presentFiles.js';
import type { Snapshots } from '../../../review/snapshots.js';
import type { Refused, Way } from '../../../review/takeBack.js';
import { replaceChanges } from '../../../review/takeBack.js';
import type { Chat } from '../../chats/chat.js';
import { folderOf } from '../../chats/chat.js';
import type { Log } from '../../chats/chatDependencies.js';
import type { Chats } from '../../chats/chats.js';
import { workFolder } from '../../vscode/folders.js';
import { showChanges, showDiff } from '../../vscode/plainLater.js';
import { showMessage } from '../../vscode/plainUi.js';
import { engineOf } from './review.js';
import { snapshotUri } from './snapshotFiles.js';
import { withTakenBack } from './told.js';

const { t } = vscode.l10n;

/** The changes of a turn, with what they are read from. */
interface Turn {
  readonly engine: Snapshots;
  readonly folder: string;
  readonly files: readonly FileChange[];
}

export class TurnChanges {
  /** How many files each unfolded row shows, by its id. */
  readonly #shown = new Map<string, number>();
  /** By the two trees. */
  readonly #known = new Map<string, readonly FileChange[]>();
  #telling: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly chat: Chat,
    private readonly chats: Chats,
    private readonly log: Log,
  ) {}

  async read(id: string, most: number): Promise<void> {
    this.#shown.set(id, most);
    await this.#tell();
  }

  async openAll(id: string): Promise<void> {
    const turn = await this.#turn(id);
    if (turn === undefined) return this.#sayLost();
    const { folder, files } = turn;
    await showChanges(
      t('Changes of Claude’s turn'),
      files.map(file => [fileUri(folder, file.path), leftOf(folder, file), rightOf(folder, file)]),
    );
  }

  async open(id: string, path: string): Promise<void> {
    const turn = await this.#turn(id);
    const file = turn?.files.find(one => one.path === path);
    if (turn === undefined || file === undefined) return this.#sayLost();
    const [left, right] = [leftOf(turn.folder, file), rightOf(turn.folder, file)];
    if (left !== undefined && right !== undefined) await showDiff(left, right, t('{0}: Before Claude’s turn ↔ Now', path));
    else await showChanges(t('{0}: Before Claude’s turn ↔ Now', path), [[fileUri(turn.folder, path), left, right]]);
  }

  /** Each path only where its present content is the one that is wanted away. `path`: of one file; all of the turn without. */
  async write(id: string, way: Way, path: string | undefined): Promise<void> {
    const turn = await this.#turn(id);
    if (turn === undefined) return this.#sayLost();
    const { engine, folder } = turn;
    const chosen = turn.files.filter(file => path === undefined || file.path === path);
    const { written, refused } = await replaceChanges(folder, chosen, way, {
      contentOf: blob => engine.bytes(blob),
      isUnsaved: at => isUnsaved(folder, at),
    });
    for (const { path: at, why, detail } of refused) this.log.info(`${at} is left as it is: ${why} ${detail}`);
    if (written.length > 0)
      this.chats.setAttachments(this.chat, withTakenBack(this.chat.composerAttachments, way, written, randomUUID(), toldName));
    await this.#tell();
    await this.#sayRefused(id, refused, path);
  }

  /** Of the turns of this chat that are still in its state, the newest first. */
  get rows(): readonly ChangesState[] {
    return this.chat.loop.state.items
      .filter(item => item.kind === 'changes' && item.before !== undefined)
      .toReversed() as readonly ChangesState[];
  }

  /** From the first turn to now: each file that any of the turns has changed. */
  async openChat(): Promise<void> {
    const first = new Map<string, { readonly folder: string; readonly change: PathChange }>();
    for (const { id } of this.rows.toReversed()) {
      const turn = await this.#turn(id);
      for (const change of turn?.files.flatMap(pathsOf) ?? [])
        if (turn !== undefined && !first.has(change.path)) first.set(change.path, { folder: turn.folder, change });
    }
    if (first.size === 0) return this.#sayLost();
    const sides = [...first.values()].map(
      async ({ folder, change }): Promise<readonly [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined]> => {
        const file = fileUri(folder, change.path);
        const isThere = await vscode.workspace.fs.stat(file).then(
          () => true,
          () => false,
        );
        return [file, change.before && snapshotUri(folder, change.path, change.before.blob), isThere ? file : undefined];
      },
    );
    await showChanges(t('Changes of this chat'), await Promise.all(sides));
  }

  /** Undefined where the snapshots are no longer kept. */
  async #turn(id: string): Promise<Turn | undefined> {
    const { before, after } = find(this.chat.loop.state, id, 'changes') ?? {};
    const folder = workFolder(folderOf(this.chat));
    const engine = folder === undefined ? undefined : await engineOf(folder);
    if (before === undefined || after === undefined || folder === undefined || engine === undefined) return undefined;
    try {
      const key = `${before} ${after}`;
      const files = this.#known.get(key) ?? (await engine.changes(before, after));
      this.#known.set(key, files);
      return { engine, folder, files };
    } catch (error) {
      this.log.info(`The changes of a turn cannot be read: ${String(error)}`);
      return undefined;
    }
  }

  /** One after the other: what was asked for last is told last. */
  #tell(): Promise<void> {
    const telling = this.#telling.then(async () => {
      const turns = await Promise.all([...this.#shown].map(([id, most]) => this.#shownTurn(id, most)));
      this.chats.tell(this.chat.key, { type: 'changes', turns });
    });
    this.#telling = telling.catch(() => undefined);
    return telling;
  }

  async #shownTurn(id: string, most: number): Promise<ChangedTurn> {
    const turn = await this.#turn(id);
    if (turn === undefined) return { id, files: [], more: 0, isLost: true };
    const shown = turn.files.slice(0, most);
    const files: ChangedFile[] = [];
    for (const file of shown) files.push(await shownFile(turn.folder, file));
    return { id, files, more: turn.files.length - shown.length };
  }

  async #sayRefused(id: string, refused: readonly Refused[], path: string | undefined): Promise<void> {
    const [first] = refused;
    if (first === undefined) return;
    if (refused.length > 1)
      return void showMessage(
        t('{0} files were left as they are, because they have changed since or could not be written.', refused.length),
      );
    void showMessage(sentences(first)[first.why]);
    // What stands there now is beside what stood there.
    if (path !== undefined && first.why === 'changed') await this.open(id, path);
  }

  #sayLost(): void {
    void showMessage(t('The snapshots of this turn are no longer kept.'));
  }
}

function toldName(back: number, again: number): string {
  if (back === 0) return again === 1 ? t('Claude is told: 1 file put back again') : t('Claude is told: {0} files put back again', again);
  return back === 1 ? t('Claude is told: 1 file reverted') : t('Claude is told: {0} files reverted', back);
}

function sentences({ path, detail }: Refused): Readonly<Record<Refused['why'], string>> {
  return {
    changed: t('“{0}” has changed since then, so it is left as it is.', path),
    unsaved: t('“{0}” has unsaved changes in an editor, so it is left as it is.', path),
    lost: t('What “{0}” was before is no longer kept.', path),
    failed: t('“{0}” could not be written: {1}', path, detail),
  };
}

async function shownFile(folder: string, file: FileChange): Promise<ChangedFile> {
  const presents = await Promise.all(pathsOf(file).map(one => presentOf(folder, one)));
  const [first = 'other'] = presents;
  const { path, from, kind, plus, minus, binary } = file;
  return {
    path,
    ...(from !== undefined && { from }),
    kind,
    plus,
    minus,
    ...(binary && { binary }),
    present: presents.every(one => one === first) ? first : 'other',
  };
}

function isUnsaved(folder: string, path: string): boolean {
  const uri = fileUri(folder, path).toString();
  return [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments].some(
    held => held.isDirty && held.uri.toString() === uri,
  );
}

function fileUri(folder: string, path: string): vscode.Uri {
  return vscode.Uri.file(join(folder, path));
}

function leftOf(folder: string, { path, from = path, before }: FileChange): vscode.Uri | undefined {
  return before && snapshotUri(folder, from, before.blob);
}

/** The file itself, so that it can be changed there. */
function rightOf(folder: string, { path, after }: FileChange): vscode.Uri | undefined {
  return after && fileUri(folder, path);
}
