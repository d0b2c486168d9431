// What a turn has changed, in a window: who has written it, what the person has seen of it, what VS Code is told to show, and the change at the cursor. With real
// git.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, utimesSync } from 'node:fs';
import * as vscode from 'vscode';
import type { BackFile } from '../../src/shared/features/back/news.js';
import { Snapshots } from '../../src/review/snapshots.js';
import { replace } from './openParley.js';
import { at, reviewInHand } from './reviewInHand.js';
import { until } from './until.js';
import { anywhere, isInNode } from './where.js';

const { window, workspace } = vscode;

anywhere('the changes of a turn in a window', () => {
  const hand = reviewInHand();
  const { write, open, close, turn, snapshots, told, files, file, unfold, backCard, see, typed, save, review } = hand;

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
    await until(() => hand.view.find('changes') !== undefined);
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
    assert.deepEqual([paths(card.files?.own), paths(card.files?.others)], [[['reviewed/b.txt', undefined]], [['reviewed/a.txt', true]]]);
    hand.view.post({ type: 'goBack', id: card.id, what: 'files', others: ['reviewed/a.txt'] });
    const went = () => hand.view.items.findLast(item => item.kind === 'wentBack');
    await until(() => went()?.files?.state === 'done');
    assert.deepEqual([content('a.txt'), content('b.txt')], ['one\ntwo\nthree\n', 'b\n']);
    hand.view.post({ type: 'askForward', id: went()?.id ?? '' });
    await until(() => went()?.files?.state === 'undone');
    assert.deepEqual([content('a.txt'), content('b.txt')], ['mine and Claude’s\n', 'Claude’s too\n']);
    assert.ok(hand.view.items.some(item => item.id === id));
  });

  it('are reverted together without those that others may have changed after the window had closed in the turn', async () => {
    const taken = snapshots();
    hand.view.post({ type: 'sendPrompt', text: 'Do it.' });
    await until(() => hand.view.find('permission')?.state === 'asked' && snapshots() > taken);
    write('a.txt', 'Claude’s\n');
    hand.view.post({ type: 'decidePermission', id: hand.view.find('permission')?.id ?? '', decision: 'allow' });
    await close();
    // The clock of this process may be ahead of that of the disk.
    const late = Date.now() / 1000 + 1;
    for (const name of ['b.txt', 'new.txt']) {
      write(name, 'mine\n');
      utimesSync(at(name), late, late);
    }
    open();
    await until(() => hand.view.find('changes')?.isCut === true);
    const { id = '' } = hand.view.find('changes') ?? {};
    await unfold(id);
    const marked = files(id).map(({ path, byPerson }) => [path, byPerson]);
    assert.deepEqual(marked, [
      ['reviewed/a.txt', undefined],
      ['reviewed/b.txt', true],
      ['reviewed/new.txt', true],
    ]);
    hand.view.post({ type: 'takeBack', id });
    await until(() => file(id, 'a.txt')?.present === 'asBefore');
    assert.deepEqual(
      ['b.txt', 'new.txt'].map(name => readFileSync(at(name), 'utf8')),
      ['mine\n', 'mine\n'],
    );
    await until(() =>
      hand.parley.told.some(([words]) => words?.startsWith('2 files were left as they are, because they may not be Claude’s work alone')),
    );
    hand.view.post({ type: 'takeBack', id, path: 'reviewed/b.txt' });
    await until(() => file(id, 'b.txt')?.present === 'asBefore');
    assert.equal(readFileSync(at('b.txt'), 'utf8'), 'b\n');
    const told = hand.parley.told.length;
    hand.view.post({ type: 'takeBack', id });
    await until(() => hand.parley.told.length > told);
    const [[words] = []] = hand.parley.told.slice(told);
    assert.equal(words, '1 file was left as it is, because it may not be Claude’s work alone. Revert it by itself.');
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
    assert.equal(hand.shown.at(-1)?.[0], 'Changes of Claude’s turn: Do it.');
    const all = ['a.txt: "one\\ntwo\\nthree\\n" → there', 'b.txt: "b\\n" → gone', 'new.txt: "nothing" → there'];
    assert.deepEqual(await review('This Chat'), all);
    assert.deepEqual(await review('Since You Last Looked'), ['a.txt: "two\\n" → there', ...all.slice(1)]);
    assert.deepEqual(await review('All Chats Today'), all);
    write('later.txt', 'mine\n');
    assert.deepEqual(await review('All Chats Today'), [...all.slice(0, 2), 'later.txt: "nothing" → there', ...all.slice(2)]);
    rmSync(at('later.txt'));
    // What stands there as it was is no change.
    write('a.txt', 'one\ntwo\nthree\n');
    write('b.txt', 'b\n');
    rmSync(at('new.txt'));
    assert.deepEqual(await review('This Chat'), []);
    assert.ok(hand.parley.told.some(([words]) => words?.startsWith('Everything that Claude changed in this chat')));
    // A long chat has thousands of turns, and each takes a run of git.
    await close();
    open();
    await until(() => hand.view.find('changes') !== undefined);
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
    await hand.parley.run('parley.newChat');
    write('new.txt', 'again\n');
    assert.deepEqual(await review('All Chats Today'), ['new.txt: "nothing" → there']);
  });

  it('are shown under another title where an editor with this one shows something else', async () => {
    const titleNow = async (): Promise<string | undefined> => {
      await review('This Turn');
      return hand.shown.at(-1)?.[0];
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
      await hand.parley.run('parley.revertChange');
      return editor.document.getText();
    };
    assert.equal(await revert(0), 'one\nTWO\nthree\nfour\n');
    assert.deepEqual(hand.parley.told.at(-1), ['Claude has changed nothing at the cursor, as far as is known.']);
    assert.equal(await revert(1), 'one\ntwo\nthree\nfour\n');
    assert.equal(editor.document.isDirty, true);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(editor.document.uri, new vscode.Range(3, 0, 3, 0), 'mine and ');
    assert.ok(await workspace.applyEdit(edit));
    assert.equal(await revert(3), 'one\ntwo\nthree\nmine and four\n');
    assert.ok(hand.parley.told.some(([words]) => words?.startsWith('Something else was written here')));
    await until(() => window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff);
    // VS Code changes no text that it shows for reading alone.
    const restoreEdits = replace(workspace, 'applyEdit', () => () => Promise.resolve(false));
    await revert(3);
    restoreEdits();
    assert.deepEqual(hand.parley.told.at(-1), ['VS Code does not let this file be changed.']);
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
