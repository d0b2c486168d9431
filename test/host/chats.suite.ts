// Several conversations at once: each goes on by itself, and nothing of one reaches another.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { storageFolder } from '../../src/host/storage/chatFolders.js';
import { pick } from '../support/questions.js';
import { asks, isAlive, makeFakeCli, talks } from './fakeCli.js';
import { showChats } from '../../src/host/commands/chatList.js';
import type { PastChat, PastChatsDependencies } from '../../src/host/commands/pastChats.js';
import { PastChats } from '../../src/host/commands/pastChats.js';
import type { FakeCli } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import type { OpenParley } from './openParley.js';
import { openParley, replace } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

const id = 'toolu_fake_1';
let parley: OpenParley;
let view: FakeView;
let storage: string;
const clis: FakeCli[] = [];
const restores: (() => void)[] = [];

async function useFake(script: Parameters<typeof makeFakeCli>[0]): Promise<FakeCli> {
  const cli = await makeFakeCli(script);
  clis.push(cli);
  await useCli(cli);
  return cli;
}

async function beAsked(prompt: string): Promise<FakeCli> {
  const cli = await useFake(await asks());
  view.post({ type: 'sendPrompt', text: prompt });
  await until(() => view.find('question')?.phase === 'asked');
  return cli;
}

async function talk(prompt: string): Promise<FakeCli> {
  const cli = await useFake(await talks());
  view.post({ type: 'sendPrompt', text: prompt });
  await until(() => view.status?.turn === 'idle' && view.items.some(({ kind }) => kind === 'text'));
  return cli;
}

const prompts = (): readonly string[] => view.items.flatMap(item => (item.kind === 'prompt' ? [item.text] : []));

interface List {
  readonly labels: () => readonly string[];
  /** Resolves when the chats that are not in memory are in the list too. */
  readonly whole: () => Promise<void>;
  pick(label: string): void;
  press(label: string, button: string): void;
  /** How often it has come into sight. */
  shown(): number;
}

/** The list of chats, in the test's hand. */
async function openList(open?: () => unknown): Promise<List> {
  const list = await openListAtOnce(open);
  await list.whole();
  return list;
}

async function openListAtOnce(open: () => unknown = () => parley.run('parley.showChats')): Promise<List> {
  let list: vscode.QuickPick<vscode.QuickPickItem> | undefined;
  let shown = 0;
  type Press = (event: { readonly item: vscode.QuickPickItem; readonly button: vscode.QuickInputButton }) => void;
  const handlers: { accept: () => void; press: Press; hide: () => void } = {
    accept: () => undefined,
    press: () => undefined,
    hide: () => undefined,
  };
  const make = (): unknown => {
    list = {
      items: [],
      selectedItems: [],
      activeItems: [],
      onDidAccept: (handler: () => void) => (handlers.accept = handler),
      onDidTriggerItemButton: (handler: Press) => (handlers.press = handler),
      onDidHide: (handler: () => void) => (handlers.hide = handler),
      hide: () => handlers.hide(),
      show: () => void shown++,
      dispose: () => undefined,
    } as unknown as vscode.QuickPick<vscode.QuickPickItem>;
    return list;
  };
  restores.push(replace(vscode.window, 'createQuickPick', () => make as typeof vscode.window.createQuickPick));
  await open();
  const find = (label: string): vscode.QuickPickItem => {
    const item = list?.items.find(candidate => candidate.label.endsWith(label));
    assert.ok(item !== undefined && list !== undefined, `no ${label} in the list`);
    return item;
  };
  return {
    labels: () => list?.items.map(({ label, description }) => [label, description].filter(Boolean).join(' | ')) ?? [],
    whole: () => until(() => list?.busy === false),
    shown: () => shown,
    pick(label) {
      const item = find(label);
      if (list !== undefined) Object.assign(list, { selectedItems: [item] });
      handlers.accept();
    },
    press(label, name) {
      const item = find(label);
      const button = item.buttons?.find(({ tooltip }) => tooltip === name);
      assert.ok(button !== undefined);
      handlers.press({ item, button });
    },
  };
}

