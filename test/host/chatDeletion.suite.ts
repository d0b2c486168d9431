// Deleting chats where the disk refuses what the person presses, or something comes late.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { undoTime } from '../../src/host/commands/chatDeletion.js';
import { storageFolder } from '../../src/host/storage/chatFolders.js';
import { removeFolder } from '../support/removeFolder.js';
import type { FakeCli } from './fakeCli.js';
import { makeFakeCli, talks } from './fakeCli.js';
import type { FakeTree } from './fakeTree.js';
import type { FakeView } from './fakeView.js';
import type { OpenParley } from './openParley.js';
import { openParley, replace } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere } from './where.js';

const workFolder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

describe('a deleted chat that the disk does not give back', () => {
  let parley: OpenParley;
  let storage: string;
  let cli: FakeCli;
  const restores: (() => void)[] = [];
  beforeEach(async () => {
    storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    parley = openParley({ storage });
    cli = await makeFakeCli(await talks());
    await useCli(cli);
  });
  afterEach(async () => {
    for (const restore of restores.splice(0)) restore();
    await parley.close();
    cli.remove();
    await removeFolder(storage);
    await takeBackSettings();
  });

  let view: FakeView;
  let tree: FakeTree;
  /** Gives the row of a chat, once it is in the list. */
  async function listed(): Promise<() => unknown> {
    view = parley.open();
    view.post({ type: 'sendPrompt', text: 'The first' });
    await until(() => view.status?.turn === 'idle' && view.items.some(({ kind }) => kind === 'text'));
    tree = await parley.tree('parley.chats');
    tree.setVisible(true);
    const row = (): unknown => tree.rows.find(({ label }) => label === 'The first')?.row;
    await until(() => row() !== undefined);
    return row;
  }

  anywhere.it('says so, and can be brought back later', async () => {
    const row = await listed();
    const failed: string[] = [];
    restores.push(
      replace(vscode.window, 'showErrorMessage', () => (text: string) => {
        failed.push(text);
        return Promise.resolve(undefined);
      }),
    );
    const press = parley.answerLater('Undo');
    await parley.run('parley.deleteChat', row());
    await until(() => row() === undefined);
    const chats = join(storageFolder(storage, workFolder), 'chats');
    renameSync(chats, `${chats}.aside`);
    writeFileSync(chats, '');
    press();
    await until(() => failed.length > 0);
    assert.match(failed.join(), /^This could not be done: ENOTDIR/);
    rmSync(chats);
    renameSync(`${chats}.aside`, chats);
    await parley.run('parley.undoDeleteChat');
    await until(() => row() !== undefined);
    assert.deepEqual(parley.asked, []);
  });

  anywhere.it('is said to be gone by a notification that is pressed after the time to undo', async () => {
    const row = await listed();
    let timeIsOver: (() => void) | undefined;
    restores.push(
      replace(globalThis, 'setTimeout', real => {
        const timer = (run: () => void, ms?: number): NodeJS.Timeout => {
          if (ms === undoTime) timeIsOver = run;
          return ms === undoTime ? real(run, ms).unref() : real(run, ms);
        };
        return timer as typeof setTimeout;
      }),
    );
    const press = parley.answerLater('Undo');
    await parley.run('parley.deleteChat', row());
    await until(() => row() === undefined && timeIsOver !== undefined);
    const chats = join(storageFolder(storage, workFolder), 'chats');
    const marks = (): number => readdirSync(chats).filter(name => name.endsWith('.deleted')).length;
    assert.equal(marks(), 2, 'of the chat, and of its session');
    timeIsOver?.();
    await until(() => marks() === 1);
    press();
    await until(() => parley.told.some(([text]) => /too late|is back/.test(text ?? '')));
    assert.equal(parley.told.at(-1)?.[0], 'It is too late: the chat is gone.');
    await parley.run('parley.undoDeleteChat');
    assert.deepEqual([parley.told.at(-1)?.[0], marks()], ['There is no deleted chat to bring back.', 1]);
  });

  anywhere.it('has no mark left after the time to undo, also where that of its session cannot be changed', async () => {
    const row = await listed();
    const key = view.chat ?? assert.fail();
    let timeIsOver: (() => void) | undefined;
    restores.push(
      replace(globalThis, 'setTimeout', real => {
        const timer = (run: () => void, ms?: number): NodeJS.Timeout => {
          if (ms === undoTime) timeIsOver = run;
          return ms === undoTime ? real(run, ms).unref() : real(run, ms);
        };
        return timer as typeof setTimeout;
      }),
    );
    await parley.run('parley.deleteChat', row());
    await until(() => row() === undefined && timeIsOver !== undefined);
    const chats = join(storageFolder(storage, workFolder), 'chats');
    const marks = (): readonly string[] => readdirSync(chats).filter(name => name.endsWith('.deleted'));
    const ofSession = marks().find(name => name !== `${key}.deleted`) ?? assert.fail();
    rmSync(join(chats, ofSession));
    symlinkSync('nowhere', join(chats, ofSession));
    timeIsOver?.();
    await until(() => parley.log.some(line => line.includes('A deletion failed')));
    assert.deepEqual(marks(), [ofSession]);
  });

  anywhere.it('keeps its transcript where it was opened again before a button of the notification is pressed', async () => {
    const row = await listed();
    const given = row();
    const press = parley.answerLater('Delete Transcript Too');
    parley.answerWith('Delete');
    await parley.run('parley.deleteChat', given);
    await until(() => row() === undefined);
    await parley.run('parley.openChat', given);
    await until(() => row() !== undefined);
    press();
    const marks = (): number =>
      readdirSync(join(storageFolder(storage, workFolder), 'chats')).filter(name => name.endsWith('.deleted')).length;
    await until(() => marks() === 0 || parley.told.some(([text]) => text === 'The chat is back.'));
    assert.deepEqual([marks(), parley.told.at(-1)?.[0]], [1, 'The chat is back.']);
  });

  anywhere.it('stays deleted where its page says something late, and the words are the draft of a new chat', async () => {
    const row = await listed();
    const key = view.chat ?? assert.fail();
    await parley.run('parley.deleteChat', row());
    await until(() => row() === undefined && view.chat !== key);
    view.post({ type: 'saveComposerDraft', text: 'late' }, key);
    const labels = (): readonly string[] => tree.rows.map(({ label }) => label);
    await until(() => labels().some(label => label === 'Draft: late' || label === 'The first'));
    assert.equal(labels().includes('The first'), false);
    assert.ok(existsSync(join(storageFolder(storage, workFolder), 'chats', `${key}.deleted`)));
  });
});
