// What a turn has changed, in a window: who has written it, what the person has seen of it, what VS Code is told to show, and the change at the cursor. With real
// git.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { BackCard, BackFile } from '../../src/shared/features/back/news.js';
import type { ChangedFile, ChangedTurn } from '../../src/shared/features/review/news.js';
import { engineOf } from '../../src/host/features/review/review.js';
import { Snapshots } from '../../src/review/snapshots.js';
import { asksToWrite, makeFakeCli } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import type { OpenParley } from './openParley.js';
import { openParley, replace, withSnapshots } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere, isInNode } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

const { window, workspace } = vscode;
const root = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const folder = join(root, 'reviewed');
const at = (name: string): string => join(folder, name);

anywhere('the changes of a turn in a window', () => {
  let storage: string;
  let cli: FakeCli;
  let parley: OpenParley;
  let view: FakeView;
  let shown: (readonly [title: string, files: readonly (readonly (vscode.Uri | undefined)[])[]])[];
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
      shown.push(rest as unknown as (typeof shown)[number]);
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

  it('are the person’s too where they have saved one meanwhile; one that was seen is so after a restart, and in no other text', async () => {
    const id = await turn(async () => {
      write('a.txt', 'one\nTWO\nthree\n');
      await save('b.txt', 'mine\n');
    });
    await unfold(id);
    assert.deepEqual(
      files(id).map(({ path, byPerson, seen }) => [path, byPerson, seen]),
      [
        ['reviewed/a.txt', undefined, undefined],
        ['reviewed/b.txt', true, undefined],
      ],
    );
    assert.deepEqual(told(id)?.left, { files: [{ path: 'reviewed/nested', why: 'repository' }], more: 0 });
    // A version that nobody has shown is not seen.
    see('b.txt', '0'.repeat(40));
    see('a.txt', file(id, 'a.txt')?.version);
    await until(() => file(id, 'a.txt')?.seen === true);
    assert.equal(file(id, 'b.txt')?.seen, undefined);

    await close();
    open();
    await until(() => view.find('changes') !== undefined);
    await unfold(id);
    assert.deepEqual([file(id, 'a.txt')?.seen, file(id, 'b.txt')?.byPerson], [true, true]);
    await save('a.txt', 'mine\n');
    await until(() => file(id, 'a.txt')?.seen === undefined);
    see('a.txt', file(id, 'a.txt')?.version);
    await until(() => file(id, 'a.txt')?.seen === true);
    see('a.txt', file(id, 'a.txt')?.version, false);
    await until(() => file(id, 'a.txt')?.seen === undefined);
  });

  it('go back only where the person says so in what they have typed, which is saved first and comes again with Undo', async () => {
    const id = await turn(() => {
      write('a.txt', 'Claude’s\n');
      write('b.txt', 'Claude’s too\n');
    });
    await typed('a.txt', 'mine and ');
    const content = (name: string): string => readFileSync(at(name), 'utf8');
    const card = await backCard();
    const paths = (files: readonly BackFile[] = []) => files.map(({ path, unsaved }) => [path, unsaved]);
    assert.deepEqual(
      [paths(card.files?.own), paths(card.files?.others)],
      [[['reviewed/b.txt', undefined]], [['reviewed/a.txt', true]]],
    );
    view.post({ type: 'goBack', id: card.id, what: 'files', others: ['reviewed/a.txt'] });
    const went = () => view.items.findLast(item => item.kind === 'wentBack');
    await until(() => went()?.files?.state === 'done');
    assert.deepEqual([content('a.txt'), content('b.txt')], ['one\ntwo\nthree\n', 'b\n']);
    view.post({ type: 'askForward', id: went()?.id ?? '' });
    await until(() => went()?.files?.state === 'undone');
    assert.deepEqual([content('a.txt'), content('b.txt')], ['mine and Claude’s\n', 'Claude’s too\n']);
    assert.ok(view.items.some(item => item.id === id));
  });

  it('are known of a folder below a root too, and of none that belongs to no root', async () => {
    assert.ok(await engineOf(folder));
    assert.equal(await engineOf(storage), undefined);
  });

  it('are none of what stood there before in no snapshot, so neither Revert all nor going back removes it', async () => {
    write('.gitignore', 'secret\n');
    write('secret', 'mine\n');
    write('large', 'x'.repeat(6_000_000));
    const id = await turn(() => {
      write('.gitignore', '\n');
      write('large', 'short\n');
      write('made.txt', 'new\n');
    });
    await unfold(id);
    assert.deepEqual(
      files(id).map(({ path, kind }) => [path, kind]),
      [
        ['reviewed/.gitignore', 'modified'],
        ['reviewed/made.txt', 'added'],
      ],
    );
    assert.deepEqual(
      told(id)?.left?.files.map(({ path, why }) => [path, why]),
      [
        ['reviewed/nested', 'repository'],
        ['reviewed/large', 'large'],
        ['reviewed/secret', 'ignored'],
      ],
    );
    view.post({ type: 'takeBack', id });
    await until(() => files(id).every(({ present }) => present === 'asBefore'));
    assert.deepEqual([readFileSync(at('secret'), 'utf8'), existsSync(at('made.txt'))], ['mine\n', false]);
    view.post({ type: 'putBack', id });
    await until(() => files(id).every(({ present }) => present === 'asLeft'));
    const card = await backCard();
    const paths = (some: readonly BackFile[] = []) => some.map(({ path }) => path);
    assert.deepEqual([paths(card.files?.own), paths(card.files?.others)], [['reviewed/.gitignore', 'reviewed/made.txt'], []]);
  });

  it('are reverted together without those that others may have changed after the window had closed in the turn', async () => {
    const taken = snapshots();
    view.post({ type: 'sendPrompt', text: 'Do it.' });
    await until(() => view.find('permission')?.state === 'asked' && snapshots() > taken);
    write('a.txt', 'Claude’s\n');
    view.post({ type: 'decidePermission', id: view.find('permission')?.id ?? '', decision: 'allow' });
    await close();
    // The clock of this process may be ahead of that of the disk.
    const late = Date.now() / 1000 + 1;
    for (const name of ['b.txt', 'new.txt']) {
      write(name, 'mine\n');
      utimesSync(at(name), late, late);
    }
    open();
    await until(() => view.find('changes')?.isCut === true);
    const { id = '' } = view.find('changes') ?? {};
    await unfold(id);
    const marked = files(id).map(({ path, byPerson }) => [path, byPerson]);
    assert.deepEqual(marked, [
      ['reviewed/a.txt', undefined],
      ['reviewed/b.txt', true],
      ['reviewed/new.txt', true],
    ]);
    view.post({ type: 'takeBack', id });
    await until(() => file(id, 'a.txt')?.present === 'asBefore');
    assert.deepEqual(
      ['b.txt', 'new.txt'].map(name => readFileSync(at(name), 'utf8')),
      ['mine\n', 'mine\n'],
    );
    await until(() =>
      parley.told.some(([words]) => words?.startsWith('2 files were left as they are, because others may have changed them')),
    );
    view.post({ type: 'takeBack', id, path: 'reviewed/b.txt' });
    await until(() => file(id, 'b.txt')?.present === 'asBefore');
    assert.equal(readFileSync(at('b.txt'), 'utf8'), 'b\n');
    const told = parley.told.length;
    view.post({ type: 'takeBack', id });
    await until(() => parley.told.length > told);
    const [[words] = []] = parley.told.slice(told);
    assert.equal(words, '1 file was left as it is, because others may have changed it. Revert it by itself.');
  });

  it('are shown for one turn, for the chat, since the person has looked and for the day', async () => {
    const id = await turn(() => {
      write('a.txt', 'two\n');
      write('new.txt', 'new\n');
    });
    await unfold(id);
    see('a.txt', file(id, 'a.txt')?.version);
    await until(() => file(id, 'a.txt')?.seen === true);
    await turn(() => {
      write('a.txt', 'three\n');
      rmSync(at('b.txt'));
    });
    assert.deepEqual(await review('This Turn'), ['a.txt: "two\\n" → there', 'b.txt: "b\\n" → gone']);
    assert.equal(shown.at(-1)?.[0], 'Changes of Claude’s turn: Do it.');
    const all = ['a.txt: "one\\ntwo\\nthree\\n" → there', 'b.txt: "b\\n" → gone', 'new.txt: "nothing" → there'];
    assert.deepEqual(await review('This Chat'), all);
    assert.deepEqual(await review('Since You Last Looked'), ['a.txt: "two\\n" → there', ...all.slice(1)]);
    assert.deepEqual(await review('All Chats Today'), all);
    // What stands there as it was is no change.
    write('a.txt', 'one\ntwo\nthree\n');
    write('b.txt', 'b\n');
    rmSync(at('new.txt'));
    assert.deepEqual(await review('This Chat'), []);
    assert.ok(parley.told.some(([words]) => words?.startsWith('Everything that Claude changed in this chat')));
    // A long chat has thousands of turns, and each takes a run of git.
    await close();
    open();
    await until(() => view.find('changes') !== undefined);
    const runs: string[] = [];
    const restoreRuns = replace(
      Snapshots.prototype,
      'run',
      run =>
        function (this: Snapshots, ...given) {
          runs.push(given[0][0] ?? '');
          return run.apply(this, given);
        },
    );
    await review('This Chat');
    restoreRuns();
    assert.deepEqual(runs, ['diff-tree']);
    // Of another chat on the same day.
    await parley.run('parley.newChat');
    write('new.txt', 'again\n');
    assert.deepEqual(await review('All Chats Today'), ['new.txt: "nothing" → there']);
  });

  it('are shown under another title where an editor with this one shows something else', async () => {
    const titleNow = async (): Promise<string | undefined> => {
      await review('This Turn');
      return shown.at(-1)?.[0];
    };
    const isOpen = (title: string): boolean => window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.startsWith(title)));
    await turn(() => write('a.txt', 'two\n'));
    const title = (await titleNow()) ?? assert.fail();
    // VS Code's own editor is not opened here.
    const panel = window.createWebviewPanel('test', `${title} (1 file)`, vscode.ViewColumn.Active);
    await until(() => isOpen(title));
    assert.equal(await titleNow(), title);
    await turn(() => write('a.txt', 'three\n'));
    assert.equal(await titleNow(), `${title} (2)`);
    panel.dispose();
    await until(() => !isOpen(title));
    assert.equal(await titleNow(), title);
  });

  it('are reverted one by one at the cursor, where nobody has written since', async function () {
    // The documents of snapshots are those of the Parley that is installed.
    if (!isInNode) this.skip();
    await turn(() => {
      write('a.txt', 'one\nTWO\nthree\nfour\n');
      write('new.txt', 'new\nlines\n');
    });
    const editor = await window.showTextDocument(vscode.Uri.file(at('a.txt')));
    const revert = async (line: number): Promise<string> => {
      (window.activeTextEditor ?? assert.fail()).selection = new vscode.Selection(line, 0, line, 0);
      await parley.run('parley.revertChange');
      return editor.document.getText();
    };
    assert.equal(await revert(0), 'one\nTWO\nthree\nfour\n');
    assert.deepEqual(parley.told.at(-1), ['Claude has changed nothing at the cursor, as far as is known.']);
    assert.equal(await revert(1), 'one\ntwo\nthree\nfour\n');
    assert.equal(editor.document.isDirty, true);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(editor.document.uri, new vscode.Range(3, 0, 3, 0), 'mine and ');
    assert.ok(await workspace.applyEdit(edit));
    assert.equal(await revert(3), 'one\ntwo\nthree\nmine and four\n');
    assert.ok(parley.told.some(([words]) => words?.startsWith('Something else was written here')));
    await until(() => window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff);
    // VS Code changes no text that it shows for reading alone.
    const restoreEdits = replace(workspace, 'applyEdit', () => () => Promise.resolve(false));
    await revert(3);
    restoreEdits();
    assert.deepEqual(parley.told.at(-1), ['VS Code does not let this file be changed.']);
    // In the diff the person sees all that goes.
    await revert(3);
    assert.equal(editor.document.getText(), 'one\ntwo\nthree\n');
    // All of a file that the turn has made is one change.
    const made = await window.showTextDocument(vscode.Uri.file(at('new.txt')));
    await revert(1);
    assert.equal(made.document.getText(), '');
    assert.equal(readFileSync(at('a.txt'), 'utf8'), 'one\nTWO\nthree\nfour\n');
  });
});
