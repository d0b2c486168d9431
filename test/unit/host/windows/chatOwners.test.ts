// Windows on one work folder: each chat has one owner, and the other windows show a read-only copy.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileSystem } from '../../../../src/disk/fileSystem.js';
import { nodeFileSystem } from '../../../../src/disk/fileSystem.js';
import type { KeptAttachment } from '../../../../src/shared/attachments.js';
import type { Clock } from '../../../../src/shared/clock.js';
import { realClock } from '../../../../src/disk/clock.js';
import type { Chat } from '../../../../src/host/chats/chat.js';
import { own, pick } from '../../../support/questions.js';
import type { StoreWindow, StoreWindowOptions } from '../../../support/storeWindow.js';
import { createStoreWindow, whenWindows } from '../../../support/storeWindow.js';
import { StoreWindowProcess } from '../../../support/storeWindowProcesses.js';
import { removeFolder } from '../../../support/removeFolder.js';

/** Short times pass; a timer of more than a second runs when a test says so. `set` resolves when the next one is set. */
function patientClock(): Clock & { readonly long: (() => void)[]; set: () => Promise<void> } {
  const long: (() => void)[] = [];
  let isSet: () => void = () => undefined;
  return {
    long,
    set: () => new Promise(resolve => (isSet = resolve)),
    after(ms, run) {
      if (ms <= 1_000) return realClock.after(ms, run);
      long.push(run);
      isSet();
      return () => void long.splice(long.indexOf(run) >>> 0, 1);
    },
  };
}

const answered = { type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 } as const;

