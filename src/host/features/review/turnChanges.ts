// The changes of the turns of one chat, as its rows have been unfolded: which files, what stands there now, and takes them back, path by path. Owns that
// nothing is overwritten which the turn has not left so. Import it lazily.
import { randomUUID } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { beginningOf } from '../../../chat/branches.js';
import { find } from '../../../chat/items.js';
import type { ChangesState, ChatItem } from '../../../chat/state.js';
import type { ChangedFile, ChangedTurn } from '../../../shared/features/review/news.js';
import type { FileChange } from '../../../review/changes.js';
import { gone, pathsOf } from '../../../review/changes.js';
import { contentAt, lookAt, presentOf, versionOf } from '../../../review/presentFiles.js';
import type { Seen } from '../../../review/seenMarks.js';
import { keyOf, markSeen, seenVersions, unmarkSeen } from '../../../review/seenMarks.js';
import { Snapshots } from '../../../review/snapshots.js';
import type { Refused, Replaced, Way } from '../../../review/takeBack.js';
import { replaceChanges } from '../../../review/takeBack.js';
import type { Chat } from '../../chats/chat.js';
import { folderOf } from '../../chats/chat.js';
import type { Log } from '../../chats/chatDependencies.js';
import type { Chats } from '../../chats/chats.js';
import { workFolder } from '../../vscode/folders.js';
import { showDiff } from '../../vscode/plainLater.js';
import { showMessage } from '../../vscode/plainUi.js';
import type { Engine } from './engines.js';
import { contentsIn } from './engines.js';
import { showInEditor } from './shownChanges.js';
import { didReplace, engineOf } from './review.js';
import { snapshotUri } from './snapshotFiles.js';
import { withTakenBack } from './told.js';

const { t } = vscode.l10n;

/** The changes of a turn, with what they are read from. */
export interface Turn {
  readonly engine: Engine;
  readonly folder: string;
  readonly files: readonly FileChange[];
}

