// The row with the files that a turn has changed.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../src/chat/events.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { ChatState } from '../../../src/chat/state.js';
import { restoredChat } from '../../../src/host/storage/restoreChat.js';
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

it('Until when its window had seen Claude work stays with it, though the transcript tells of later work: of a process that went on, or of a terminal', async () => {
  const followed = after(working, { type: 'turnFollowed', turn: { since: 'm:0', before: 'b' } });
  const entries = [{ at: 500, event: { type: 'promptSeen' as const, id: 'there', text: 'hello there' } }];
  const restored = (state: ChatState, seenUntil: number, now: number, sharedSince?: number) =>
    restoredChat(
      { key: 'k', usedAt: 0, seenUntil, sharedSince, composerDraft: '', composerRevision: 0, state },
      {
        transcripts: {
          hasPrompt: () => Promise.resolve(true),
          isDeferred: () => Promise.resolve(false),
          resultsHeld: () => Promise.resolve({}),
          promptsHeld: () => Promise.resolve(undefined),
          tail: () => Promise.resolve({ entries, firstOffset: 0, endOffset: 0, hasOlder: false, hasNewer: false }),
        },
        route: () => 'auto',
        now: () => now,
      },
    );
  const once = await restored(followed, 100, 1_000);
  assert.deepEqual([once.seenUntil, once.state.followed?.until], [500, 100]);
  assert.equal(
    (await restored(once.state, once.seenUntil, 2_000)).state.followed?.until,
    100,
    'also where that window has ended before the row was there',
  );
  const shared = await restored(followed, 100, 1_000, 20);
  assert.deepEqual([shared.state.followed?.until, shared.sharedSince], [100, undefined], 'also where a terminal was in the session before');
  assert.equal((await restored(followed, 100, 50)).state.followed?.until, 0, 'the clock was put back since, so no time says anything');
});
