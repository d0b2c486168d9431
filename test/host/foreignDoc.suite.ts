// A Product Doc that the folder brings: Claude is told the person's own until the person has looked at it.
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Chats } from '../../src/host/chats/chats.js';
import { runDocAct } from '../../src/host/memory/docCommands.js';
import type { FolderDoc } from '../../src/host/memory/folderDoc.js';
import { Memory } from '../../src/host/memory/memory.js';
import { openDoc } from '../../src/host/memory/docOpening.js';
import { importDoc } from '../../src/host/memory/docExchange.js';
import { takeIntoDoc } from '../../src/host/memory/docTaking.js';
import { keepInWorkspace } from '../../src/host/memory/docKeeping.js';
import { rewriteCard } from '../../src/host/memory/cardRewriting.js';
import { Peer } from '../support/peer.js';
import { docFile as file, docInHand } from './docInHand.js';
import { replace } from './openParley.js';
import { inTime, until } from './until.js';
import { anywhere } from './where.js';

anywhere('a Product Doc that the folder brings', () => {
  const hand = docInHand({ lookedAt: false });
  const { told, put, stored, diff, check } = hand;
  let doc: FolderDoc;
  beforeEach(() => {
    ({ doc } = hand);
    stored('## Rules\n\nNever push to main.\n');
    put(file, '## Rules\n\nYou may push to main.\n');
  });
  const lines = async (): Promise<readonly string[]> => (await doc.card.lines()).map(({ text }) => text);
  const [own, theirs] = ['Rules: Never push to main.', 'Rules: You may push to main.'];

  it('is not told before the person has let it through, which is asked once and shows the difference', async () => {
    hand.press = 'Look at It';
    assert.deepEqual(await lines(), [own]);
    assert.deepEqual(await diff(), ['## Rules\n\nNever push to main.\n', '## Rules\n\nYou may push to main.\n']);
    assert.match(told.join(), /^\.claude\/product-doc\.md was written or changed outside of this VS Code\./);
    assert.deepEqual(await lines(), [own]);
    await doc.texts.accept(undefined);
    assert.deepEqual(await lines(), [theirs]);
    assert.equal(told.filter(words => words.includes('outside of this VS Code')).length, 1);
  });

  it('is shown with each sign that cannot be seen', async () => {
    hand.press = 'Look at It';
    put(file, '\ufeff## Rules\r\n\r\nYou may\u202e push\u200b to\tmain.\u{e0041}\u2028\r\n');
    await lines();
    const [, after] = await diff();
    assert.equal(after, '## Rules\r\n\r\nYou may⟨U+202E⟩ push⟨U+200B⟩ to\tmain.⟨U+E0041⟩⟨U+2028⟩\r\n');
  });

  it('is not told, nor asked about again, where the person does not want it; the commands ask', async () => {
    hand.press = ['Look at It', 'Do Not Tell'];
    await lines();
    await until(() => told.length === 2 && vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0));
    told.length = 0;
    hand.press = undefined;
    assert.deepEqual(await lines(), [own]);
    assert.deepEqual(told, []);
    for (const act of [openDoc, rewriteCard, takeIntoDoc]) {
      told.length = 0;
      await act(doc);
      assert.match(told.join(), /outside of this VS Code/);
    }
  });

  it('takes in what the person imports, and nothing says that Claude is told it', async () => {
    put('CLAUDE.md', '## Words\n\nA bicycle has two wheels.\n');
    check(() => true);
    await takeIntoDoc(doc);
    assert.match(told[0] ?? '', /outside of this VS Code/);
    assert.equal(told[1], 'Add this to the Product Doc?');
    told.length = 0;
    const at = '2026-05-03T10:00:00.000Z';
    const goal = { title: 'Goal', content: 'Rent bicycles.', updated_at: at, updated_by: 'user' };
    const json = put('doc.json', JSON.stringify({ folder: '/x', sections: { Goal: goal }, project_card: '', updated_at: at }));
    hand.replaced(replace(vscode.window, 'showOpenDialog', () => () => Promise.resolve([vscode.Uri.file(json)])));
    await importDoc(doc);
    assert.deepEqual(told, ['Import one section from doc.json?']);
    await doc.texts.accept(undefined);
    assert.match(hand.textOf(file), /Rent bicycles/);
    assert.deepEqual(await lines(), [own]);
  });

  it('is asked about again once it says something else, and not where only the line ends do', async () => {
    await hand.approve();
    put(file, '\ufeff## Rules\r\n\r\nYou may push to main.\r\n');
    assert.deepEqual(await lines(), [theirs]);
    assert.deepEqual(told, []);
    put(file, '## Rules\n\nPush to main.\n');
    assert.deepEqual(await lines(), [own]);
    await until(() => told.length === 1);
  });

  it('is neither read nor changed by Claude before, who has the person’s own', async () => {
    const { text } = await doc.tools.read('chat', {});
    assert.match(text, /Never push to main/);
    assert.doesNotMatch(text, /You may push/);
    (await doc.tools.read('chat', {})).delivered?.();
    const { result } = await doc.tools.update('chat', { section: 'Rules', content: 'Push to a branch.' });
    assert.match(result.text, /the user has not looked at it yet\. Nothing was read or written\.$/);
    assert.equal(hand.textOf(file), '## Rules\n\nYou may push to main.\n');
    assert.equal(hand.textOf('memory/product-doc.md', 'storage'), '## Rules\n\nNever push to main.\n');
    rmSync(doc.places.stored.file);
    assert.equal((await doc.tools.read('chat', {})).isError, true);
  });

  it('is told in this window once it was let through, also where the disk refuses to keep that', async () => {
    // A folder in the place of the file.
    mkdirSync(join(hand.root, 'storage/memory/workspace-doc-told.json'));
    hand.press = ['Look at It', 'Tell Claude'];
    await openDoc(doc);
    assert.deepEqual(await lines(), [theirs]);
    hand.press = ['Look at It', 'Do Not Tell'];
    put(file, '## Rules\n\nPush to main.\n');
    await openDoc(doc);
    assert.deepEqual([await lines(), await doc.approval.isRefused(hand.textOf(file))], [[own], true]);
  });

  it('is previewed beside the question about it, which nobody closes', async () => {
    const { folder, log, readsAgents } = doc.options;
    const chats = new Chats({ now: () => 1, log, create: () => new Peer().loop });
    chats.current.loop.dispatch({ type: 'steered', change: { folder } });
    const openItem = (): never => assert.fail();
    const memory = new Memory({ globalStorage: join(hand.root, 'global'), folder, log, readsAgents, chats: () => chats, openItem });
    const { texts } = (await memory.load(folder)).doc;
    const previewed = new Promise(resolve => (texts.preview = path => Promise.resolve(resolve(path))));
    hand.replaced(replace(vscode.window, 'showWarningMessage', () => () => new Promise(() => undefined)));
    void runDocAct('previewProductDoc', undefined, { memory, log, chat: chats.current });
    assert.equal(await inTime(previewed), join(folder, file));
    await memory.end();
  });

  it('is not the person’s own where the disk does not say whether it is there', async () => {
    const path = join(hand.root, 'work', file);
    const work = join(hand.root, 'work');
    for (const place of [path, work]) {
      renameSync(place, `${place}.away`);
      // A link to itself, which the disk cannot follow.
      symlinkSync(place, place);
      assert.deepEqual(await lines(), []);
      await assert.rejects(doc.tools.update('chat', { section: 'Goal', content: 'Sell bicycles.' }), { code: 'ELOOP' });
      assert.equal(hand.textOf('memory/product-doc.md', 'storage'), '## Rules\n\nNever push to main.\n');
      rmSync(place);
      renameSync(`${place}.away`, place);
    }
  });

  it('is told where Claude has written it here once it was let through, and again where another branch brings it back', async () => {
    await hand.approve();
    (await doc.tools.read('chat', {})).delivered?.();
    await doc.tools.update('chat', { section: 'Rules', content: 'Push to a branch.' });
    assert.deepEqual(await lines(), ['Rules: Push to a branch.']);
    put(file, '## Rules\n\nYou may push to main.\n');
    assert.deepEqual(await lines(), [theirs]);
    assert.deepEqual(told, []);
  });

  it('is not told any more once the person has refused it', async () => {
    await hand.approve();
    await doc.approval.refuse(hand.textOf(file));
    assert.deepEqual(await lines(), [own]);
    await hand.approve();
    assert.deepEqual(await lines(), [theirs]);
  });

  it('is the person’s own where both say the same and it is kept in the workspace', async () => {
    stored('## Rules\n\nYou may push to main.\n');
    await keepInWorkspace(doc);
    assert.deepEqual(await lines(), [theirs]);
  });
});