export class TurnChanges {
  /** How many files each unfolded row shows, by its id. */
  readonly #shown = new Map<string, number>();
  /** The changes between two trees, by both ids; undefined where one of them is gone. */
  readonly #known = new Map<string, readonly FileChange[] | undefined>();
  #telling: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly chat: Chat,
    private readonly chats: Chats,
    private readonly log: Log,
  ) {}

  /** `most`: 0 where the row is folded again. */
  async read(id: string, most: number): Promise<void> {
    if (most > 0) this.#shown.set(id, most);
    else this.#shown.delete(id);
    await this.#tell();
  }

  /** `row`: undefined where it is not there any more. */
  async openAll(row: ChangesState | undefined): Promise<void> {
    const turn = row && (await this.#turnOf(row));
    if (row === undefined || turn === undefined) return this.#sayLost();
    const { folder, files } = turn;
    const shown = files.map(async file => [fileUri(folder, file.path), leftOf(folder, file), await rightOf(folder, file)] as const);
    await showInEditor(this.#titleOf(row.id), await Promise.all(shown));
  }

  /** Names the message that began the turn, as far as it is known. */
  #titleOf(id: string): string {
    const { items } = this.chat.loop.state;
    const place = items.findIndex(item => item.id === id);
    const prompt = items.slice(0, Math.max(0, place)).findLast(item => item.kind === 'prompt');
    const name = prompt?.kind === 'prompt' ? beginningOf(prompt.text) : '';
    return name === '' ? t('Changes of Claude’s turn') : t('Changes of Claude’s turn: {0}', name);
  }

  row(id: string): ChangesState | undefined {
    return find(this.chat.loop.state, id, 'changes');
  }

  async open(id: string, path: string): Promise<void> {
    const turn = await this.#turn(id);
    const file = turn?.files.find(one => one.path === path);
    if (turn === undefined || file === undefined) return this.#sayLost();
    const [left, right] = [leftOf(turn.folder, file), await rightOf(turn.folder, file)];
    if (left !== undefined && right !== undefined) await showDiff(left, right, t('{0}: Before Claude’s turn ↔ Now', path));
    else await showInEditor(t('{0}: Before Claude’s turn ↔ Now', path), [[fileUri(turn.folder, path), left, right]]);
  }

  /**
   * Each path only where its present content is the one that is wanted away. `path`: of one file; without, all of the turn, but nothing goes back that the
   * person or others may have changed too.
   */
  async write(id: string, way: Way, path: string | undefined): Promise<void> {
    const turn = await this.#turn(id);
    if (turn === undefined) return this.#sayLost();
    const { folder } = turn;
    const { byPerson = [] } = this.row(id) ?? {};
    const shared = new Set(way === 'back' && path === undefined ? byPerson : []);
    const asked = turn.files.filter(file => path === undefined || file.path === path);
    const isShared = (file: FileChange): boolean => pathsOf(file).some(one => shared.has(one.path));
    const chosen = asked.filter(file => !isShared(file));
    const { written, refused } = await replaceFiles({ ...turn, files: chosen }, way);
    for (const { path: at, why, detail } of refused) this.log.info(`${at} is left as it is: ${why} ${detail}`);
    if (written.length > 0)
      this.chats.setAttachments(this.chat, withTakenBack(this.chat.composerAttachments, way, written, randomUUID(), toldName));
    await this.#tell();
    sayShared(await notBack(folder, asked.filter(isShared)));
    await this.#sayRefused(id, refused, path);
  }

  /** The rows of this chat that are still in its state, the newest first. */
  get rows(): readonly ChangesState[] {
    return changesIn(this.chat.loop.state.items).toReversed();
  }

  /** Where nothing is unfolded this costs nothing. */
  async refresh(): Promise<void> {
    if (this.#shown.size > 0) await this.#tell();
  }

  /** A file that has another version by now stays as it is, and the row shows that one. */
  async mark(files: readonly { readonly path: string; readonly version: string }[], seen: boolean): Promise<void> {
    const folder = workFolder(folderOf(this.chat));
    const engine = folder === undefined ? undefined : await engineOf(folder);
    if (folder === undefined || !(engine instanceof Snapshots)) return;
    const turns = await Promise.all([...this.#shown.keys()].map(id => this.#turn(id)));
    const shown = new Set(turns.flatMap(turn => turn?.files.map(({ path }) => path) ?? []));
    const known = files.filter(({ path }) => shown.has(path));
    if (seen) await markSeen(engine, await presentContents(folder, known), Date.now());
    else
      await unmarkSeen(
        engine,
        known.map(({ path }) => path),
      );
    await this.#tell();
  }

  /** The changes of these turns; undefined for one whose snapshots are gone or cannot be read. */
  async turnsOf(rows: readonly ChangesState[]): Promise<readonly (Turn | undefined)[]> {
    await this.#readTogether(rows);
    const turns: (Turn | undefined)[] = [];
    for (const row of rows) turns.push(await this.#turnOf(row));
    return turns;
  }

  /** A chat may have thousands of turns, and each would take a run of git. */
  async #readTogether(rows: readonly ChangesState[]): Promise<void> {
    const folder = workFolder(folderOf(this.chat));
    const engine = folder === undefined ? undefined : await engineOf(folder);
    const pairs = rows.flatMap(({ before, after }) =>
      before === undefined || after === undefined || this.#known.has(`${before} ${after}`) ? [] : [{ before, after }],
    );
    if (!(engine instanceof Snapshots) || pairs.length < 2) return;
    try {
      const all = await engine.changesOfAll(pairs);
      for (const [nth, { before, after }] of pairs.entries()) this.#known.set(`${before} ${after}`, all[nth]);
    } catch (error) {
      this.log.info(`The changes of the turns cannot be read together: ${String(error)}`);
    }
  }

  /** Undefined where the snapshots are gone or cannot be read. */
  async #turn(id: string): Promise<Turn | undefined> {
    const row = this.row(id);
    return row && this.#turnOf(row);
  }

  async #turnOf({ before, after }: ChangesState): Promise<Turn | undefined> {
    const folder = workFolder(folderOf(this.chat));
    const engine = folder === undefined ? undefined : await engineOf(folder);
    if (before === undefined || after === undefined || folder === undefined || engine === undefined) return undefined;
    try {
      const key = `${before} ${after}`;
      const files = this.#known.has(key) ? this.#known.get(key) : await engine.changes(before, after);
      this.#known.set(key, files);
      return files && { engine, folder, files };
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
    const { byPerson = [], left } = this.row(id) ?? {};
    const { engine } = turn;
    const seen = engine instanceof Snapshots ? await seenVersions(engine).catch(() => new Map<string, string>()) : undefined;
    const marks: Marks = { byPerson: new Set(byPerson), seen };
    const files: ChangedFile[] = [];
    for (const file of shown) files.push(await shownFile(turn.folder, file, marks));
    return { id, files, more: turn.files.length - shown.length, ...(left && { left: { ...left, files: [...left.files] } }) };
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
    void showMessage(t('The snapshots of this turn are gone or cannot be read.'));
  }
}

/** What was written is known of in the turns that run. Never rejects. */
export async function replaceFiles({ engine, folder, files }: Turn, way: Way): Promise<Replaced> {
  const blobs = files.flatMap(({ before, after }) => (way === 'back' ? before : after)?.blob ?? []);
  const how = { contentOf: contentsIn(engine, blobs), isUnsaved: (path: string) => isUnsaved(folder, path) };
  const replaced = await replaceChanges(folder, files, way, how);
  didReplace(folder, replaced.written);
  return replaced;
}

/** The rows of turns whose files are known. */
export function changesIn(items: readonly ChatItem[]): readonly ChangesState[] {
  return items.filter((item): item is ChangesState => item.kind === 'changes' && item.before !== undefined);
}

/** How many of them do not stand as they were before the turn. */
async function notBack(folder: string, files: readonly FileChange[]): Promise<number> {
  let count = 0;
  for (const file of files) {
    const found = await Promise.all(pathsOf(file).map(one => presentOf(folder, one)));
    if (found.some(present => present !== 'asBefore')) count++;
  }
  return count;
}

function sayShared(count: number): void {
  if (count === 1) void showMessage(t('1 file was left as it is, because it may not be Claude’s work alone. Revert it by itself.'));
  else if (count > 1)
    void showMessage(t('{0} files were left as they are, because they may not be Claude’s work alone. Revert each by itself.', count));
}

export function toldName(back: number, again: number): string {
  if (back === 0) return again === 1 ? t('Claude is told: 1 file put back again') : t('Claude is told: {0} files put back again', again);
  return back === 1 ? t('Claude is told: 1 file reverted') : t('Claude is told: {0} files reverted', back);
}

function sentences({ path, detail }: Refused): Readonly<Record<Refused['why'], string>> {
  return {
    changed: t('“{0}” has changed since then, so it is left as it is.', path),
    unsaved: t('“{0}” has unsaved changes in an editor, so it is left as it is.', path),
    lost: t('What “{0}” was before is gone or cannot be read.', path),
    failed: t('“{0}” could not be written: {1}', path, detail),
  };
}

interface Marks {
  /** Paths. */
  readonly byPerson: ReadonlySet<string>;
  /** The marks by the key of the path; undefined where none are kept. */
  readonly seen: ReadonlyMap<string, string> | undefined;
}

async function shownFile(folder: string, file: FileChange, { byPerson, seen }: Marks): Promise<ChangedFile> {
  const looks = await Promise.all(pathsOf(file).map(one => lookAt(folder, one)));
  const [first = 'other'] = looks.map(({ present }) => present);
  const version = seen === undefined ? undefined : looks.at(-1)?.version;
  const { path, from, kind, plus, minus, binary } = file;
  return {
    path,
    ...(from !== undefined && { from }),
    kind,
    plus,
    minus,
    ...(binary && { binary }),
    present: looks.every(({ present }) => present === first) ? first : 'other',
    ...(pathsOf(file).some(one => byPerson.has(one.path)) && { byPerson: true }),
    ...(version !== undefined && { version }),
    ...(version !== undefined && seen?.get(keyOf(path)) === version && { seen: true }),
  };
}

/** What stands there now, of those files that still have their version. */
async function presentContents(
  folder: string,
  files: readonly { readonly path: string; readonly version: string }[],
): Promise<readonly Seen[]> {
  const found: Seen[] = [];
  for (const { path, version } of files) {
    const content = await contentAt(folder, path).catch(() => undefined);
    if (content !== undefined && versionOf(content, version.length) === version)
      found.push({ path, content: content === gone ? undefined : content });
  }
  return found;
}

export function isUnsaved(folder: string, path: string): boolean {
  return unsavedAt(folder, path).length > 0;
}

/** What editors have of the file and the disk does not. `path`: relative to the work folder. */
export function unsavedAt(folder: string, path: string): readonly (vscode.TextDocument | vscode.NotebookDocument)[] {
  const uri = fileUri(folder, path).toString();
  const all = [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments];
  return all.filter(held => held.isDirty && held.uri.toString() === uri);
}

function fileUri(folder: string, path: string): vscode.Uri {
  return vscode.Uri.file(join(folder, path));
}

function leftOf(folder: string, { path, from = path, before }: FileChange): vscode.Uri | undefined {
  return before && snapshotUri(folder, from, before.blob);
}

/** The file itself, so that it can be changed there; undefined where it does not stand there now, whatever the turn has left. */
async function rightOf(folder: string, { path }: FileChange): Promise<vscode.Uri | undefined> {
  const isThere = await lstat(join(folder, path)).then(
    stats => !stats.isDirectory(),
    () => false,
  );
  return isThere ? fileUri(folder, path) : undefined;
}