anywhere('several chats', () => {
  beforeEach(() => {
    storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    parley = openParley({ storage });
    view = parley.open();
  });
  afterEach(async () => {
    for (const restore of restores.splice(0)) restore();
    await parley.close();
    for (const cli of clis.splice(0)) cli.remove();
    await removeFolder(storage);
    await takeBackSettings();
  });

  it('go on beside each other: a question waits while another chat is used, and is answered where it was asked', async () => {
    const first = await beAsked('The first');
    view.post({ type: 'saveComposerDraft', text: 'a thought' });
    const before = view.messages.length;
    await parley.run('parley.newChat');
    await until(() => view.items.length === 0);
    assert.deepEqual([view.status, view.composerDraft, parley.asked], [{ turn: 'idle' }, '', []]);
    // The chats that are offered may come behind it, because they are read from the disk.
    const focused = () => view.messages.slice(before).filter(({ type }) => type === 'focus');
    await until(() => focused().length > 0);
    assert.deepEqual(focused(), [{ type: 'focus', target: 'composer' }]);
    const second = await talk('The second');
    assert.deepEqual(prompts(), ['The second']);
    await parley.run('parley.focusQuestion');
    await until(() => prompts()[0] === 'The first');
    assert.equal(view.composerDraft, 'a thought');
    view.post({ type: 'answerQuestion', id, answers: [pick(1)] });
    await until(() => view.find('question')?.phase === 'answered');
    const answers = (cli: FakeCli) => cli.log().filter(({ line }) => line?.includes('MongoDB') === true).length;
    assert.deepEqual([answers(first), answers(second)], [1, 0]);
    assert.deepEqual(view.faults, []);
  });

  it('receive what the person did in them also when the host shows another chat by then', async () => {
    await talk('The first');
    const first = view.chat;
    await parley.run('parley.newChat');
    await until(() => view.items.length === 0);
    view.post({ type: 'saveComposerDraft', text: 'typed before' }, first);
    await talk('The second');
    view.post({ type: 'sendPrompt', text: 'For the first' }, first);
    await until(() => view.status?.turn === 'idle');
    assert.deepEqual([prompts(), view.composerDraft], [['The second'], '']);
    (await openList()).pick('The first');
    await until(() => view.chat === first && view.status?.turn === 'idle');
    assert.deepEqual(prompts(), ['The first', 'For the first']);
  });

  it('are offered in an empty chat, one that has only a draft by the beginning of the draft', async () => {
    await talk('The first');
    await parley.run('parley.newChat');
    await until(() => view.items.length === 0);
    view.post({ type: 'saveComposerDraft', text: 'not sent yet' });
    await until(async () => (await openList()).labels().length === 4);
    await parley.run('parley.newChat');
    await until(() => view.composerDraft === '');
    await until(() => view.offered.length === 2);
    // In any order, because the end of its CLI may be written to the first one's journal behind the draft.
    assert.deepEqual(view.offered.toSorted(), ['Draft: not sent yet', 'The first']);
  });

  it('are offered first, and marked, where they wait for the person', async () => {
    await beAsked('The first');
    await parley.run('parley.newChat');
    await until(() => view.items.length === 0);
    await until(() => view.waits.at(0) === 'waits for your answer');
    assert.deepEqual(view.offered, ['The first']);
  });

  it('are offered where the view of chats is out of sight, because it says the same', async () => {
    await beAsked('The first');
    await parley.run('parley.newChat');
    await until(() => view.offered.length === 1);
    const tree = await parley.tree('parley.chats');
    tree.setVisible(true);
    await until(() => view.offered.length === 0);
    tree.setVisible(false);
    await until(() => view.offered.length === 1);
  });

  it('leave words that come for a chat that is gone to a new chat, which starts nothing', async () => {
    const cli = await talk('The first');
    const before = cli.pids().length;
    view.post({ type: 'saveComposerDraft', text: 'For a chat' }, 'gone');
    view.post({ type: 'sendPrompt', text: 'For a chat that is gone' }, 'gone');
    view.post({ type: 'reportError', text: 'from a view' }, 'gone');
    await until(async () => (await openList()).labels().length === 4);
    const told: string[] = [];
    const tell = (text: string): void => void told.push(text);
    restores.push(replace(vscode.window, 'showErrorMessage', () => tell as unknown as typeof vscode.window.showErrorMessage));
    view.post({ type: 'attachImage', id: 'i', name: 'shot.png', mediaType: 'image/png', base64: '', width: 1, height: 1 }, 'gone');
    await until(() => told.length > 0);
    assert.deepEqual(told, ['The image could not be added: shot.png']);
    assert.deepEqual([prompts(), view.composerDraft, cli.pids().length], [['The first'], '', before]);
    await parley.run('parley.newChat');
    await until(() => view.items.length === 0);
  });

  it('keep no process that has nothing to do, and go on with the same session when they are needed', async () => {
    const cli = await talk('The first');
    assert.equal(cli.pids().filter(isAlive).length, 1);
    await parley.run('parley.newChat');
    await until(() => !cli.pids().some(isAlive));
    (await openList()).pick('The first');
    await until(() => prompts()[0] === 'The first');
    const again = await useFake(await talks());
    view.post({ type: 'sendPrompt', text: 'Again' });
    await until(() => again.log().some(({ args }) => args?.includes('--resume') === true));
  });

  it('are in a list: with what they began with, what they do, and those without a word left out', async () => {
    await beAsked('The first\nwith more');
    await parley.run('parley.newChat');
    const { labels } = await openList();
    assert.deepEqual(labels(), ['$(add) New chat', 'Needs You', '$(bell-dot) The first | question · now']);
  });

  it('are called by their title above the view, also by a new one, and by none from before', async () => {
    assert.equal(view.view.title, 'New chat');
    await talk('The first');
    assert.equal(view.view.title, 'The first');
    await parley.run('parley.newChat');
    assert.equal(view.view.title, 'New chat');
    view.dispose();
    view = parley.open();
    assert.equal(view.view.title, 'New chat');
  });

  it('tell in the open list what becomes of them, behind the rows that are there', async () => {
    await talk('The first');
    await parley.run('parley.newChat');
    const list = await openList();
    assert.deepEqual(list.labels(), ['$(add) New chat', 'Today', '$(comment) The first | now']);
    await beAsked('The second');
    await until(() => list.labels().at(-1) === '$(bell-dot) The second | question · now');
    assert.equal(list.labels()[2], '$(comment) The first | now');
  });

  it('stay at their places in the list while the list grows, because a click on a row may be on its way', async () => {
    await talk('The first');
    await parley.run('parley.newChat');
    await talk('The second');
    (await openList()).pick('The first');
    await until(() => prompts()[0] === 'The first');
    const list = await openListAtOnce();
    const titles = (): readonly (string | undefined)[] => list.labels().map(label => label.split(' | ')[0]?.replace(/^\$\(\w+\) /, ''));
    const atOnce = titles();
    assert.deepEqual(atOnce, ['New chat', 'Today', 'The second', 'The first']);
    view.post({ type: 'sendPrompt', text: 'Again' });
    await list.whole();
    assert.deepEqual(titles(), atOnce);
    await until(() => view.status?.turn === 'idle');
  });

  it('are at once in the list as it was read last, without one that was closed, and not only the few that an empty chat offers', async () => {
    let stored = ['a', 'b', 'c'];
    const heads = (limit: number) => stored.slice(0, limit).map(key => ({ key, title: key, draft: '', usedAt: 1, formerSessions: [] }));
    const marks = { waits: new Set(), unread: new Set(), archived: new Set(), deleted: new Set() };
    const past = new PastChats({
      chats: { all: [] },
      transcripts: {
        list: () => Promise.resolve([]),
        runningIds: () => Promise.resolve(new Map()),
        hasSeveralPlaces: () => Promise.resolve(false),
      },
      store: () =>
        Promise.resolve({
          reading: { list: (limit: number) => Promise.resolve(heads(limit)) },
          files: { marks: () => Promise.resolve(marks) },
          holders: () => Promise.resolve(new Map()),
        }),
    } as unknown as PastChatsDependencies);
    const kept = (): readonly string[] => past.kept.map(({ id }) => id);
    await past.list(200);
    await past.list(1);
    assert.deepEqual(kept(), ['a', 'b', 'c']);
    past.forget('b');
    assert.deepEqual(kept(), ['a', 'c']);
    stored = ['c'];
    await past.list(200);
    assert.deepEqual(kept(), ['c']);
  });

  it('take another title', async () => {
    await beAsked('The first');
    restores.push(replace(vscode.window, 'showInputBox', () => () => Promise.resolve('Better')));
    const list = await openList();
    list.press('The first', 'Rename');
    await until(() => list.labels().includes('$(bell-dot) Better | question · now'));
  });

  it('are deleted without a question; then their process is gone', async () => {
    const cli = await beAsked('The first');
    const list = await openList();
    list.press('The first', 'Delete');
    await until(() => view.items.length === 0 && !cli.pids().some(isAlive));
    await until(() => list.labels().join() === '$(add) New chat');
    assert.deepEqual(parley.asked, []);
  });

  it('stay in the list where they could not be deleted', async () => {
    await talk('The first');
    await parley.run('parley.newChat');
    await talk('The second');
    await parley.close();
    parley = openParley({ storage });
    view = parley.open();
    await until(() => prompts()[0] === 'The second');
    const list = await openList();
    const failed: string[] = [];
    const fail = (text: string): Promise<undefined> => {
      failed.push(text);
      return Promise.resolve(undefined);
    };
    restores.push(replace(vscode.window, 'showErrorMessage', () => fail));
    const chats = join(storageFolder(storage, vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail()), 'chats');
    renameSync(chats, `${chats}.aside`);
    writeFileSync(chats, '');
    list.press('The first', 'Delete');
    await until(() => list.shown() === 2);
    assert.equal(failed.length, 1);
    assert.ok(
      list.labels().some(label => label.includes('The first')),
      list.labels().join(),
    );
    rmSync(chats);
    renameSync(`${chats}.aside`, chats);
  });

  it('are in the list as other windows have marked them, also where the same list was read before', async () => {
    const read: readonly PastChat[] = [
      { id: 'k', title: 'The first', usedAt: Date.now(), isStored: true, sessions: [], holder: undefined, marks: ['archived'] },
    ];
    let taken: readonly PastChat[] = [];
    const dependencies = {
      chats: { all: [], onDidChange: () => ({ dispose: () => undefined }) },
      pastChats: { kept: read, list: () => Promise.resolve([...read]) },
      marking: {
        has: (key: string, mark: 'archived') => taken.some(({ id: one, marks }) => one === key && marks.includes(mark)),
        reading: () => Promise.resolve((past: readonly PastChat[]) => void (taken = past)),
      },
    } as unknown as Parameters<typeof showChats>[0];
    const { labels } = await openList(() => showChats(dependencies));
    assert.ok(
      labels().some(label => label.startsWith('$(archive) The first')),
      labels().join(),
    );
  });

  it('are read by Claude also where the disk takes no folder for their images', async () => {
    const folder = storageFolder(storage, vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail());
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'images'), 'no folder');
    await talk('The first');
    assert.deepEqual(
      view.items.filter(({ kind }) => kind === 'notice'),
      [],
    );
  });

  it('are there again in the next window, and the one that was shown is shown', async () => {
    await talk('The first');
    await parley.run('parley.newChat');
    await talk('The second');
    await parley.run('parley.newChat');
    await talk('The third');
    (await openList()).pick('The second');
    await until(() => prompts()[0] === 'The second');
    await parley.close();
    parley = openParley({ storage });
    view = parley.open();
    await until(() => prompts()[0] === 'The second');
    const titles = (await openList()).labels().map(label => label.split(' | ')[0]);
    const chats = ['The first', 'The second', 'The third'].map(title => `$(comment) ${title}`);
    assert.deepEqual(titles.sort(), ['$(add) New chat', ...chats, 'Today']);
  });
});
