// The Product Doc as a chat has it: what a session is told, what the person takes out of that, and what a change's row does.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { find } from '../../src/chat/items.js';
import { runDocAct } from '../../src/host/memory/docCommands.js';
import type { FolderDoc } from '../../src/host/memory/folderDoc.js';
import { FolderMemory } from '../../src/host/memory/folderMemory.js';
import { Memory } from '../../src/host/memory/memory.js';
import type { Chat } from '../../src/host/chats/chat.js';
import { Chats } from '../../src/host/chats/chats.js';
import { storageFolder } from '../../src/host/storage/chatFolders.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import { Peer } from '../support/peer.js';
import { docFile as file, docInHand } from './docInHand.js';
import { openParley } from './openParley.js';
import { until } from './until.js';
import { anywhere } from './where.js';

const { window } = vscode;

anywhere('the Product Doc in a chat', () => {
  const hand = docInHand();
  const { told, put, textOf } = hand;
  let doc: FolderDoc;
  let chats: Chats;
  let current: Chat;
  let memory: FolderMemory;
  const activeText = (): string | undefined => window.activeTextEditor?.document.getText();
  const opened = (): FolderMemory => {
    const { storage, folder, log, readsAgents } = hand.doc.options;
    return new FolderMemory({ storage, folder, log, readsAgents, chats: () => chats, openItem: () => assert.fail() });
  };
  beforeEach(() => {
    ({ doc } = hand);
    chats = new Chats({ now: () => 1, log: doc.options.log, create: () => new Peer().loop });
    ({ current } = chats);
    memory = opened();
  });
  afterEach(() => memory.end());

  it('is told to a resumed session as it was, without a section that the person has deleted since', async () => {
    const path = put(file, '## Goal\n\nSell bicycles.\n\n## Access\n\nThe key is 1234.\n');
    await hand.approve();
    const begun = (await memory.tell(undefined)) ?? assert.fail('nothing is told');
    assert.match(begun.text, /Sell bicycles[^]*1234/);
    writeFileSync(path, '## Goal\n\nRent bicycles.\n');
    await hand.approve();
    const resumed = (await memory.tell(begun.told)) ?? assert.fail('nothing is told');
    assert.match(resumed.text, /Sell bicycles/);
    assert.doesNotMatch(resumed.text, /1234/);
    assert.equal(resumed.isOlder, true);
    assert.deepEqual(resumed.told, begun.told);
  });

  it('is told to a resumed session as far as it is there in the document that Claude is told, whatever the folder brings', async () => {
    hand.stored('## Goal\n\nSell bicycles.\n\n## Access\n\nThe key is 1234.\n');
    put(file, '## Access\n\nTheirs.\n');
    const begun = (await memory.tell(undefined)) ?? assert.fail('nothing is told');
    hand.stored('## Goal\n\nSell bicycles.\n');
    const { text } = (await memory.tell(begun.told)) ?? assert.fail('nothing is told');
    assert.match(text, /Sell bicycles/);
    assert.doesNotMatch(text, /1234/);
  });

  it('tells none of the sections that the person takes out one right after the other', async () => {
    await Promise.all([doc.untold.tell('Goal', false), doc.untold.tell('Stack', false), doc.untold.tell('Rules', false)]);
    assert.deepEqual(await doc.untold.all(), { ok: true, keys: new Set(['Goal', 'Stack', 'Rules']) });
  });

  it('tells no section where it cannot be read which ones are taken out, says so, and leaves that as it is', async () => {
    put(file, '## Goal\n\nSell bicycles.\n');
    await hand.approve();
    assert.deepEqual(await doc.card.lines(), [{ section: 'Goal', text: 'Goal: Sell bicycles.' }]);
    for (const unreadable of ['["Goal"', '{}', '']) {
      const path = put('memory/untold.json', unreadable, 'storage');
      assert.deepEqual(await doc.card.lines(), []);
      assert.equal(await doc.acts.card(), undefined);
      assert.equal(hand.told.at(-1)?.endsWith(`Claude is told the removed lines again: ${path}`), true);
      for (const told of [true, false]) assert.equal((await doc.untold.tell('Goal', told)).ok, false);
      assert.equal(textOf('memory/untold.json', 'storage'), unreadable);
    }
    put('memory/untold.json', '[]', 'storage');
    assert.equal((await doc.card.lines()).length, 1);
  });

  it('loses one line of a card that somebody wrote by each Remove, and the next start is told the others', async () => {
    put(file, '## Goal\n\nSell.\n\n## Project card\n\nFirst.\nSecond.\nThird.\n');
    await hand.approve();
    const begun = (await memory.tell(undefined)) ?? assert.fail('nothing is told');
    assert.equal(begun.count, 3);
    current.loop.dispatch({ type: 'memoryTold', ...begun });
    const shown: (readonly [string, string, boolean])[] = [];
    const post = (message: HostMessage): void => {
      assert.ok(message.type === 'toldLines');
      shown.splice(0, shown.length, ...message.lines.map(({ key, text, isRemoved }) => [key, text, isRemoved === true] as const));
    };
    await memory.perform(current, { type: 'readTold', id: 'told' }, post);
    const [, second] = shown;
    await memory.perform(current, { type: 'tellLine', id: 'told', key: second?.[0] ?? '', told: false }, post);
    assert.deepEqual(
      shown.map(([, text, isRemoved]) => [text, isRemoved]),
      [
        ['First.', false],
        ['Second.', true],
        ['Third.', false],
      ],
    );
    for (const known of [undefined, begun.told]) {
      const next = (await memory.tell(known)) ?? assert.fail('nothing is told');
      assert.match(next.text, /> First\.\n> Third\.\n/);
      assert.equal(next.count, 2);
      assert.equal(next.isOlder, false);
    }
    const now = (await doc.acts.card()) ?? assert.fail('no card');
    assert.deepEqual(now.untoldLines, ['Second.']);
    await memory.perform(current, { type: 'tellLine', id: 'told', key: second?.[0] ?? '', told: true }, post);
    assert.match((await memory.tell(begun.told))?.text ?? '', /> First\.\n> Second\.\n> Third\.\n/);
  });

  for (const [name, before, after] of [
    ['an empty section stays, empty', '# Shop\n\n## Goal\n\n## Stack\n\nNode.\n', '# Shop\n\n## Goal\n\n## Stack\n\nNode.\n'],
    ['a section that was new goes', '# Shop\n', '# Shop\n\n'],
  ] as const)
    it(`gets a change of Claude's undone after the window has begun anew: ${name}`, async () => {
      put(file, before);
      await hand.approve();
      const update = { section: 'Goal', content: 'Sell bicycles.' };
      (await memory.call('read_product_doc', {}, { chat: current.key, toolUseId: 'r' })).delivered?.();
      await memory.call('update_product_doc', update, { chat: current.key, toolUseId: 't' });
      assert.match(textOf(file), /Sell bicycles/);
      await memory.end();
      memory = opened();
      await memory.perform(current, { type: 'undoDocChange', id: 'change:t' }, () => assert.fail());
      assert.equal(textOf(file), after);
    });

  describe('with a change of Claude’s', () => {
    let path: string;
    beforeEach(async () => {
      path = put(file, '# Shop\n');
      await hand.approve();
      await memory.call('update_product_doc', { section: 'Goal', content: 'Sell bicycles.' }, { chat: current.key, toolUseId: 't' });
      assert.equal(find(current.loop.state, 'change:t', 'docChange')?.state, 'done');
    });
    const undo = (): Promise<void> => memory.perform(current, { type: 'undoDocChange', id: 'change:t' }, () => assert.fail());

    it('says why the disk does not let it be undone', async () => {
      rmSync(path);
      mkdirSync(path);
      await undo();
      assert.deepEqual(told, ['There is a folder in the place of .claude/product-doc.md.']);
    });

    it('undoes it in a file that another program has touched since', async () => {
      writeFileSync(path, `${textOf(file)}\n## Stack\n\nNode.\n`);
      await undo();
      assert.deepEqual([told, textOf(file)], [[], '# Shop\n\n## Stack\n\nNode.\n']);
      assert.equal(find(current.loop.state, 'change:t', 'docChange')?.state, 'undone');
    });

    it('leaves it as it is in a chat that is open somewhere else', async () => {
      const before = textOf(file);
      chats.setOtherOwner(current, 'otherWindow');
      await undo();
      assert.deepEqual([told, textOf(file)], [['This chat is open somewhere else. Take it over first.'], before]);
    });

    it('leaves it as it is while an editor holds changes that are not saved', async () => {
      const before = textOf(file);
      memory.doc.places.isUnsaved = () => Promise.resolve(true);
      await undo();
      assert.deepEqual([told, textOf(file)], [['Save the Product Doc first: it has changes that are not saved.'], before]);
    });
  });

  it('gets a change undone in Parley’s storage, where the folder has brought a document since', async () => {
    hand.stored('# Shop\n');
    await memory.call('update_product_doc', { section: 'Goal', content: 'Sell bicycles.' }, { chat: current.key, toolUseId: 't' });
    put(file, '## Goal\n\nTheirs.\n');
    await memory.perform(current, { type: 'undoDocChange', id: 'change:t' }, () => assert.fail());
    assert.deepEqual([told, textOf(file), textOf('memory/product-doc.md', 'storage')], [[], '## Goal\n\nTheirs.\n', '# Shop\n']);
  });

  it('says why it cannot be opened from a chat', async () => {
    const storage = join(hand.root, 'other');
    const place = storageFolder(storage, vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '');
    mkdirSync(place, { recursive: true });
    // A file in the place of its folder.
    writeFileSync(join(place, 'memory'), '');
    const parley = openParley({ storage });
    parley.open().post({ type: 'openProductDoc' });
    await until(() => parley.log.some(line => line.includes('openProductDoc')));
    await parley.close();
    assert.match(told.join(), /^That did not work: ENOTDIR/);
  });

  it('is that of the root for the commands too, in a chat that works below the root', async () => {
    const { log, readsAgents } = doc.options;
    const [globalStorage, folder] = [join(hand.root, 'global'), vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? ''];
    const all = new Memory({ globalStorage, folder, log, readsAgents, chats: () => chats, openItem: () => assert.fail() });
    current.loop.dispatch({ type: 'steered', change: { folder: join(folder, 'src') } });
    await runDocAct('openProductDoc', undefined, { memory: all, log, chat: current });
    assert.equal(window.activeTextEditor?.document.uri.fsPath, join(storageFolder(globalStorage, folder), 'memory/product-doc.md'));
    await all.end();
  });

  it('is opened from a chat with the offer that the command makes', async () => {
    put('AGENTS.md', '## Rules\n\nBe kind.\n');
    const perform = (): Promise<void> => memory.perform(current, { type: 'openProductDoc' }, () => assert.fail());
    await perform();
    assert.deepEqual(told, ['There is no Product Doc yet. It can begin with what is written down already: AGENTS.md']);
    assert.equal(activeText(), undefined);
    hand.press = 'Begin Empty';
    await perform();
    assert.match(activeText() ?? '', /^# Product Doc\n/);
  });
});
