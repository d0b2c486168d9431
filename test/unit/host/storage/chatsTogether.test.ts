// Chats between two steps: windows that act at the same moment, a disk that refuses, transcripts that change hands.
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileSystem } from '../../../../src/disk/fileSystem.js';
import { nodeFileSystem } from '../../../../src/disk/fileSystem.js';
import type { Chat } from '../../../../src/host/chats/chat.js';
import { drafted, own } from '../../../support/questions.js';
import type { StoreWindow, StoreWindowOptions } from '../../../support/storeWindow.js';
import { configIn, createStoreWindow, workFolderIn, whenWindows } from '../../../support/storeWindow.js';
import { removeFolder } from '../../../support/removeFolder.js';

describe('a chat, when something else happens meanwhile,', () => {
  let folder: string;
  const windows: StoreWindow[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-badday-'));
  });
  afterEach(async () => {
    for (const window of windows.splice(0)) await window.end();
    await removeFolder(folder);
  });

  async function open(options: StoreWindowOptions = {}): Promise<StoreWindow> {
    const window = await createStoreWindow(folder, options);
    windows.push(window);
    await window.store.begin();
    return window;
  }

  const transcript = (sessionId: string): string => {
    const projects = join(configIn(folder), 'projects', workFolderIn(folder).replace(/[^a-zA-Z0-9]/g, '-'));
    mkdirSync(projects, { recursive: true });
    return join(projects, `${sessionId}.jsonl`);
  };
  const line = (entry: object, at: number): string => `${JSON.stringify({ ...entry, timestamp: new Date(at).toISOString() })}\n`;
  const user = (uuid: string, parentUuid: string | null, text: string) => ({ type: 'user', uuid, parentUuid, message: { content: text } });
  const said = (uuid: string, parentUuid: string, text: string) => ({
    type: 'assistant',
    uuid,
    parentUuid,
    message: { id: `m-${uuid}`, content: [{ type: 'text', text }] },
  });
  const words = (chat: Chat | undefined): readonly string[] =>
    (chat?.loop.state.items ?? []).map(item => ('text' in item ? item.text : item.kind));

  /** A chat without anything that waits: its prompt is answered. */
  function talk(window: StoreWindow, text: string, sessionId: string): Chat {
    window.chats.newChat();
    window.say(
      { type: 'promptSubmitted', uuid: `u-${sessionId}`, text },
      { type: 'initReceived', sessionId, capabilities: [], version: '2.1.329' },
      { type: 'promptConfirmed', uuid: `u-${sessionId}` },
      { type: 'turnEnded', outcome: 'success' },
    );
    return window.chat;
  }

  it('is begun by one of two windows that open a session of the CLI at once', async () => {
    const id = 'a0000000-0000-4000-8000-000000000001';
    writeFileSync(transcript(id), line(user('u1', null, 'one'), 1) + line(said('a1', 'u1', 'an answer'), 2));
    const [one, other] = [await open(), await open()];
    await Promise.all([one.show(id), other.show(id)]);
    one.type('typed in the first');
    other.type('typed in the second');
    await Promise.all([one.store.flush(), other.store.flush()]);
    one.type('typed in the first!');
    other.type('typed in the second!');
    await Promise.all([one.store.flush(), other.store.flush()]);
    const owners = (): unknown[] => [one, other].map(({ chats }) => chats.get(id)?.otherOwner);
    await whenWindows(() => owners().filter(owner => owner === undefined).length === 1);
    assert.deepEqual(owners().toSorted(), ['otherWindow', undefined]);
    assert.equal(one.chats.get(id)?.composerDraft, 'typed in the first!');
    assert.equal(other.chats.get(id)?.composerDraft, 'typed in the second!');
  });

  it('reads each entry of its transcript once, whoever asks at the same time', async () => {
    const id = 'a0000000-0000-4000-8000-000000000002';
    writeFileSync(transcript(id), line(user('u1', null, 'one'), 1) + line(said('a1', 'u1', 'an answer'), 2));
    const window = await open();
    await window.show(id);
    appendFileSync(transcript(id), line(user('u2', 'a1', 'two'), 3) + line(said('a2', 'u2', 'more'), 4));
    const both = await Promise.all([window.transcripts.newsOf(id, 2, false), window.transcripts.newsOf(id, 2, false)]);
    assert.deepEqual(
      both.flatMap(news => news?.entries ?? []).map(({ event }) => event.type),
      ['promptSeen', 'textFinished'],
    );
    appendFileSync(transcript(id), line(user('u3', 'a2', 'three'), 5));
    assert.deepEqual(
      (await window.transcripts.newsOf(id, 4, false))?.entries.map(({ event }) => event.type),
      ['promptSeen'],
    );
  });

  it('shows what another program writes after the clock was put back', async () => {
    const id = 'a0000000-0000-4000-8000-000000000019';
    const now = Date.now();
    writeFileSync(transcript(id), line(user('u1', null, 'one'), now - 2_000) + line(said('a1', 'u1', 'an answer'), now - 1_000));
    const window = await open();
    await window.show(id);
    const chat = window.chats.all.find(({ loop }) => loop.state.sessionId === id) ?? assert.fail();
    chat.seenUntil = now + 3_600_000;
    appendFileSync(transcript(id), line(user('u2', 'a1', 'two'), now) + line(said('a2', 'u2', 'more'), now));
    const news = (await window.transcripts.newsOf(id, chat.seenUntil, false)) ?? assert.fail();
    window.chats.catchUp(chat, news);
    assert.deepEqual(
      chat.loop.state.items.map(item => (item.kind === 'prompt' || item.kind === 'text' ? item.text : item.kind)),
      ['one', 'an answer', 'two', 'more'],
    );
    assert.ok(chat.seenUntil <= Date.now());
  });

  it('shows what another program has written while the clock was put back, also once that is right again', async () => {
    const id = 'a0000000-0000-4000-8000-000000000020';
    const now = Date.now();
    writeFileSync(transcript(id), line(user('u1', null, 'one'), now - 2_000) + line(said('a1', 'u1', 'an answer'), now - 1_000));
    const window = await open();
    await window.show(id);
    const chat = window.chats.all.find(({ loop }) => loop.state.sessionId === id) ?? assert.fail();
    const words = (): readonly string[] =>
      chat.loop.state.items.map(item => (item.kind === 'prompt' || item.kind === 'text' ? item.text : item.kind));
    const hourAgo = now - 3_600_000;
    appendFileSync(transcript(id), line(user('u2', 'a1', 'two'), hourAgo) + line(said('a2', 'u2', 'more'), hourAgo + 1));
    window.chats.catchUp(chat, (await window.transcripts.newsOf(id, chat.seenUntil, false)) ?? assert.fail());
    assert.deepEqual(words(), ['one', 'an answer', 'two', 'more']);
    appendFileSync(transcript(id), line(user('u3', 'a2', 'three'), Date.now()) + line(said('a3', 'u3', 'and more'), hourAgo + 2));
    window.chats.catchUp(chat, (await window.transcripts.newsOf(id, chat.seenUntil, false)) ?? assert.fail());
    assert.deepEqual(words().slice(4), ['three', 'and more']);
  });

  it('keeps what was said before /clear gave it another session', async () => {
    const [old, fresh] = ['a0000000-0000-4000-8000-000000000003', 'a0000000-0000-4000-8000-000000000004'];
    const window = await open();
    const chat = talk(window, 'one', old);
    const now = Date.now() - 1_000;
    writeFileSync(transcript(old), line(user(`u-${old}`, null, 'one'), now) + line(said('a1', `u-${old}`, 'an answer'), now));
    window.say(
      { type: 'promptSubmitted', uuid: 'x', text: 'mid' },
      { type: 'promptConfirmed', uuid: 'x' },
      { type: 'textStarted', id: 'm-a1:0' },
      { type: 'textFinished', id: 'm-a1:0', text: 'an answer' },
      { type: 'turnEnded', outcome: 'success' },
    );
    await window.store.flush();
    window.say({ type: 'promptSubmitted', uuid: 'c', text: '/clear' });
    await window.store.flush();
    window.say(
      { type: 'initReceived', sessionId: fresh, capabilities: [], version: '2.1.329' },
      { type: 'promptConfirmed', uuid: 'c' },
      { type: 'turnEnded', outcome: 'success' },
    );
    writeFileSync(transcript(fresh), line(user('c', null, '/clear'), Date.now() - 500));
    await window.store.flush();
    const before = words(chat);
    await window.end();
    const second = await open();
    assert.deepEqual(words(second.chat), before);
  });

  it('shows no words twice that have left its window in their first turn', async () => {
    const id = 'a0000000-0000-4000-8000-000000000005';
    const window = await open();
    const chat = talk(window, 'one', id);
    let parent = `u-${id}`;
    const now = Date.now() - 100_000;
    let text = line(user(parent, null, 'one'), now);
    for (let nth = 0; nth < 400; nth++) {
      text += line(said(`a${nth}`, parent, `text ${nth}`), now + nth);
      parent = `a${nth}`;
    }
    writeFileSync(transcript(id), text);
    window.say({ type: 'promptSubmitted', uuid: 'u-x', text: 'go on' }, { type: 'promptConfirmed', uuid: 'u-x' });
    for (let nth = 0; nth < 205; nth++)
      window.say({ type: 'textStarted', id: `m-a${nth}:0` }, { type: 'textFinished', id: `m-a${nth}:0`, text: `text ${nth}` });
    await whenWindows(() => chat.loop.state.items.length < 150);
    for (let nth = 205; nth < 400; nth++)
      window.say({ type: 'textStarted', id: `m-a${nth}:0` }, { type: 'textFinished', id: `m-a${nth}:0`, text: `text ${nth}` });
    window.say({ type: 'turnEnded', outcome: 'success' });
    await window.store.flush();
    const pages = window.store.reading.conversationOf(chat);
    // At one moment, because the window is trimmed while the pages are read.
    const shown = words(chat);
    const seen: string[] = [];
    let before: Parameters<typeof pages.page>[0]['before'] | undefined = { inFrontOf: chat.loop.state.items[0] ?? assert.fail() };
    while (before !== undefined) {
      const page: Awaited<ReturnType<typeof pages.page>> = await pages.page({ direction: 'older', after: undefined, before });
      seen.unshift(...page.items.map(item => ('text' in item ? item.text : item.kind)));
      before = page.rest === undefined ? undefined : { cursor: page.rest };
    }
    const all = [...seen, ...shown].filter(word => word.startsWith('text'));
    const doubled = all.filter((word, index) => all.indexOf(word) !== index);
    assert.deepEqual(doubled, []);
    assert.equal(all.length, 400);
  });

  it('has in its archive nothing that the transcript has, also when a turn ends right after items have left the window', async () => {
    const id = 'a0000000-0000-4000-8000-000000000006';
    const window = await open();
    const { chat } = window;
    window.say({ type: 'promptSubmitted', uuid: `u-${id}`, text: 'one' });
    window.say({ type: 'initReceived', sessionId: id, capabilities: [], version: '2.1.329' }, { type: 'promptConfirmed', uuid: `u-${id}` });
    const now = Date.now() - 100_000;
    writeFileSync(transcript(id), line(user(`u-${id}`, null, 'one'), now));
    const say = async (nth: number): Promise<void> => {
      const isFull = chat.loop.state.items.length === 200;
      appendFileSync(transcript(id), line(said(`a${nth}`, nth === 0 ? `u-${id}` : `a${nth - 1}`, `text ${nth}`), now + nth));
      window.say({ type: 'textStarted', id: `m-a${nth}:0` }, { type: 'textFinished', id: `m-a${nth}:0`, text: `text ${nth}` });
      if (isFull) await whenWindows(() => chat.loop.state.items.length < 150);
    };
    // The first turn is longer than the window.
    for (let nth = 0; nth < 205; nth++) await say(nth);
    window.say({ type: 'turnEnded', outcome: 'success' });
    for (let nth = 205; nth < 420; nth++) {
      await say(nth);
      window.say({ type: 'turnEnded', outcome: 'success' });
      await window.transcripts.newsOf(id, Infinity, false);
    }
    await window.store.flush();
    const { items } = await window.store.files.archived(chat.loop.state, chat.key, Infinity);
    assert.deepEqual(items, []);
    assert.ok(chat.loop.state.items.length < 250, `${chat.loop.state.items.length}`);
  });

  it('has in its archive what its transcript has not any more, and nothing of its own goes with that', async () => {
    const id = 'a0000000-0000-4000-8000-000000000007';
    const window = await open();
    const chat = talk(window, 'one', id);
    const now = Date.now() - 100_000;
    let text = line(user(`u-${id}`, null, 'one'), now);
    for (let nth = 0; nth < 190; nth++) text += line(said(`a${nth}`, nth === 0 ? `u-${id}` : `a${nth - 1}`, `text ${nth}`), now + nth);
    writeFileSync(transcript(id), text);
    const say = (nth: number): void =>
      window.say({ type: 'textStarted', id: `m-a${nth}:0` }, { type: 'textFinished', id: `m-a${nth}:0`, text: `text ${nth}` });
    window.say({ type: 'promptSubmitted', uuid: 'u-x', text: 'go on' }, { type: 'promptConfirmed', uuid: 'u-x' });
    for (let nth = 0; nth < 190; nth++) say(nth);
    window.say({ type: 'turnEnded', outcome: 'success' });
    await window.store.flush();
    rmSync(transcript(id));
    for (let nth = 190; nth < 205; nth++) say(nth);
    await whenWindows(() => chat.loop.state.items.length < 150);
    await window.store.flush();
    const { items } = await window.store.files.archived(chat.loop.state, chat.key, Infinity);
    const all = [...items.map(({ item }) => item), ...chat.loop.state.items].flatMap(item => (item.kind === 'text' ? item.text : []));
    assert.deepEqual(
      all,
      Array.from({ length: 205 }, (_, nth) => `text ${nth}`),
    );
  });

  it('that was closed while its copy is read does not come back', async () => {
    const one = await open();
    one.beAsked();
    await one.store.flush();
    const { key } = one.chat;
    let release: () => void = () => undefined;
    let isHolding = false;
    let hold: () => void = () => undefined;
    const isHeld = new Promise<void>(resolve => (hold = resolve));
    const fileSystem: FileSystem = {
      ...nodeFileSystem,
      open: async (path, use) => {
        const file = await nodeFileSystem.open(path, use);
        if (isHolding && use === 'read' && path.includes(key)) {
          hold();
          await new Promise<void>(resolve => (release = resolve));
        }
        return file;
      },
    };
    const second = await open({ fileSystem });
    await second.show(key);
    assert.equal(second.chats.get(key)?.otherOwner, 'otherWindow');
    isHolding = true;
    one.type('changed');
    await one.store.flush();
    await isHeld;
    one.chats.close(key);
    await whenWindows(() => second.chats.get(key) === undefined);
    isHolding = false;
    release();
    await second.store.open(key);
    assert.equal(second.chats.get(key), undefined);
  });

  it('is renamed while it leaves the memory', async () => {
    let onWrite: (() => void) | undefined;
    const fileSystem: FileSystem = {
      ...nodeFileSystem,
      open: async (path, use) => {
        const file = await nodeFileSystem.open(path, use);
        if (use !== 'read') onWrite?.();
        return file;
      },
    };
    const window = await open({ fileSystem });
    const { key } = talk(window, 'one', 's1');
    await window.store.flush();
    window.type('a draft');
    onWrite = () => {
      onWrite = undefined;
      window.chats.rename(key, 'a name');
    };
    window.say({ type: 'processExited', requestedByUs: true, code: 0, signal: null, stderr: '' });
    talk(window, 'other', 's2');
    await whenWindows(() => window.chats.get(key) === undefined);
    assert.equal((await window.show(key))?.title, 'a name');
  });

  it('keeps items that leave its window while the disk refuses', async () => {
    let isFull = false;
    const fileSystem: FileSystem = {
      ...nodeFileSystem,
      open: (path, use) =>
        isFull && use !== 'read' ? Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })) : nodeFileSystem.open(path, use),
    };
    const window = await open({ fileSystem });
    const chat = talk(window, 'one', 's1');
    await window.store.flush();
    isFull = true;
    window.say({ type: 'promptSubmitted', uuid: 'u-x', text: 'go on' }, { type: 'promptConfirmed', uuid: 'u-x' });
    const say = (nth: number): void =>
      window.say({ type: 'textStarted', id: `m-a${nth}:0` }, { type: 'textFinished', id: `m-a${nth}:0`, text: `text ${nth}` });
    for (let nth = 0; nth < 250; nth++) say(nth);
    await window.store.flush();
    await window.store.open('s1');
    await window.store.open(chat.key);
    isFull = false;
    window.type('x');
    await window.store.flush();
    await window.store.open(chat.key);
    await window.store.flush();
    const { items } = await window.store.files.archived(chat.loop.state, chat.key, Infinity);
    const all = [...items.map(({ item }) => ('text' in item ? item.text : item.kind)), ...words(chat)].filter(word =>
      word.startsWith('text'),
    );
    assert.equal(all.length, 250);
  });

  it('keeps words that were typed in a copy when its owner closes it', async () => {
    const one = await open();
    one.beAsked();
    await one.store.flush();
    const second = await open();
    const { key } = one.chat;
    await second.show(key);
    second.type('an hour of words');
    one.chats.close(key);
    await whenWindows(() => second.chats.get(key) === undefined);
    assert.equal(second.chat.composerDraft, 'an hour of words');
  });

  it('is found among those that wait by one look at the folder, however many there are', async () => {
    const looks: number[] = [];
    for (const count of [2, 20]) {
      const first = await open();
      for (let nth = 0; nth < count; nth++) {
        first.chats.newChat();
        first.beAsked(`s${nth}`, `t${nth}`);
      }
      await first.end();
      let times = 0;
      const namesIn = (path: string): Promise<readonly string[]> => {
        times++;
        return nodeFileSystem.namesIn(path);
      };
      const second = await open({ fileSystem: { ...nodeFileSystem, namesIn } });
      assert.ok(second.chats.all.length >= count);
      await second.end();
      looks.push(times);
    }
    assert.equal(looks[1], looks[0]);
  });

  it('is taken over with the letters of an answer that come while it is handed over', async () => {
    const one = await open();
    one.beAsked();
    await one.store.flush();
    const second = await open();
    const copy = (await second.show(one.chat.key)) ?? assert.fail();
    one.chats.onDidShow(({ otherOwner }) => {
      if (otherOwner === 'otherWindow') one.say(...drafted('t', [own('both halves of a thought')]));
    });
    await second.store.takeOver(copy);
    assert.deepEqual(second.question?.draft, [own('both halves of a thought')]);
  });
});
