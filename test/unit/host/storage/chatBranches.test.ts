// Another branch of a chat in the place of the one that is shown: nothing of either is lost, whatever happens in between.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Holding } from '../../../../src/chat/branch.js';
import { goneBack, returnedTo } from '../../../../src/chat/branches.js';
import type { KeptChat } from '../../../../src/chat/journalRecords.js';
import type { ChatItem, ChatState } from '../../../../src/chat/state.js';
import { nodeFileSystem } from '../../../../src/disk/fileSystem.js';
import type { MakeBranch } from '../../../../src/host/storage/chatBranches.js';
import { lossesOfData, MemoryDisk } from '../../../support/memoryDisk.js';
import { pick } from '../../../support/questions.js';
import { configIn, createStoreWindow, whenWindows, workFolderIn } from '../../../support/storeWindow.js';
import { rows, talkingWindows, turn } from '../../../support/talkingWindows.js';

const branch = '0000000a';
/** Back to before the message with these words, which goes into the message box. */
const toBefore =
  (words: string): MakeBranch =>
  async (left, { archive }) => {
    const at = left.state.items.findIndex(item => item.kind === 'prompt' && item.text === words);
    const cut = { branch, items: left.state.items.slice(0, at), hasOlder: left.state.hasOlder, formerSessions: [], text: words, now: 7 };
    return { chat: { ...left, composerDraft: words, state: goneBack(left.state, cut) }, archive: await archive() };
  };
const toBranch =
  (id: string): MakeBranch =>
  async (left, kept) => {
    const chat = (await kept.branch(id)) ?? assert.fail(`no branch ${id}`);
    return { chat: { ...chat, state: returnedTo(chat.state, left.state, 8) } };
  };

