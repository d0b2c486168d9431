// When a chat that was archived comes back: the person goes on with it, and Claude alone does not. Also what earlier windows have marked.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../../src/chat/events.js';
import type { Chat } from '../../../../src/host/chats/chat.js';
import { Chats } from '../../../../src/host/chats/chats.js';
import { emitter } from '../../../../src/host/chats/emitter.js';
import { ChatMarking } from '../../../../src/host/commands/chatMarking.js';
import { marksIn } from '../../../../src/host/storage/chatMarks.js';
import type { ChatStore } from '../../../../src/host/storage/chatStore.js';
import type { PastChat } from '../../../../src/host/commands/pastChats.js';
import { ended, prompt, working } from '../../../support/chat.js';
import { Peer } from '../../../support/peer.js';
import { createTestLog } from '../../../support/windows.js';

const text = (id: string): ChatEvent => ({ type: 'textFinished', id, text: 'words' });
const later: ChatEvent = { type: 'promptSubmitted', uuid: 'later', text: 'later', way: 'after' };

describe('a chat that is archived while Claude works in it', () => {
  let chat: Chat;
  let marking: ChatMarking;
  beforeEach(() => {
    const log = createTestLog();
    const chats = new Chats({ now: () => 9, log, create: state => new Peer(state).loop });
    chats.adopt({ key: 'k', usedAt: 0, seenUntil: 0, composerDraft: '', composerRevision: 0, state: working }, undefined);
    chat = chats.get('k') ?? assert.fail();
    const views = { isVisible: () => true, onDidChangeVisibility: emitter<void>(log) };
    marking = new ChatMarking({ chats, views, log, store: () => undefined });
  });

  const isArchivedAfter = (...events: readonly ChatEvent[]): boolean => {
    for (const event of events) chat.loop.dispatch(event);
    return marking.has('k', 'archived');
  };
  const read = async (...marks: PastChat['marks']): Promise<void> => {
    const take = await marking.reading();
    take([{ id: 'k', title: 'k', usedAt: 0, isStored: true, sessions: [], holder: undefined, marks }]);
  };

  it('stays archived at the end of it, also behind what the person had left waiting, and comes back with the next message', () => {
    chat.loop.dispatch(later);
    marking.set('k', 'archived', true);
    assert.ok(isArchivedAfter(text('m1'), ended, { type: 'promptConfirmed', uuid: 'later' }, text('m2'), ended));
    assert.equal(chat.loop.state.turn, 'idle');
    assert.ok(!isArchivedAfter(prompt('next')));
  });

  for (const [when, sent] of [
    ['at once', prompt('next')],
    ['after the turn', { ...later, uuid: 'next' }],
  ] as const)
    it(`comes back with a message that is to go to Claude ${when}`, () => {
      marking.set('k', 'archived', true);
      assert.ok(isArchivedAfter(text('m1')));
      assert.ok(!isArchivedAfter(sent));
    });

  it('stays archived where another window has archived it', async () => {
    await read();
    await read('archived');
    assert.ok(isArchivedAfter(text('m1'), ended));
    assert.ok(!isArchivedAfter(prompt('next')));
  });

  it('has no end that nobody has seen where it is in sight, whatever a list says', async () => {
    await read('unread');
    assert.equal(marking.has('k', 'unread'), false);
  });

  it('comes back where the person went on with it before this window knew that it was archived', async () => {
    await read('archived');
    assert.ok(!isArchivedAfter(text('m1')));
  });
});

describe('what an earlier window has marked', () => {
  /** The files of the marks. */
  let names: Set<string>;
  let chats: Chats;
  let chat: Chat;

  /** A window that shows the chat, once it has read the marks. Nobody has wanted a list. */
  const begin = async (): Promise<ChatMarking> => {
    const log = createTestLog();
    chats = new Chats({ now: () => 9, log, create: state => new Peer(state).loop });
    chats.adopt({ key: 'k', usedAt: 0, seenUntil: 0, composerDraft: '', composerRevision: 0, state: working }, undefined);
    chat = chats.get('k') ?? assert.fail();
    chat.loop.dispatch(ended);
    const views = { isVisible: (one: Chat) => one === chat, onDidChangeVisibility: emitter<void>(log) };
    const files = {
      marks: () => Promise.resolve(marksIn([...names])),
      mark: (id: string, mark: string, isMarked: boolean) =>
        Promise.resolve(void (isMarked ? names.add(`${id}.${mark}`) : names.delete(`${id}.${mark}`))),
    };
    const marking = new ChatMarking({ chats, views, log, store: () => Promise.resolve({ files } as unknown as ChatStore) });
    await new Promise<void>(resolve => marking.onDidChange(resolve));
    return marking;
  };

  it('is seen with the chat, also on the disk', async () => {
    names = new Set(['k.unread', 'other.unread']);
    const marking = await begin();
    assert.deepEqual([marking.has('k', 'unread'), marking.has('other', 'unread')], [false, true]);
    await marking.written();
    assert.deepEqual([...names], ['other.unread']);
  });

  it('stays where another window has the chat, in which Claude works there', async () => {
    names = new Set(['other.archived']);
    const marking = await begin();
    const other = { key: 'other', usedAt: 0, seenUntil: 0, composerDraft: '', composerRevision: 0, state: working };
    for (const usedAt of [1, 2]) chats.adopt({ ...other, usedAt }, 'otherWindow');
    await marking.written();
    assert.deepEqual([marking.has('other', 'archived'), ...names], [true, 'other.archived']);
  });

  it('ends with the next message', async () => {
    names = new Set(['k.archived']);
    const marking = await begin();
    assert.equal(marking.has('k', 'archived'), true);
    for (const event of [prompt('next'), ended]) chat.loop.dispatch(event);
    assert.equal(marking.has('k', 'archived'), false);
  });
});
