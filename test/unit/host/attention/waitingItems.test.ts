import assert from 'node:assert/strict';
import type { Waiting } from '../../../../src/host/attention/waitingItems.js';
import { nextOf } from '../../../../src/host/attention/waitingItems.js';
import type { Chat } from '../../../../src/host/chats/chat.js';

const chat = (key: string): Chat => ({ key }) as unknown as Chat;
const [a, b] = [chat('a'), chat('b')];
const waiting = (of: Chat, id: string, since: number): Waiting => ({ chat: of, item: { id }, since }) as unknown as Waiting;
/** Two cards of one chat, and one of another chat that came between them. */
const all = [waiting(a, 'a1', 1), waiting(b, 'b1', 2), waiting(a, 'a2', 3)];

describe('going to what waits', () => {
  const goes = (last?: string, visible: Chat = a, waits = all): string | undefined => {
    const passed = last === 'a2' ? ['a1'] : [];
    const from = last === undefined ? undefined : { chat: last.startsWith('a') ? a : b, id: last, passed };
    return nextOf(waits, from, one => one === visible)?.item.id;
  };

  it('leads to what is in sight, else to the oldest', () => {
    assert.deepEqual([goes(), goes(undefined, b), goes(undefined, chat('c'))], ['a1', 'b1', 'a1']);
    assert.equal(goes(undefined, a, []), undefined);
  });

  it('leads from card to card of one chat, then to the next chat, and around', () => {
    assert.deepEqual([goes('a1'), goes('a2'), goes('b1')], ['a2', 'b1', 'a1']);
  });

  it('leads to what else waits in the chat where the card is answered by now', () => {
    assert.deepEqual([goes('a0', b), goes('b1', b, [waiting(a, 'a1', 1)])], ['a1', 'a1']);
    // One in front of it was passed by.
    const others = [waiting(a, 'a1', 1), waiting(a, 'a3', 4), waiting(b, 'b1', 2)];
    assert.equal(goes('a2', b, others), 'a3');
    // Asked in the same moment.
    assert.equal(goes('a2', b, [waiting(a, 'a1', 3), waiting(a, 'a3', 3)]), 'a3');
    assert.equal(
      goes(
        'a2',
        b,
        [others[0], others[2]].flatMap(one => one ?? []),
      ),
      'a1',
    );
  });
});