describe('another branch of a chat', () => {
  const { folder, open, leave } = talkingWindows();
  const whole = ['one', 'about one', 'two', 'about two'];
  const gone = ['one', 'about one', 'two'];

  it('is shown with its own words in the message box, and both are there after a restart', async () => {
    const first = await open();
    turn(first, 'one');
    turn(first, 'two');
    first.type('a draft');
    await first.store.flush();
    const { key } = first.chat;
    assert.equal(await first.store.branches.goTo(key, toBefore('two')), true);
    assert.deepEqual([rows(first.chat.loop.state.items), first.chat.composerDraft], [gone, 'two']);
    first.type('two, otherwise');
    await leave(first);

    const second = await open();
    const chat = (await second.show(key)) ?? assert.fail();
    assert.deepEqual([rows(chat.loop.state.items), chat.composerDraft], [gone, 'two, otherwise']);
    assert.equal(await second.store.branches.goTo(key, toBranch('first')), true);
    assert.deepEqual([rows(second.chat.loop.state.items), second.chat.composerDraft], [whole, 'a draft']);
    assert.equal(await second.store.branches.goTo(key, toBranch(branch)), true);
    assert.deepEqual([rows(second.chat.loop.state.items), second.chat.composerDraft], [gone, 'two, otherwise']);
  });

  it('is one chat in the list, with the sessions of all branches, and goes with it when it is removed', async () => {
    const window = await open();
    turn(window, 'one');
    turn(window, 'two');
    await window.store.flush();
    const { key } = window.chat;
    await window.store.branches.goTo(key, toBefore('two'));
    const [head, ...others] = await window.store.reading.list(10);
    assert.deepEqual([head?.key, head?.sessionId, head?.formerSessions, others], [key, undefined, ['s'], []]);
    await window.store.files.removeAll(key);
    assert.deepEqual(await nodeFileSystem.namesIn(window.store.files.folder), []);
  });

  it('has an archive of its own: what leaves the window of items in one is in no other', async () => {
    const window = await open();
    for (let nth = 0; nth < 110; nth++) turn(window, `w${nth}`);
    await whenWindows(() => window.chat.loop.state.items.length < 150);
    await window.store.flush();
    const { key, loop } = window.chat;
    const archived = async (state: ChatState): Promise<readonly string[]> =>
      rows((await window.store.files.archived(state, key, Infinity)).items.map(({ item }) => item));
    const before = await archived(loop.state);
    assert.ok(before.includes('about w0'));
    await window.store.branches.goTo(key, toBefore('w105'));
    const { state } = window.chat.loop;
    assert.deepEqual(await archived(state), before);
    for (let nth = 200; nth < 260; nth++) turn(window, `w${nth}`);
    await whenWindows(() => window.chat.loop.state.items.length < 150);
    await window.store.flush();
    assert.deepEqual(await archived(loop.state), before);
    assert.ok((await archived(state)).length > before.length);
    const both: (readonly string[])[] = [];
    await window.store.branches.goTo(key, async (_, kept) => {
      const other = (await kept.branch('first')) ?? assert.fail();
      for (const items of [await kept.archive(), await kept.archive(other)]) both.push(rows(items.map(({ item }) => item)));
      return { chat: other };
    });
    assert.deepEqual(both, [await archived(state), before]);
  });

  it('is refused to a window that does not own the chat, and in a chat that was never stored', async () => {
    const owner = await open();
    turn(owner, 'one');
    await owner.store.flush();
    const other = await open();
    const copy = (await other.show(owner.chat.key)) ?? assert.fail();
    assert.equal(await other.store.branches.goTo(copy.key, toBefore('one')), false);
    assert.deepEqual(rows(owner.chat.loop.state.items), ['one', 'about one']);
    other.chats.newChat();
    assert.equal(await other.store.branches.goTo(other.chat.key, toBefore('one')), false);
  });

  it('does not come where it cannot be made, and the chat goes on as it was', async () => {
    const window = await open();
    turn(window, 'one');
    window.type('a draft');
    await window.store.flush();
    await assert.rejects(window.store.branches.goTo(window.chat.key, toBranch('0000000b')), /no branch/);
    turn(window, 'two');
    assert.deepEqual([rows(window.chat.loop.state.items), window.chat.composerDraft], [whole, 'a draft']);
  });

  it('does not come to a window that has slept while another one took the chat, and writes nothing there', async () => {
    const window = await open();
    turn(window, 'one');
    turn(window, 'two');
    await window.store.flush();
    const { key } = window.chat;
    const file = (generation: number): string => join(window.store.files.folder, `${key}.${generation}.journal`);
    copyFileSync(file(1), file(2));
    let isMade = false;
    const went = await window.store.branches.goTo(key, (left, kept) => {
      isMade = true;
      return toBefore('two')(left, kept);
    });
    assert.deepEqual([went, isMade, existsSync(join(window.store.files.folder, `${key}.first.branch`))], [false, false, false]);
  });

  it('does not come where the disk does not take it, and the chat goes on as it was, with what is typed meanwhile', async () => {
    for (const refused of ['.journal', '.branch']) {
      const disk = new MemoryDisk();
      const window = await open({ fileSystem: disk, as: { window: `w${refused}` } });
      turn(window, 'one');
      turn(window, 'two');
      window.type('a draft');
      await window.store.flush();
      const { key } = window.chat;
      // What is left is on the disk by then, and what comes in its place is not.
      const went = await window.store.branches
        .goTo(key, (left, kept) => {
          disk.fault = ({ path }) => (path.includes(refused) ? { code: 'ENOSPC' } : undefined);
          window.type('a draft, and more');
          return toBefore('two')(left, kept);
        })
        .catch(() => false);
      assert.equal(went, false);
      assert.deepEqual([rows(window.chat.loop.state.items), window.chat.composerDraft], [whole, 'a draft, and more']);
      disk.fault = () => undefined;
      turn(window, 'three');
      await window.store.flush();
      const stored = await window.store.files.read(key);
      assert.deepEqual(rows(stored?.state.items as readonly ChatItem[]), [...whole, 'three', 'about three']);
    }
  });

  it('has what goes along with it done once what is left is on the disk, and not at all where the disk refuses that', async () => {
    const disk = new MemoryDisk();
    const window = await open({ fileSystem: disk });
    turn(window, 'one');
    turn(window, 'two');
    await window.store.flush();
    const { key } = window.chat;
    const seen: (readonly [boolean, readonly string[]])[] = [];
    const alongside = async (): Promise<void> => {
      const isKept = (await window.store.files.branch(key, 'first')) !== undefined;
      seen.push([isKept, rows(window.chat.loop.state.items)]);
    };
    const go = (): Promise<boolean> =>
      window.store.branches.goTo(key, async (left, kept) => ({ ...(await toBefore('two')(left, kept)), alongside }));
    disk.fault = ({ path }) => (path.includes('.branch') ? { code: 'ENOSPC' } : undefined);
    await assert.rejects(go(), /ENOSPC/);
    assert.deepEqual(seen, []);
    disk.fault = () => undefined;
    assert.equal(await go(), true);
    assert.deepEqual(seen, [[true, whole]]);
    assert.deepEqual(rows(window.chat.loop.state.items), gone);
  });

  it('does not come where the disk has not taken all of the chat, though it takes the rest', async () => {
    const disk = new MemoryDisk();
    const window = await open({ fileSystem: disk });
    turn(window, 'one');
    turn(window, 'two');
    await window.store.flush();
    turn(window, 'three');
    let refusals = 1;
    disk.fault = ({ path }) => (path.includes('.journal') && refusals-- > 0 ? { code: 'ENOSPC' } : undefined);
    assert.equal(await window.store.branches.goTo(window.chat.key, toBefore('two')), false);
    assert.deepEqual(rows(window.chat.loop.state.items), [...whole, 'three', 'about three']);
  });

  it('loses no words that come into the message box while it is made', async () => {
    const window = await open();
    turn(window, 'one');
    turn(window, 'two');
    await window.store.flush();
    await window.store.branches.goTo(window.chat.key, async (left, kept) => {
      window.type('typed meanwhile');
      return toBefore('two')(left, kept);
    });
    assert.equal(window.chat.composerDraft, 'two\n\ntyped meanwhile');
  });

  it('has the answers that hold in it, also where its window ends before the memory has them, and once', async () => {
    const pairs = [{ holds: 'old:0', before: 'new:0' }];
    const held: (readonly Holding[])[] = [];
    const disk = new MemoryDisk();
    // The memory of the first window takes nothing.
    const asked: (readonly Holding[])[] = [];
    const first = await open({ fileSystem: disk, hold: some => new Promise(() => asked.push(some)) });
    turn(first, 'one');
    turn(first, 'two');
    await first.store.flush();
    const { key } = first.chat;
    await first.store.branches.goTo(key, toBefore('two'));
    const holding: MakeBranch = async (left, kept) => {
      const chat = (await kept.branch('first')) ?? assert.fail();
      return { chat: { ...chat, state: returnedTo(chat.state, left.state, 8, undefined, pairs) } };
    };
    assert.equal(await first.store.branches.goTo(key, holding), true);
    assert.deepEqual(asked, [pairs]);
    const [data] = lossesOfData;
    const left = disk.afterPowerLoss(0, data ?? assert.fail());
    await leave(first);
    const hold = (some: readonly Holding[]): Promise<void> => Promise.resolve(void held.push(some));
    const second = await open({ fileSystem: left, as: { window: 'second' }, hold });
    const chat = (await second.show(key)) ?? assert.fail();
    await whenWindows(() => chat.loop.state.holds === undefined);
    assert.deepEqual(held, [pairs]);
    await second.store.flush();
    await leave(second);
    const third = await open({ fileSystem: left, as: { window: 'third' }, hold });
    await third.show(key);
    assert.deepEqual(held, [pairs]);
  });

  it('leaves no answer that the memory does not have, where the CLI had not proven yet that it has read it', async () => {
    const remembered: string[] = [];
    const window = await open({ remember: questions => remembered.push(...questions.map(({ id }) => id)) });
    turn(window, 'one');
    const session = randomUUID();
    window.beAsked(session);
    window.say(
      { type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 },
      { type: 'toolFinished', toolUseId: 't', isError: false, text: 'Your questions have been answered' },
    );
    assert.deepEqual([window.question?.phase, remembered], ['answered', []]);
    const content = [{ type: 'tool_result', tool_use_id: 't', content: 'Your questions have been answered' }];
    const project = join(configIn(folder()), 'projects', workFolderIn(folder()).replaceAll(/[^a-zA-Z0-9]/g, '-'));
    mkdirSync(project, { recursive: true });
    writeFileSync(
      join(project, `${session}.jsonl`),
      `${JSON.stringify({ type: 'user', uuid: 'u', parentUuid: null, message: { content } })}\n`,
    );
    await window.store.branches.goTo(window.chat.key, toBefore('hello'));
    assert.deepEqual([rows(window.chat.loop.state.items), remembered], [['one', 'about one', 'hello'], ['t']]);
    await window.store.branches.goTo(window.chat.key, toBranch('first'));
    assert.deepEqual(remembered, ['t'], 'once');
  });

  it('is there whole, or the one before is, wherever the disk and then the power go', async function () {
    this.timeout(60_000);
    const outcomes = new Set<string>();
    for (let calls = 0, isOver = false; !isOver; calls++) {
      const disk = new MemoryDisk();
      const window = await createStoreWindow(folder(), { fileSystem: disk });
      await window.store.begin();
      turn(window, 'one');
      turn(window, 'two');
      await window.store.flush();
      const { key } = window.chat;
      const until = disk.calls.length + calls;
      disk.fault = () => (disk.calls.length >= until ? { code: 'EIO' } : undefined);
      const went = await window.store.branches.goTo(key, toBefore('two')).catch(() => false);
      isOver = went && disk.calls.length < until;
      for (const data of lossesOfData)
        for (const names of new Set([0, disk.pendingNames])) {
          const left = disk.afterPowerLoss(names, data);
          const next = await createStoreWindow(folder(), { fileSystem: left, as: { window: `n${calls}${data}${names}` } });
          const stored = await next.store.files.read(key);
          const shown = rows(stored?.state.items as readonly ChatItem[]);
          const kept = shown.length < whole.length ? ((await next.store.files.branch(key, 'first')) as KeptChat | undefined) : undefined;
          outcomes.add(kept === undefined ? shown.join() : `${shown.join()} and ${rows(kept.state.items).join()}`);
          await next.end();
        }
      disk.fault = () => undefined;
      await window.end();
    }
    assert.deepEqual([...outcomes].toSorted(), [whole.join(), `${gone.join()} and ${whole.join()}`].toSorted());
  });
});
