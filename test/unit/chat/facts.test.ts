// What is kept of a chat beside its conversation: each fact goes all the way from the chat in memory to its journal, and back.
import assert from 'node:assert/strict';
import type { ChatFacts } from '../../../src/chat/facts.js';
import { factsOf } from '../../../src/chat/facts.js';
import type { StoredChat } from '../../../src/chat/journalRecords.js';
import { applyRecord, emptyChat, recordsBetween } from '../../../src/chat/journalRecords.js';
import { initialState } from '../../../src/chat/state.js';
import { Chats } from '../../../src/host/chats/chats.js';
import { keptOf } from '../../../src/host/storage/chatJournals.js';
import { checkedChat } from '../../../src/host/storage/storedForm.js';
import { Peer } from '../../support/peer.js';
import { asStored } from '../../support/storedChats.js';

/** One of each, so that the compiler asks for a fact that is new. */
const facts: Required<ChatFacts> = { title: 'Named', usedAt: 5, seenUntil: 6, sharedSince: 4 };

function window(): Chats {
  return new Chats({ now: () => 9, log: { error: assert.fail }, create: state => new Peer(state).loop });
}

describe('a fact of a chat', () => {
  it('is stored, and is there again in the window that reads it', () => {
    const { current, keep } = withKeep(window());
    keep(facts);
    const stored = asStored(recordsBetween(undefined, keptOf(current))).reduce<StoredChat>(
      applyRecord,
      emptyChat('k', initialState('auto')),
    );
    const next = window();
    next.adopt({ ...checkedChat(stored), state: initialState('auto') }, undefined);
    assert.deepEqual(factsOf(next.get('k') ?? assert.fail()), facts);
  });

  it('tells of itself, so that it is written, and can go again', () => {
    const { current, keep, changed } = withKeep(window());
    keep(facts);
    const before = keptOf(current);
    keep({ title: undefined });
    assert.deepEqual([changed.length, recordsBetween(before, keptOf(current))], [2, [{ set: { chat: { title: null } } }]]);
  });

  it('that another hand has made something else of is refused by its name, and one that a chat may lack may be absent', () => {
    const kept = asStored(keptOf(window().current));
    assert.equal(checkedChat(kept).title, undefined);
    for (const name of Object.keys(facts)) assert.throws(() => checkedChat({ ...kept, [name]: {} }), new RegExp(name));
    assert.throws(() => checkedChat({ ...kept, usedAt: undefined }), /usedAt/);
    const { seenUntil: _, ...lacking } = kept;
    assert.throws(() => checkedChat(lacking), /seenUntil/);
  });
});

function withKeep(chats: Chats) {
  const { current } = chats;
  const changed: string[] = [];
  chats.onDidChange(({ key }) => changed.push(key));
  return { current, changed, keep: (change: Partial<ChatFacts>) => chats.keep(current.key, change) };
}
