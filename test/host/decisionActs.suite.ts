// Decisions of several folders, decisions over the end of a window, and dialogs that the person closes.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { storageFolder } from '../../src/host/storage/chatFolders.js';
import { keptOf } from '../../src/host/storage/chatJournals.js';
import type { Decisions } from '../../src/memory/decision.js';
import type { DecisionAct } from '../../src/host/vscode/contributions.js';
import type { EarlierDecision, HostMessage } from '../../src/shared/contract/toView.js';
import { announcedQuestion } from '../../src/chat/questionMachine.js';
import { initialState } from '../../src/chat/state.js';
import { Chats } from '../../src/host/chats/chats.js';
import { Memory } from '../../src/host/memory/memory.js';
import { ledgerIn } from '../support/ledgers.js';
import { asked, init, Peer, settled } from '../support/peer.js';
import { choice, pick } from '../support/questions.js';
import { decided, decisionId, decisionsInHand, workFolder } from './decisionsInHand.js';
import { asks, makeFakeCli } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import { replace } from './openParley.js';
import { addRoot } from './roots.js';
import { useCli } from './settings.js';
import { inTime, until } from './until.js';
import { anywhere } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

const { window, workspace } = vscode;

anywhere('decisions of several folders', () => {
  const hand = decisionsInHand();
  const { labels, open, pickInTurn, rowOf, run } = hand;
  let second: string;
  let takeAway: () => void;
  /** The ledger of the second folder. */
  let secondLedger: Decisions;
  beforeEach(() => {
    second = mkdtempSync(join(tmpdir(), 'parley-second-'));
    secondLedger = ledgerIn(join(storageFolder(hand.storage, second), 'decisions')).ledger;
    takeAway = addRoot(second);
    hand.replaced(takeAway);
  });
  afterEach(async () => {
    await removeFolder(second);
  });
  const chooseDirectory = (path: string): void =>
    hand.replaced(replace(window, 'showOpenDialog', () => () => Promise.resolve([vscode.Uri.file(path)])));
  const idsIn = async (ledger: Decisions): Promise<readonly string[]> => (await ledger.all()).map(({ id }) => id);

  it('are shown together, each with its folder, and filtered by it', async () => {
    await hand.other.add([decided('Which colour?', 2)]);
    await secondLedger.add([decided('Which font?', 1, { folder: second })]);
    await open();
    assert.deepEqual(labels(), ['Which font?', 'Which colour?']);
    const { tooltip } = rowOf('Which font?').item;
    assert.ok(typeof tooltip === 'string' && tooltip.includes(basename(second)));
    pickInTurn('Folder…', basename(second));
    await run('filter');
    await until(() => labels().join() === 'Which font?');
  });

  it('go from the view with their folder, and one that was chosen before is deleted all the same', async () => {
    const listeners = new Set<() => void>();
    hand.replaced(
      replace(workspace, 'onDidChangeWorkspaceFolders', () => listener => {
        const heard = (): void => void listener({ added: [], removed: [] });
        listeners.add(heard);
        return new vscode.Disposable(() => listeners.delete(heard));
      }),
    );
    await hand.other.add([decided('Which colour?', 2)]);
    await secondLedger.add([decided('Which font?', 1, { folder: second })]);
    await open();
    const font = rowOf('Which font?');
    takeAway();
    for (const heard of listeners) heard();
    await until(() => labels().join() === 'Which colour?');
    hand.parley.answerWith('Delete');
    await run('delete', font);
    assert.deepEqual(await idsIn(secondLedger), []);
  });

  it('are kept, judged, deleted and written each in its own folder', async () => {
    await hand.other.add([decided('Which colour?', 2), decided('Which size?', 3)]);
    await secondLedger.add([decided('Which font?', 1, { folder: second }), decided('Which size?', 4, { folder: second })]);
    await open();
    await run('limit', rowOf('Which font?'));
    await until(() => /only that time/.test(hand.tree.texts[0] ?? ''));
    hand.parley.answerWith('Delete');
    // The same id is in both folders.
    await run('delete', hand.tree.rows[3] ?? assert.fail());
    await until(() => labels().length === 3);
    assert.deepEqual(await idsIn(hand.other), [decisionId('Which size?'), decisionId('Which colour?')]);
    assert.deepEqual(await idsIn(secondLedger), [decisionId('Which font?')]);
    await run('export', ...hand.tree.rows);
    assert.deepEqual(readdirSync(join(second, 'docs', 'decisions')), ['0001-which-font.md']);
    assert.equal(readdirSync(join(workFolder, 'docs', 'decisions')).length, 2);
    rmSync(join(workFolder, 'docs'), { recursive: true });
  });

  it('are written in all folders, which is said once, though nobody closes the message', async () => {
    await hand.other.add([decided('Which colour?', 2)]);
    await secondLedger.add([decided('Which font?', 1, { folder: second })]);
    await open();
    hand.parley.answerLater('');
    void run('export', ...hand.tree.rows);
    await until(() => hand.parley.told.length > 0);
    const files = { [second]: '0001-which-font.md', [workFolder]: '0001-which-colour.md' };
    const words = Object.entries(files).map(([folder, name]) => `Written to docs/decisions of ${basename(folder)}: ${name}.`);
    assert.deepEqual(hand.parley.told, [[words.join(' ')]]);
    assert.deepEqual(
      [second, workFolder].map(folder => readdirSync(join(folder, 'docs', 'decisions')).length),
      [1, 1],
    );
    rmSync(join(workFolder, 'docs'), { recursive: true });
  });

  it('are said to be written as far as they are, where the disk refuses in one of the folders', async () => {
    await hand.other.add([decided('Which colour?', 1)]);
    await secondLedger.add([decided('Which font?', 2, { folder: second })]);
    await open();
    const refused: string[] = [];
    const refuse = (text: string): Promise<undefined> => Promise.resolve(void refused.push(text));
    hand.replaced(replace(window, 'showErrorMessage', () => refuse));
    // A file in the place of the folder.
    writeFileSync(join(workFolder, 'docs'), '');
    await run('export', rowOf('Which font?'), rowOf('Which colour?'));
    rmSync(join(workFolder, 'docs'));
    assert.deepEqual(hand.parley.told, [[`Written to docs/decisions of ${basename(second)}: 0001-which-font.md.`]]);
    assert.match(refused.join(), /^That did not work: .*docs/);
  });

  it('are offered for files only as far as there are any', async () => {
    await hand.other.add([decided('Which colour?', 2, { status: 'proposed' })]);
    await open();
    const shown = pickInTurn();
    await run('export');
    assert.deepEqual(shown, [['All, including those that do not hold: 1']]);
  });

  it('are taken in from files into the folder that the person chooses', async () => {
    await secondLedger.add([decided('Which font?', 1, { folder: second })]);
    await open();
    await run('export', rowOf('Which font?'));
    hand.parley.answerWith('Delete');
    const shown = pickInTurn(basename(second), ...Array<string>(3).fill(basename(workFolder)));
    const docs = join(second, 'docs', 'decisions');
    chooseDirectory(docs);
    await run('import');
    assert.deepEqual(shown, [[basename(workFolder), basename(second)]]);
    assert.match(hand.parley.told.at(-1)?.[0] ?? '', /^Imported: 0\. Here already/);
    await run('import');
    assert.match(hand.parley.told.at(-1)?.[0] ?? '', /^Imported: 1\./);
    assert.equal((await idsIn(hand.other)).length, 1);
    const file = join(docs, '0001-which-font.md');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nMore.\n`);
    await run('import');
    assert.equal(hand.parley.told.at(-1)?.[0], 'Imported: 0. Changed in their files since, and left as they are here: 1.');
    writeFileSync(file, readFileSync(file, 'utf8').replace('status: accepted', 'status: superseded'));
    await run('import');
    assert.equal(hand.parley.told.at(-1)?.[0], 'Imported: 0. No longer hold, because their files say so: 1.');
    assert.equal((await hand.other.all())[0]?.status, 'superseded');
  });
});

anywhere('a decision after the end of its window', () => {
  const hand = decisionsInHand();
  const memoryOf = (...peers: readonly Peer[]) => {
    const nothing = (): void => undefined;
    const log = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
    const loops = peers.map(({ loop }) => loop);
    const chats = new Chats({ now: () => 1, log, create: () => loops.shift() ?? assert.fail() });
    const memory = new Memory({
      globalStorage: hand.storage,
      folder: workFolder,
      log,
      chats: () => chats,
      readsAgents: () => Promise.resolve(false),
      openItem: () => assert.fail(),
    });
    return { chats, memory };
  };

  it('has a reply also where the disk refuses to keep that it is not the same', async () => {
    await hand.other.add([decided('Which one?', 1)]);
    const peer = await asked();
    const { id } = peer.items.find(({ kind }) => kind === 'question') ?? assert.fail();
    const { chats, memory } = memoryOf(peer);
    const { decisions } = await memory.load(workFolder);
    decisions.judgeLikeness = () => Promise.reject(new Error('ENOSPC'));
    const judged = { question: id, position: 0, decision: decisionId('Which one?'), isSame: false };
    const reply = new Promise<HostMessage>(resolve => {
      memory.perform(chats.current, { type: 'judgeLikeness', ...judged }, resolve);
    });
    assert.equal((await inTime(reply)).type, 'decided');
    await memory.end();
  });

  it('is kept with its session, and the branch where it works, where the root of its chat was still looked for and the chat has become another branch', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'steered', change: { folder: join(workFolder, 'src') } });
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'Ask me.' });
    await settled();
    peer.say(init);
    const { sessionId } = peer.loop.state;
    const { chats, memory } = memoryOf(peer, new Peer());
    // Its folder is known.
    await memory.load(workFolder);
    // Another worktree lies below the root.
    const [repository, link] = [join(workFolder, '.git'), join(workFolder, 'src', '.git')];
    const gitFolder = join(repository, 'worktrees', 'src');
    mkdirSync(gitFolder, { recursive: true });
    writeFileSync(join(repository, 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(gitFolder, 'HEAD'), 'ref: refs/heads/topic\n');
    writeFileSync(join(gitFolder, 'commondir'), '../..\n');
    writeFileSync(link, `gitdir: ${gitFolder}\n`);
    const questions = [choice(question, '', ['Yes', 'No'])];
    const { current } = chats;
    memory.ofChat(current.key).remember([{ ...announcedQuestion('t'), phase: 'answered', questions, draft: [pick(0)] }]);
    chats.become(current, { ...keptOf(current), state: initialState('auto') });
    await memory.end();
    for (const path of [repository, link]) rmSync(path, { recursive: true });
    assert.deepEqual(
      (await hand.other.all()).map(({ id, source, branch }) => [id, source, branch]),
      [['t:0', { chat: current.key, item: 't', session: sessionId }, 'topic']],
    );
  });
  const { open, rowOf, run } = hand;
  const question = 'Which database should we use?';

  /** What was decided before, as the card of the next chat shows it. */
  async function earlier(view: FakeView): Promise<readonly EarlierDecision[]> {
    await hand.parley.run('parley.newChat');
    await until(() => view.items.length === 0);
    view.post({ type: 'sendPrompt', text: 'Ask me.' });
    await until(() => view.find('question')?.phase === 'asked');
    const { length } = view.messages;
    view.post({ type: 'readDecided', question: 'toolu_fake_1' });
    const reply = () => view.messages.slice(length).find(message => message.type === 'decided');
    await until(() => reply() !== undefined);
    return reply()?.found ?? assert.fail();
  }
  const restart = async (): Promise<FakeView> => {
    await hand.parley.close();
    await open();
    return hand.parley.open();
  };
  const decision = () => decided(question, 5, { source: { chat: 'gone', item: 'gone' } });

  it('is still not the same as the question of which the person has said so', async () => {
    const cli = await makeFakeCli(await asks());
    await useCli(cli);
    await hand.other.add([decision()]);
    await open();
    const view = hand.parley.open();
    assert.deepEqual(
      (await earlier(view)).map(found => found.decision),
      [decisionId(question)],
    );
    view.post({ type: 'judgeLikeness', question: 'toolu_fake_1', position: 0, decision: decisionId(question), isSame: false });
    const isRefused = () => view.messages.some(message => message.type === 'decided' && message.found[0]?.isRefused === true);
    await until(isRefused);
    assert.match(hand.onDisk(), /notLike/);
    const next = await restart();
    // The window begins with the chat that it had, and `earlier` leaves that one.
    await until(() => next.find('question') !== undefined);
    assert.deepEqual(await earlier(next), []);
    cli.remove();
  });

  it('leads from a card to its conversation by the session where its chat is gone, and says where both are', async () => {
    const cli = await makeFakeCli(await asks());
    await useCli(cli);
    await open();
    const view = hand.parley.open();
    const session = (): string | undefined => view.messages.flatMap(message => (message.type === 'snapshot' ? [message.chat] : [])).at(-1);
    await until(() => session() !== undefined);
    await hand.other.add([
      // A chat is opened by its key as by its session.
      decided(question, 5, { source: { chat: 'gone', item: 'toolu_fake_1', session: session() ?? '' } }),
      decided('Which font?', 5, { source: { chat: 'gone', item: 'gone', session: 'gone too' } }),
    ]);
    view.post({ type: 'sendPrompt', text: 'Ask me.' });
    await until(() => view.find('question')?.phase === 'asked');
    view.post({ type: 'openDecision', decision: decisionId('Which font?') });
    await until(() => hand.parley.told.length > 0);
    view.post({ type: 'openDecision', decision: decisionId(question) });
    await until(() => view.messages.some(({ type }) => type === 'focus'));
    assert.deepEqual(hand.parley.told, [['The conversation of this decision is gone.']]);
    cli.remove();
  });

  it('still held only that time, and is neither shown on a card nor told', async () => {
    const cli = await makeFakeCli(await asks());
    await useCli(cli);
    await hand.other.add([decision()]);
    await open();
    await run('limit', rowOf(question));
    const view = await restart();
    assert.match(hand.tree.texts[0] ?? '', /— only that time/);
    assert.deepEqual(await earlier(view), []);
    assert.equal(view.find('told'), undefined);
    cli.remove();
  });
});

anywhere('a dialog about decisions that the person closes', () => {
  const hand = decisionsInHand();
  const { open, pickInTurn, rowOf, run, searchLists, typeInBox } = hand;
  const closeOpenDialog = (): void => hand.replaced(replace(window, 'showOpenDialog', () => () => Promise.resolve(undefined)));

  interface Closing {
    readonly act: DecisionAct;
    /** Acts on a row; without it the command asks which decision. */
    readonly onRow?: true;
    readonly before?: () => void;
    /** Lists that search, and what is done in each; none picked closes it. */
    readonly searches?: number;
    readonly settings?: Parameters<typeof open>[0];
  }
  const closings: Readonly<Record<string, Closing>> = {
    'the reason of one that no longer holds': { act: 'supersede', onRow: true, before: () => typeInBox(undefined) },
    'the decision in its place': { act: 'supersede', onRow: true, before: () => typeInBox('Too dark'), searches: 1 },
    'which decision no longer holds': { act: 'supersede', searches: 1 },
    'which decision to delete': { act: 'delete', searches: 1 },
    'whether to delete': { act: 'delete', onRow: true },
    'which decision held only that time': { act: 'limit', searches: 1 },
    'which decision Claude is not told': { act: 'untell', searches: 1 },
    'what to filter by': { act: 'filter', before: () => void pickInTurn() },
    'the words to filter by': {
      act: 'filter',
      before: () => {
        pickInTurn('Words…');
        typeInBox(undefined);
      },
    },
    'the time to filter by': { act: 'filter', before: () => void pickInTurn('Time…') },
    'the asker to filter by': { act: 'filter', before: () => void pickInTurn('Asked by…') },
    'what to write into files': { act: 'export', before: () => void pickInTurn() },
    'the folder to take in from': { act: 'import', before: closeOpenDialog },
    'the search': { act: 'search', searches: 1 },
    'whether to turn it on for files': { act: 'import', settings: { settings: { 'parley.memory.decisions': false } } },
    'whether to turn it on for earlier answers': { act: 'takeIn', settings: { settings: { 'parley.memory.decisions': false } } },
  };
  for (const [name, { act, onRow, before, searches = 0, settings }] of Object.entries(closings)) {
    it(`leaves everything as it was: ${name}`, async () => {
      await hand.other.add([decided('Which colour?', 3), decided('Which font?', 1)]);
      await open(settings);
      const [disk, rows, message] = [hand.onDisk(), hand.tree.texts, hand.tree.message];
      const lists = searchLists();
      before?.();
      const done = run(act, ...(onRow ? [rowOf('Which colour?')] : []));
      if (searches > 0) {
        await until(() => lists[0]?.items.length !== undefined && lists[0].items.length > 0);
        lists[0]?.hide();
      }
      await done;
      assert.equal(hand.onDisk(), disk);
      assert.deepEqual([hand.tree.texts, hand.tree.message], [rows, message]);
      assert.equal(existsSync(join(workFolder, 'docs')), false);
      assert.equal(lists.length, searches);
    });
  }

  it('leaves everything as it was: the folder of several that takes in', async () => {
    const second = mkdtempSync(join(tmpdir(), 'parley-second-'));
    mkdirSync(join(second, 'docs'));
    hand.replaced(addRoot(second));
    let opened = 0;
    hand.replaced(
      replace(window, 'showOpenDialog', () => () => {
        opened++;
        return Promise.resolve(undefined);
      }),
    );
    await open();
    pickInTurn();
    await run('import');
    assert.deepEqual([opened, hand.parley.told, existsSync(hand.folder)], [0, [], false]);
    rmSync(second, { recursive: true });
  });
});