describe('a chat and its windows', () => {
  let folder: string;
  const windows: StoreWindow[] = [];
  const processes: StoreWindowProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-own-'));
  });
  afterEach(async () => {
    await Promise.all(processes.splice(0).map(one => one.kill()));
    for (const window of windows.splice(0)) {
      await window.end();
      assert.deepEqual(window.complaints, []);
    }
    await removeFolder(folder);
  });

  async function open(options: StoreWindowOptions = {}): Promise<StoreWindow> {
    const window = await createStoreWindow(folder, options);
    windows.push(window);
    await window.store.begin();
    return window;
  }

  function fork(): StoreWindowProcess {
    const window = new StoreWindowProcess(folder);
    processes.push(window);
    return window;
  }

  const chats = (): readonly string[] => readdirSync(join(folder, 'chats'));
  const journalOf = (key: string): string => chats().find(name => name.startsWith(key) && name.endsWith('.journal')) ?? assert.fail();
  const stored = (key: string): string => readFileSync(join(folder, 'chats', journalOf(key)), 'utf8');

  /** A window with a question, and another window that shows it. */
  async function openTwo(options?: StoreWindowOptions): Promise<readonly [StoreWindow, StoreWindow]> {
    const first = await open();
    first.beAsked();
    await first.store.flush();
    const second = await open(options);
    await second.show(first.chat.key);
    assert.equal(second.chat.key, first.chat.key);
    return [first, second];
  }

  it('is owned where it was begun; the other window sees it, and cannot answer', async () => {
    const [first, second] = await openTwo();
    assert.deepEqual([first.chat.otherOwner, second.chat.otherOwner], [undefined, 'otherWindow']);
    assert.deepEqual(second.question?.draft, [own('half a thought')]);
    const before = second.chat.loop.state;
    second.say(answered, { type: 'promptSubmitted', uuid: 'no', text: 'no' });
    assert.equal(second.chat.loop.state, before);
  });

  it('shows the end of its question everywhere', async () => {
    const [first, second] = await openTwo();
    first.say(answered, { type: 'toolFinished', toolUseId: 't', isError: false, text: 'B' });
    await whenWindows(() => second.question?.phase === 'answered');
    assert.deepEqual(second.question?.draft, [pick(1)]);
  });

  it('is not taken over where the disk refuses that: the person is told, and can try again', async () => {
    let isRefused = true;
    const openFile: FileSystem['open'] = (path, use) =>
      isRefused && use === 'create' && path.includes('.journal')
        ? Promise.reject(new Error('EIO: the disk refuses it'))
        : nodeFileSystem.open(path, use);
    const [, second] = await openTwo({ fileSystem: { ...nodeFileSystem, open: openFile } });
    await second.store.takeOver(second.chat);
    assert.deepEqual(second.told, [`not opened: ${second.chat.key}`]);
    assert.match(second.complaints.splice(0).join(), /EIO/);
    assert.equal(second.chat.otherOwner, 'otherWindow');
    isRefused = false;
    await second.store.takeOver(second.chat);
    assert.deepEqual([second.chat.otherOwner, second.question?.draft], [undefined, [own('half a thought')]]);
  });

  it('is taken over with what is filled in; then the first window only shows it', async () => {
    const [first, second] = await openTwo();
    await second.store.takeOver(second.chat);
    assert.deepEqual([first.chat.otherOwner, second.chat.otherOwner], ['otherWindow', undefined]);
    assert.equal(second.question?.phase, 'parked');
    assert.deepEqual(second.question.draft, [own('half a thought')]);
    second.say({ type: 'questionDismissed', toolUseId: 't' });
    first.say(answered);
    assert.deepEqual([first.question?.settlement, second.question.settlement?.type], [undefined, 'dismiss']);
  });

  it('loses its controls at once where it is taken from, also when nothing in it changes', async () => {
    const [first, second] = await openTwo();
    first.painted.length = 0;
    await second.store.takeOver(second.chat);
    assert.equal(first.painted[0], 'otherWindow');
  });

  it('is taken over with the last words in the message box, not with those that were there when it was first seen', async () => {
    const [first, second] = await openTwo();
    first.type('half');
    await whenWindows(() => second.chat.composerDraft === 'half');
    first.type('half a message');
    await second.store.takeOver(second.chat);
    assert.equal(second.chat.composerDraft, 'half a message');
  });

  it('is taken over without the words that were sent meanwhile', async () => {
    const [first, second] = await openTwo();
    first.type('deploy it');
    await whenWindows(() => second.chat.composerDraft === 'deploy it');
    first.chats.emptyComposer(first.chat, []);
    first.say({ type: 'promptSubmitted', uuid: 'u2', text: 'deploy it' });
    await second.store.takeOver(second.chat);
    assert.equal(second.chat.composerDraft, '');
  });

  it('keeps the words that were typed in the copy, behind those of its owner', async () => {
    const [first, second] = await openTwo();
    second.type('mine');
    first.type('yours');
    await second.store.takeOver(second.chat);
    assert.equal(second.chat.composerDraft, 'yours\n\nmine');
  });

  it('keeps what was added to the message box, in the copy as with its owner', async () => {
    const [first, second] = await openTwo();
    const file = (path: string): KeptAttachment => ({ kind: 'file', id: path, path });
    first.chats.setAttachments(first.chat, [file('a.ts'), file('b.ts')]);
    await whenWindows(() => second.chat.composerAttachments.length === 2);
    second.chats.setAttachments(second.chat, [...second.chat.composerAttachments, file('c.ts')]);
    first.chats.setAttachments(first.chat, [file('b.ts')]);
    await second.store.takeOver(second.chat);
    assert.deepEqual(
      second.chat.composerAttachments.map(({ id }) => id),
      ['b.ts', 'c.ts'],
    );
  });

  it('does not bring back what its owner has sent, and stores what was added in the copy', async () => {
    const [first, second] = await openTwo();
    const file = (path: string): KeptAttachment => ({ kind: 'file', id: path, path });
    first.chats.setAttachments(first.chat, [file('a.ts')]);
    await whenWindows(() => second.chat.composerAttachments.length === 1);
    second.chats.setAttachments(second.chat, [...second.chat.composerAttachments, file('c.ts')]);
    for (const text of ['o', 'on', 'one']) first.type(text);
    first.chats.emptyComposer(first.chat, ['a.ts']);
    first.say({ type: 'promptSubmitted', uuid: 'u2', text: 'one' });
    await second.store.takeOver(second.chat);
    assert.deepEqual(
      second.chat.composerAttachments.map(({ id }) => id),
      ['c.ts'],
    );
    await second.store.flush();
    assert.match(stored(second.chat.key), /c\.ts/);
  });

  it('gives a prompt only the attachments that the person saw', async () => {
    const { chats, chat } = await open();
    const file = (path: string): KeptAttachment => ({ kind: 'file', id: path, path });
    chats.setAttachments(chat, [file('seen.ts'), file('later.ts')]);
    assert.deepEqual(chats.emptyComposer(chat, ['seen.ts']), [file('seen.ts')]);
    assert.deepEqual(chat.composerAttachments, [file('later.ts')]);
  });

  it('is taken over and back', async () => {
    const [first, second] = await openTwo();
    for (const [taker, giver] of [
      [second, first],
      [first, second],
      [second, first],
    ] as const) {
      await taker.store.takeOver(taker.chat);
      assert.deepEqual([taker.chat.otherOwner, giver.chat.otherOwner], [undefined, 'otherWindow']);
    }
    assert.deepEqual(second.question?.draft, [own('half a thought')]);
    assert.match(journalOf(second.chat.key), /\.4\.journal$/);
  });

  it('stays with the window that has taken it when a third window has asked the earlier owner', async () => {
    const [first, second] = await openTwo();
    const third = await open();
    await third.show(first.chat.key);
    await Promise.all([second.store.takeOver(second.chat), third.store.takeOver(third.chat)]);
    const owners = [first, second, third].filter(({ chat }) => chat.otherOwner === undefined);
    assert.equal(owners.length, 1);
    owners[0]?.type('of the owner');
    await owners[0]?.store.flush();
    assert.match(stored(first.chat.key), /of the owner/);
    await whenWindows(() => [first, second, third].every(({ chat }) => chat.composerDraft === 'of the owner'));
  });

  it('goes to the other window when its window is closed in order', async () => {
    const [first, second] = await openTwo();
    first.type('the last words');
    await first.end();
    await whenWindows(() => second.chat.otherOwner === undefined);
    assert.equal(second.question?.phase, 'parked');
    assert.equal(second.chat.composerDraft, 'the last words');
  });

  it('goes to the other window when its window is killed', async () => {
    const first = fork();
    await first.begun;
    const { key } = await first.do({ do: 'beAsked' });
    await first.do({ do: 'type', text: 'typed before' });
    const second = await open();
    await second.show(key);
    assert.equal(second.chat.otherOwner, 'otherWindow');
    await first.kill();
    await whenWindows(() => second.chat.otherOwner === undefined);
    assert.deepEqual(second.question?.draft, [own('half a thought')]);
    assert.equal(second.chat.composerDraft, 'typed before');
    assert.deepEqual(second.told, []);
  });

  it('is found by the next window when its window was killed', async () => {
    const first = fork();
    await first.begun;
    const { key } = await first.do({ do: 'beAsked' });
    await first.kill();
    const second = await open();
    assert.deepEqual([second.chat.key, second.chat.otherOwner], [key, undefined]);
    assert.deepEqual(second.question?.draft, [own('half a thought')]);
  });

  it('is not taken from a window that sleeps, unless the person says so; that window writes nothing when it wakes up', async () => {
    const sleeper = fork();
    await sleeper.begun;
    const { key } = await sleeper.do({ do: 'beAsked' });
    const clock = patientClock();
    let decide: (word: boolean) => void = () => undefined;
    const second = await open({ clock, decide: () => new Promise(resolve => (decide = resolve)) });
    await second.show(key);
    await sleeper.stop();
    clock.long.length = 0;
    const isSet = clock.set();
    const taking = second.store.takeOver(second.chat);
    await isSet;
    assert.deepEqual(second.told, []);
    for (const run of clock.long.splice(0)) run();
    assert.deepEqual([second.told, second.chat.otherOwner], [['take over? noAnswer'], 'otherWindow']);
    decide(true);
    await taking;
    assert.equal(second.chat.otherOwner, undefined);
    second.type('of the second');
    await second.store.flush();
    sleeper.goOn();
    await sleeper.do({ do: 'type', text: 'too late' });
    assert.equal((await sleeper.do({ do: 'loseChat' })).otherOwner, 'otherWindow');
    assert.deepEqual([stored(key).includes('too late'), stored(key).includes('of the second')], [false, true]);
  });

  it('stays where it is when the person does not take it from a window that sleeps, and comes when that wakes up', async () => {
    const sleeper = fork();
    await sleeper.begun;
    const { key } = await sleeper.do({ do: 'beAsked' });
    const clock = patientClock();
    const second = await open({ clock });
    await second.show(key);
    await sleeper.stop();
    clock.long.length = 0;
    const isSet = clock.set();
    const taking = second.store.takeOver(second.chat);
    await isSet;
    for (const run of clock.long.splice(0)) run();
    await whenWindows(() => second.told.length > 0);
    assert.equal(second.chat.otherOwner, 'otherWindow');
    sleeper.goOn();
    await taking;
    assert.deepEqual([second.chat.otherOwner, second.told], [undefined, ['take over? noAnswer']]);
    assert.equal((await sleeper.do({ do: 'read' })).otherOwner, 'otherWindow');
  });

  it('is taken from another computer only by the word of the person', async () => {
    const first = await open({ as: { host: 'f'.repeat(32) } });
    first.beAsked();
    await first.store.flush();
    const words = [false, true];
    const second = await open({ decide: () => Promise.resolve(words.shift() === true) });
    await second.show(first.chat.key);
    assert.equal(second.chat.otherOwner, 'otherComputer');
    await second.store.takeOver(second.chat);
    assert.deepEqual([second.chat.otherOwner, second.told], ['otherComputer', ['take over? otherComputer']]);
    await second.store.takeOver(second.chat);
    assert.equal(second.chat.otherOwner, undefined);
    first.type('too late');
    await whenWindows(() => first.chat.otherOwner !== undefined);
    assert.equal(stored(second.chat.key).includes('too late'), false);
  });

  it('is closed in all windows, and claimed by none', async () => {
    const [first, second] = await openTwo();
    const { key } = first.chat;
    const images = join(folder, 'images', key);
    mkdirSync(images, { recursive: true });
    first.chats.close(key);
    await whenWindows(() => second.chats.get(key) === undefined);
    assert.equal(existsSync(images), false);
    await first.end();
    assert.equal(await second.store.open(key), undefined);
    assert.deepEqual(
      chats().filter(name => name.startsWith(key)),
      [],
    );
  });

  it('is claimed by one of ten windows when its window is killed', async () => {
    const first = fork();
    await first.begun;
    const { key } = await first.do({ do: 'beAsked' });
    const ten = await Promise.all(Array.from({ length: 10 }, () => open()));
    for (const window of ten) await window.show(key);
    const owning = (): readonly Chat[] => ten.map(window => window.chat).filter(one => one.otherOwner === undefined);
    assert.equal(owning().length, 0);
    await first.kill();
    await whenWindows(() => owning().length > 0);
    for (const window of ten) await window.store.flush();
    assert.equal(owning().length, 1);
    assert.deepEqual(
      ten.map(({ chat }) => chat.key),
      ten.map(() => key),
    );
  });

  it('costs nothing when nobody acts: ten windows on 1,000 chats have no timer, no watcher and no work on files', async () => {
    // Mocha sets the timer for this test when the test has begun.
    await new Promise(resolve => setImmediate(resolve));
    const before = busy();
    const [first] = await openTwo();
    const content = stored(first.chat.key);
    for (let nth = 0; nth < 1_000; nth++) writeFileSync(join(folder, 'chats', `chat-${nth}.1.journal`), content);
    const others = await Promise.all(Array.from({ length: 8 }, () => open()));
    for (const window of others) await window.show(first.chat.key);
    // What an earlier test has left may end meanwhile.
    const more = (): readonly string[] => busy().filter((name, nth, all) => countOf(all.slice(0, nth + 1), name) > countOf(before, name));
    const isQuiet = async (): Promise<boolean> => {
      for (let turn = 0; turn < 100; turn++) {
        await new Promise(resolve => setImmediate(resolve));
        if (more().length > 0) return false;
      }
      return true;
    };
    // Messages between the windows may still be on their way. A timer or a watcher would be there always, and the test would not end.
    while (!(await isQuiet()));
  });
});

function countOf(names: readonly string[], name: string): number {
  return names.filter(other => other === name).length;
}

/** What will do something without an event from outside, as Node names it. */
function busy(): readonly string[] {
  return process.getActiveResourcesInfo().filter(name => /^(Timeout|FS|Worker|Stat)/.test(name));
}
