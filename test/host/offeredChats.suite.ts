// What a change of a chat costs for the chats that an empty chat offers: Claude's words change a chat many times a second.
import assert from 'node:assert/strict';
import { PastChats } from '../../src/host/commands/pastChats.js';
import type { PastChatsDependencies } from '../../src/host/commands/pastChats.js';
import type { Chat } from '../../src/host/chats/chat.js';
import { initialState } from '../../src/chat/state.js';
import { step } from '../../src/chat/step.js';
import { choice } from '../support/questions.js';
import { until } from './until.js';
import { anywhere } from './where.js';

const chat = (key: string, more: object = {}): Chat =>
  ({ key, usedAt: 1, composerDraft: '', composerAttachments: [], loop: { state: initialState('auto') }, ...more }) as unknown as Chat;
const asked = step(
  initialState('auto'),
  { type: 'questionAsked', toolUseId: 't', requestId: 'r', hook: true, input: { questions: [choice('Which?', '', ['A', 'B'])], raw: {} } },
  1,
).state;

const stored = (key: string): object => ({ key, title: key, draft: '', formerSessions: [], usedAt: 1 });

anywhere('the chats that are offered', () => {
  let views: {
    all: readonly { readonly chat: Chat }[];
    offered: readonly unknown[];
    offer: (chats: readonly unknown[]) => void;
    isVisible: () => boolean;
  };
  /** Each look at the disk that has begun, which ends with the chats of these keys. */
  let reads: ((keys: readonly string[]) => void)[];
  let all: Chat[];
  /** How often all chats were looked at. */
  let looks: number;
  let pastChats: PastChats;
  let [empty, first] = [chat('empty'), chat('first')];

  beforeEach(() => {
    [empty, first] = [chat('empty'), chat('first', { title: 'The first' })];
    [all, looks] = [[empty, first], 0];
    const chats = {
      current: empty,
      get: (key: string) => all.find(one => one.key === key),
      get all() {
        looks++;
        return all;
      },
    };
    views = { all: [{ chat: empty }], offered: [], offer: wanted => (views.offered = wanted), isVisible: () => true };
    reads = [];
    const store = () => ({
      holders: () => new Map(),
      files: { marks: () => ({ waits: new Set(), unread: new Set(), archived: new Set(), deleted: new Set() }) },
      reading: { list: () => new Promise(resolve => reads.push(keys => resolve(keys.map(stored)))) },
    });
    const transcripts = { runningIds: () => new Map(), hasSeveralPlaces: () => false, list: () => [] };
    pastChats = new PastChats({ chats, views, store, transcripts } as unknown as PastChatsDependencies);
  });

  it('are not looked at where no empty chat is shown', () => {
    views.all = [{ chat: chat('second', { loop: { state: asked } }) }];
    pastChats.refreshWaiting(first);
    assert.equal(looks, 0);
  });

  it('are offered beside words that nobody has sent yet', () => {
    Object.assign(empty, { composerDraft: 'Write a' });
    pastChats.refreshWaiting(first);
    assert.deepEqual(views.offered, [{ id: 'first', title: 'The first', usedAt: 1 }]);
  });

  it('are looked at again only where the chat that has changed waits otherwise, or is gone', () => {
    pastChats.refreshWaiting(first);
    const before = looks;
    pastChats.refreshWaiting(first);
    pastChats.refreshWaiting(empty);
    assert.equal(looks, before);
    Object.assign(first, { loop: { state: asked } });
    pastChats.refreshWaiting(first);
    assert.deepEqual(views.offered, [{ id: 'first', title: 'The first', usedAt: 1, waits: 'waits for your answer' }]);
    all = [empty];
    pastChats.refreshWaiting(first);
    assert.deepEqual(views.offered, []);
  });

  it('are those of the look at the disk that began last, also where one from before it ends later', async () => {
    all = [empty];
    const looked = [pastChats.refreshOffered(), pastChats.refreshOffered()];
    await until(() => reads.length === 2);
    reads[1]?.(['draft']);
    reads[0]?.([]);
    await Promise.all(looked);
    assert.deepEqual(views.offered, [{ id: 'draft', title: 'draft', usedAt: 1 }]);
  });
});
