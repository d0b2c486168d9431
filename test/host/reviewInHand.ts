// The changes of the turns of a chat in the test's hand: a folder in the work folder, what stands in it, and a window in which Claude asks before each turn that
// changes it. With real git.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { BackCard } from '../../src/shared/features/back/news.js';
import type { ChangedFile, ChangedTurn } from '../../src/shared/features/review/news.js';
import { asksToWrite, makeFakeCli } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import type { OpenParley } from './openParley.js';
import { openParley, replace, withSnapshots } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { removeFolder } from '../support/removeFolder.js';

const { window, workspace } = vscode;
export const root = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
export const folder = join(root, 'reviewed');
export const at = (name: string): string => join(folder, name);

/** What VS Code is told to show in its editor for several files. */
type Shown = readonly [title: string, files: readonly (readonly (vscode.Uri | undefined)[])[]];

/** Registers what makes it before each test of the suite, and takes it away. */
export function reviewInHand() {
  let storage: string;
  let cli: FakeCli;
  let parley: OpenParley;
  let view: FakeView;
  let shown: Shown[];
  let restore: () => void;

  beforeEach(async () => {
    mkdirSync(folder, { recursive: true });
    execFileSync('git', ['init', '-q', at('nested')]);
    write('a.txt', 'one\ntwo\nthree\n');
    write('b.txt', 'b\n');
    storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    cli = await makeFakeCli(await asksToWrite(3));
    await useCli(cli);
    shown = [];
    open();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await close();
    cli.remove();
    await removeFolder(folder);
    await removeFolder(storage);
    await takeBackSettings();
  });

  /** All that was written. */
  const contents: string[] = [];
  function write(name: string, content: string): void {
    contents.push(content);
    writeFileSync(at(name), content);
  }
  const blobOf = (text: string): string =>
    createHash('sha1')
      .update(`blob ${Buffer.byteLength(text)}\0${text}`)
      .digest('hex');
  function open(): void {
    parley = openParley({ storage, settings: withSnapshots });
    view = parley.open();
    restore = replace(vscode.commands, 'executeCommand', execute => (id, ...rest: unknown[]) => {
      if (id !== 'vscode.changes') return execute(id, ...rest);
      shown.push(rest as unknown as Shown);
      return Promise.resolve(undefined as never);
    });
  }
  async function close(): Promise<void> {
    restore();
    await parley.close();
  }
  /** One of Claude's, in which `work` is done; its row. */
  async function turn(work: () => Promise<void> | void): Promise<string> {
    const rows = (): readonly string[] => view.items.flatMap(({ kind, id }) => (kind === 'changes' ? [id] : []));
    const [before, taken] = [rows().length, snapshots()];
    view.post({ type: 'sendPrompt', text: 'Do it.' });
    await until(() => view.find('permission')?.state === 'asked' && snapshots() > taken);
    await work();
    view.post({ type: 'decidePermission', id: view.find('permission')?.id ?? '', decision: 'allow' });
    await until(() => rows().length > before);
    return rows().at(-1) ?? '';
  }
  /** The log names the nested repository with each. */
  const snapshots = (): number => parley.log.filter(line => line.includes('Not in the snapshot: reviewed/nested (repository)')).length;
  const told = (id: string): ChangedTurn | undefined => {
    const news = view.news.filter(({ type }) => type === 'changes').at(-1);
    return (news?.type === 'changes' ? news.turns : []).find(one => one.id === id);
  };
  const files = (id: string): readonly ChangedFile[] => told(id)?.files ?? [];
  const file = (id: string, name: string): ChangedFile | undefined => files(id).find(({ path }) => path === `reviewed/${name}`);
  const unfold = async (id: string): Promise<void> => {
    view.post({ type: 'readChanges', id, most: 100 });
    await until(() => files(id).length > 0);
  };
  /** Of going back to before the message, with files. */
  async function backCard(): Promise<BackCard> {
    const card = (): BackCard | undefined => {
      const news = view.news.findLast(({ type }) => type === 'back');
      return news?.type === 'back' ? news.card : undefined;
    };
    view.post({ type: 'askBack', id: view.find('prompt')?.id ?? '' });
    await until(() => card()?.files !== undefined);
    return card() ?? assert.fail();
  }
  const see = (name: string, version: string | undefined, seen = true): void =>
    view.post({ type: 'markSeen', files: [{ path: `reviewed/${name}`, version }], seen });
  /** As a person does in an editor. */
  async function typed(name: string, words: string): Promise<vscode.TextDocument> {
    const { document } = await window.showTextDocument(vscode.Uri.file(at(name)), { preview: false });
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, 0, 0), words);
    assert.ok(await workspace.applyEdit(edit));
    return document;
  }
  async function save(name: string, words: string): Promise<void> {
    assert.ok(await (await typed(name, words)).save());
  }
  /** What VS Code is told to show for the scope, as `path: text before → there now`. */
  async function review(scope: string): Promise<readonly string[]> {
    const closeList = replace(
      window,
      'showQuickPick',
      () =>
        (async (items: Thenable<vscode.QuickPickItem[]>) =>
          (await items).find(({ label }) => label === scope)) as unknown as typeof window.showQuickPick,
    );
    shown = [];
    await parley.run('parley.reviewChanges');
    closeList();
    const [, rows = []] = shown.at(-1) ?? [];
    const said = rows.map(([uri, left, right]) => {
      const before = left === undefined ? 'nothing' : contents.find(one => left.query.includes(blobOf(one)));
      return `${uri?.fsPath.slice(folder.length + 1)}: ${JSON.stringify(before)} → ${right === undefined ? 'gone' : 'there'}`;
    });
    return said.sort();
  }

  return {
    get storage() {
      return storage;
    },
    get parley() {
      return parley;
    },
    get view() {
      return view;
    },
    get shown() {
      return shown;
    },
    write,
    open,
    close,
    turn,
    snapshots,
    told,
    files,
    file,
    unfold,
    backCard,
    see,
    typed,
    save,
    review,
  };
}
