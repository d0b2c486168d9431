// A chat that begins from another one: both are whole, whatever becomes of either.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forked } from '../../../../src/chat/branches.js';
import type { Chats } from '../../../../src/host/chats/chats.js';
import { notBegunFrom } from '../../../../src/host/commands/forkBases.js';
import type { MakeFork } from '../../../../src/host/storage/chatForks.js';
import { own } from '../../../support/questions.js';
import { removeFolder } from '../../../support/removeFolder.js';
import { createStoreWindow, whenWindows } from '../../../support/storeWindow.js';
import { rows, talkingWindows, turn } from '../../../support/talkingWindows.js';

const toBefore =
  (words: string): MakeFork =>
  async ({ state }, archive) => {
    const at = state.items.findIndex(item => item.kind === 'prompt' && item.text === words);
    const fork = { session: 's', at: 'm', before: `u-${words}` };
    const cut = { items: state.items.slice(0, at), hasOlder: state.hasOlder, formerSessions: [], fork };
    const kept = { usedAt: 7, seenUntil: 7, composerDraft: words, composerRevision: 1, state: forked(state, cut) };
    return { chat: kept, title: nth => `Forked ${nth}`, archive: await archive() };
  };

describe('a chat that is forked', () => {
  const { open, leave } = talkingWindows();

  it('goes on as it is, with what waits in it, and the new one is there after a restart, with the message in its box', async () => {
    const first = await open();
    turn(first, 'one');
    turn(first, 'two');
    first.beAsked();
    const { chat } = first;
    const made = (await first.store.branches.fork(chat.key, toBefore('two'))) ?? assert.fail();
    const { items, process } = chat.loop.state;
    assert.deepEqual([rows(items), process], [['one', 'about one', 'two', 'about two', 'hello', 'question'], 'running']);
    assert.equal(first.question?.phase, 'asked');
    assert.deepEqual([rows(made.loop.state.items), made.composerDraft, made.title], [['one', 'about one'], 'two', 'Forked 1']);
    await leave(first);

    const second = await open();
    const chatThere = (await second.show(made.key)) ?? assert.fail();
    assert.deepEqual(
      [rows(chatThere.loop.state.items), chatThere.composerDraft, chatThere.title],
      [['one', 'about one'], 'two', 'Forked 1'],
    );
    assert.deepEqual(chatThere.loop.state.forkOf, { session: 's', at: 'm', before: 'u-two' });
    const old = (await second.show(chat.key)) ?? assert.fail();
    assert.equal(old.loop.state.items.find(item => item.kind === 'question')?.phase, 'parked');
  });

  it('is forked twice at once, under names that differ, and the session stays its own in the list', async () => {
    const window = await open();
    turn(window, 'one');
    turn(window, 'two');
    await window.store.flush();
    const { key } = window.chat;
    const made = await Promise.all([toBefore('two'), toBefore('one')].map(make => window.store.branches.fork(key, make)));
    assert.deepEqual(
      made.map(one => one?.title),
      ['Forked 1', 'Forked 2'],
    );
    await window.store.flush();
    const heads = await window.store.reading.list(10);
    const sessions = Object.fromEntries(heads.map(head => [head.title, [...head.formerSessions, head.sessionId]]));
    assert.deepEqual(sessions, { one: ['s'], 'Forked 1': [undefined], 'Forked 2': [undefined] });
  });

  it('gives the new one what has left its window, and its images, which stay when it goes', async () => {
    const window = await open();
    for (let nth = 0; nth < 110; nth++) turn(window, `w${nth}`);
    await whenWindows(() => window.chat.loop.state.items.length < 150);
    await window.store.flush();
    const { chat, store } = window;
    const image = '0123456789abcdef.png';
    mkdirSync(store.files.imageFolder(chat.key), { recursive: true });
    for (const name of [image, 'other.txt']) writeFileSync(join(store.files.imageFolder(chat.key), name), 'image');
    const made = (await store.branches.fork(chat.key, toBefore('w105'))) ?? assert.fail();
    const { items } = await store.files.archived(made.loop.state, made.key, Infinity);
    assert.ok(rows(items.map(({ item }) => item)).includes('about w0'));
    await store.files.removeAll(chat.key);
    assert.deepEqual(readdirSync(store.files.imageFolder(made.key)), [image]);
  });

  it('gives the new one its own images in the words of answers, and what Claude has read as it was', async () => {
    const window = await open();
    turn(window, 'one');
    window.beAsked();
    const { chat, store } = window;
    const image = (key: string): string => join(store.files.imageFolder(key), '0123456789abcdef.png');
    const words = `like "this" @${image(chat.key)}`;
    const text = `The user answered: ${words}`;
    window.say(
      { type: 'questionAnswered', toolUseId: 't', answers: [own(words)], undoTime: 0 },
      { type: 'toolFinished', toolUseId: 't', isError: false, text },
      { type: 'textFinished', id: 'm:9', text: 'So be it.' },
      { type: 'turnEnded', outcome: 'success' },
    );
    turn(window, 'two');
    await store.flush();
    const made = (await store.branches.fork(chat.key, toBefore('two'))) ?? assert.fail();
    const { draft, settlement, echoedText } = made.loop.state.items.find(item => item.kind === 'question') ?? assert.fail();
    const there = `like "this" @${image(made.key)}`;
    assert.deepEqual([draft[0]?.otherText, settlement?.type === 'answer' && settlement.answers[0]?.otherText], [there, there]);
    assert.equal(echoedText, text);
  });

  it('is named where its conversation is to go, until something was sent in the new one, also from its file', async () => {
    const window = await open();
    turn(window, 'one');
    turn(window, 'two');
    await window.store.flush();
    const { key } = window.chat;
    const made = (await window.store.branches.fork(key, toBefore('two'))) ?? assert.fail();
    await window.store.flush();
    const { files } = window.store;
    const named = async (chats: Pick<Chats, 'all'>, sessions = ['s']) => {
      const { titles, unread } = await notBegunFrom(new Set(sessions), new Set([key]), { files, chats });
      assert.equal(unread, 0);
      return titles;
    };
    const noChats = { all: [] };
    for (const chats of [window.chats, noChats]) assert.deepEqual(await named(chats), ['Forked 1']);
    assert.deepEqual(await named(noChats, ['another']), []);
    window.chats.show(made.key);
    turn(window, 'three');
    await window.store.flush();
    for (const chats of [window.chats, noChats]) assert.deepEqual(await named(chats), []);
  });

  it('is not forked where the new one cannot be made, nor where it is not in memory', async () => {
    const window = await open();
    turn(window, 'one');
    await window.store.flush();
    await assert.rejects(
      window.store.branches.fork(window.chat.key, () => Promise.reject(new Error('not there'))),
      /not there/,
    );
    assert.equal(await window.store.branches.fork('another', toBefore('one')), undefined);
    assert.equal((await window.store.reading.list(10)).length, 1);
  });
});

it('a chat that goes back stays in memory until its files are written, whatever is shown meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-forks-'));
  const window = await createStoreWindow(folder);
  await window.store.begin();
  const { chat, chats, store } = window;
  window.type('a draft');
  await store.flush();
  chats.tell(chat.key, { type: 'back', isGoing: true });
  chats.become(chat, { key: chat.key, usedAt: 1, seenUntil: 1, composerDraft: 'a draft', composerRevision: 9, state: chat.loop.state });
  chats.newChat();
  store.unloadIdle();
  await store.branches.goTo(chat.key, () => Promise.reject(new Error('only after what was begun'))).catch(() => undefined);
  assert.equal(chats.get(chat.key), chat);
  chats.tell(chat.key, { type: 'back' });
  store.unloadIdle();
  await whenWindows(() => chats.get(chat.key) === undefined);
  await window.end();
  await removeFolder(folder);
});
