// A chat that is deleted in one window while another window shows it.
import assert from 'node:assert/strict';
import type { Chat } from '../../../../src/host/chats/chat.js';
import type { StoreWindow } from '../../../support/storeWindow.js';
import { whenWindows } from '../../../support/storeWindow.js';
import { rows, talkingWindows, turn } from '../../../support/talkingWindows.js';

describe('a chat that is deleted in the window that owns it', () => {
  const { open, leave } = talkingWindows();
  let owner: StoreWindow;
  let other: StoreWindow;
  let key: string;
  let copy: Chat;

  beforeEach(async () => {
    owner = await open();
    turn(owner, 'one');
    await owner.store.flush();
    ({ key } = owner.chat);
    other = await open();
    copy = (await other.show(key)) ?? assert.fail();
    assert.equal(copy.otherOwner, 'otherWindow');
  });

  const mark = (): Promise<void> => owner.store.files.mark(key, 'deleted', true);
  const isMarked = async (): Promise<boolean> => (await other.store.files.marks()).deleted.has(key);

  it('closes in the other window, where typed words go to a new chat, and can be brought back', async () => {
    other.type('an hour of words');
    await mark();
    assert.equal(await owner.store.setAside(key), true);
    await whenWindows(() => other.chats.get(key) === undefined);
    assert.equal(other.chat.composerDraft, 'an hour of words');
    assert.equal(await isMarked(), true);
    const back = await owner.store.open(key);
    assert.deepEqual([back?.otherOwner, rows(back?.loop.state.items), await isMarked()], [undefined, ['one', 'about one'], false]);
  });

  it('closes in the other window also where its own window does not have it in memory', async () => {
    owner.chats.newChat();
    await whenWindows(() => owner.chats.get(key) === undefined);
    await mark();
    assert.equal(await owner.store.setAside(key), true);
    await whenWindows(() => other.chats.get(key) === undefined);
  });

  it('closes in the other window, and stays deleted, where its window ends before it has said so', async () => {
    await mark();
    await leave(owner);
    await whenWindows(() => other.chats.get(key)?.otherOwner !== 'otherWindow');
    assert.deepEqual([other.chats.get(key)?.key, await isMarked()], [undefined, true]);
  });

  it('is deleted no more where the other window takes it over', async () => {
    await mark();
    await other.store.takeOver(copy);
    assert.deepEqual([other.chat.key, other.chat.otherOwner, await isMarked()], [key, undefined, false]);
  });

  it('stays deleted where the disk does not give it to the window that takes it over', async () => {
    await mark();
    other.store.files.claim = () => Promise.reject(new Error('full'));
    await other.store.takeOver(copy);
    assert.deepEqual([other.told, await isMarked()], [[`not opened: ${key}`], true]);
  });

  it('stays with the other window that has taken it when that hears of the deletion late', async () => {
    await other.store.takeOver(copy);
    other.chats.closedByOwner(key);
    await other.store.flush();
    assert.ok(other.chats.get(key));
    assert.equal(other.chats.get(key)?.otherOwner, undefined);
    assert.notEqual(await other.store.files.entry(key), undefined);
  });

  it('is shown in the other window that takes it over at the moment of the deletion', async () => {
    await mark();
    const [isAside] = await Promise.all([owner.store.setAside(key), other.store.takeOver(copy)]);
    assert.deepEqual([isAside, other.chat.key, other.chat.otherOwner, await isMarked()], [true, key, undefined, false]);
  });

  it('stays in a third window where the chat is another one’s when its first owner says that it closes', async () => {
    owner.chats.newChat();
    await whenWindows(() => owner.chats.get(key) === undefined);
    owner.say({ type: 'promptSubmitted', uuid: 'next', text: 'next' });
    await owner.store.flush();
    const next = owner.chat.key;
    const third = await open();
    Object.assign((await third.show(next)) ?? assert.fail(), { hasTab: true });
    assert.equal((await third.show(key))?.otherOwner, 'otherWindow');
    await other.store.takeOver(copy);
    assert.equal(await owner.store.setAside(key), true);
    // What the first owner says next.
    owner.type('later');
    await whenWindows(() => third.chats.get(next)?.composerDraft === 'later');
    turn(other, 'two');
    await whenWindows(() => third.chats.get(key) === undefined || rows(third.chats.get(key)?.loop.state.items).includes('about two'));
    assert.equal(third.chats.get(key)?.otherOwner, 'otherWindow');
  });
});
