// Which chats lose their conversation with the transcript of another one.
import assert from 'node:assert/strict';
import { initialState } from '../../../../src/chat/state.js';
import { notBegunFrom } from '../../../../src/host/commands/forkBases.js';

it('A chat that cannot be read hides none that was forked, and it is said that there may be more', async () => {
  const state = { ...initialState('auto'), borrowed: ['s'], forkOf: { session: 's', at: 'a', before: 'b' } };
  const forked = { key: 'forked', usedAt: 0, seenUntil: 0, composerDraft: '', composerRevision: 0, title: 'Forked', state };
  const keys = ['later', 'forked', 'gone'];
  const files = {
    list: () => Promise.resolve(keys.map(key => ({ key, generations: [1], isWaiting: false, isDeleted: false }))),
    read: (key: string) =>
      key === 'later' ? Promise.reject(new Error('the chat was stored by a later version of Parley')) : Promise.resolve(forked),
  };
  const found = await notBegunFrom(new Set(['s']), new Set(['gone']), { files, chats: { all: [] } });
  assert.deepEqual(found, { titles: ['Forked'], unread: 1 });
});
