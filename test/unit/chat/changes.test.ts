// The row with the files that a turn has changed.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../src/chat/events.js';
import { restoredState } from '../../../src/chat/restore.js';
import { after, ended, prompt, working } from '../../support/chat.js';

const answer = (id: string): ChatEvent => ({ type: 'textFinished', id, text: 'Done.' });
const changed: ChatEvent = { type: 'filesChanged', files: 1, plus: 2, minus: 3, trees: { before: 'b', after: 'a' } };

it('The row of the files that a turn has changed stands behind its turn, also where the next one has begun, and is no part of that', () => {
  const over = after(working, answer('m:0'), ended);
  const row = { kind: 'changes', files: 1, plus: 2, minus: 3, before: 'b', after: 'a' };
  assert.deepEqual(after(over, changed).items.at(-1), { ...row, id: `i${over.counter}` });
  const next = after(over, prompt('next'), answer('m:1'));
  const state = after(next, changed);
  const at = state.items.findIndex(({ id }) => id === 'm:0');
  assert.deepEqual(state.items[at + 1], { ...row, id: `i${next.counter}` });
  assert.deepEqual(state.items.slice(state.turnStart), next.items.slice(next.turnStart));
});

it('The turn whose files are not told yet stays with the chat until they are, also across its window', () => {
  const turn = { since: 'm:0', before: 'b' };
  const followed = after(working, { type: 'turnFollowed', turn });
  assert.deepEqual(restoredState(followed, 'auto', 0).followed, turn);
  for (const event of [changed, { type: 'turnFollowed' } as const]) assert.equal('followed' in after(followed, event), false);
});
