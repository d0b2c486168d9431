// Which of the chats in memory is shown, and which one is being taken over.
import assert from 'node:assert/strict';
import { Chats } from '../../../../src/host/chats/chats.js';
import { working } from '../../../support/chat.js';
import { Peer } from '../../../support/peer.js';

describe('the chat that an earlier window showed last', () => {
  it('takes the place of the empty chat with which a window begins, and of none that the person has asked for, or opened, before', () => {
    const kept = { key: 'last', usedAt: 0, seenUntil: 0, composerDraft: '', composerRevision: 0, state: working };
    const acts: readonly (((chats: Chats) => void) | undefined)[] = [
      undefined,
      chats => chats.newChat(),
      chats => chats.show(chats.current.key),
      chats => chats.show(chats.addUnseen().key),
    ];
    for (const act of acts) {
      const chats = new Chats({ now: () => 9, log: { error: assert.fail }, create: state => new Peer(state).loop });
      chats.adopt(kept, undefined);
      act?.(chats);
      chats.showFirst('last');
      assert.equal(chats.current.key === 'last', act === undefined);
    }
  });
});

describe('what comes back to the message box', () => {
  it('is there once, also where it comes back twice', () => {
    const chats = new Chats({ now: () => 9, log: { error: assert.fail }, create: state => new Peer(state ?? working).loop });
    const { current } = chats;
    const [own, back] = (['a', 'b'] as const).map(id => ({ kind: 'file', id, path: `${id}.ts` }) as const);
    assert.ok(own !== undefined && back !== undefined);
    chats.setAttachments(current, [own]);
    for (const _ of [1, 2]) chats.putBack(current, [back]);
    assert.deepEqual(current.composerAttachments, [back, own]);
  });
});

describe('taking a chat over', () => {
  it('is told to its views until it is done or has failed; a second press meanwhile does nothing', async () => {
    const chats = new Chats({ now: () => 9, log: { error: assert.fail }, create: state => new Peer(state ?? working).loop });
    const { current } = chats;
    const told: boolean[] = [];
    chats.onDidChange(({ isBeingTakenOver }) => told.push(isBeingTakenOver));
    let fail = (_: Error): void => undefined;
    const taking = chats.takeOver(current, () => new Promise((_, reject) => void (fail = reject)));
    await chats.takeOver(current, assert.fail);
    assert.deepEqual(told, [true]);
    fail(new Error('the disk'));
    await assert.rejects(taking, /the disk/);
    assert.deepEqual(told, [true, false]);
    await chats.takeOver(current, () => Promise.resolve());
    assert.deepEqual(told, [true, false, true, false]);
  });
});
