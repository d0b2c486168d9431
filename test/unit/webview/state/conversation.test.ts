// The order of the conversation after a snapshot, whatever was shown before it.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Conversation } from '../../../../webview/state/conversation.js';

describe('the order of the conversation', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 99 }).map(String), { maxLength: 90 });

  it('is the order of the last snapshot, each item once', () => {
    fc.assert(
      fc.property(fc.array(ids, { minLength: 1, maxLength: 4 }), fc.infiniteStream(fc.nat()), (snapshots, random) => {
        const conversation = new Conversation();
        for (const snapshot of snapshots) {
          conversation.reset(snapshot, null);
          assert.deepEqual(conversation.ids(), snapshot);
          const shown = snapshot[(random.next().value ?? 0) % Math.max(1, snapshot.length)];
          if (shown !== undefined) assert.equal(conversation.show(shown), true);
          assert.deepEqual(conversation.ids(), snapshot);
        }
      }),
    );
  });

  it('has only small chunks in the DOM, also where most rows have gone', () => {
    const conversation = new Conversation();
    const names = Array.from({ length: 40 }, (_, at) => `row ${at}`);
    conversation.reset(names, null);
    conversation.reset(names.slice(0, 20), null);
    const inDom = conversation.slots.value.filter(slot => slot.kind === 'chunk' && slot.rendered.value);
    assert.deepEqual(
      inDom.map(slot => (slot.kind === 'chunk' ? slot.ids.value.length : 0)),
      [4, 4, 4],
    );
  });

  it('keeps the chunks whose rows all stand in the next snapshot, in their order', () => {
    const conversation = new Conversation();
    const names = (from: number, to: number): readonly string[] => Array.from({ length: to - from }, (_, at) => `row ${from + at}`);
    conversation.reset(names(0, 12), null);
    const [, second, third] = conversation.slots.value;
    conversation.reset([...names(2, 8), 'between', ...names(8, 14)], 'cursor');
    const [gap, , ...chunks] = conversation.slots.value;
    assert.equal(gap?.kind, 'gap');
    assert.equal(chunks[0], second);
    assert.equal(chunks[2], third);
  });
});
