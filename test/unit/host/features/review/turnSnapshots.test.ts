// What a turn has changed: which snapshots are taken, and what the chat is told of them.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../../../src/chat/events.js';
import { ended, permissionFor, prompt } from '../../../../support/chat.js';
import { begun, call, result, settled, Window } from '../../../../support/turnWindow.js';

describe('the files that a turn has changed', () => {
  it('are looked for no more once the window ends', () => {
    const window = new Window();
    window.stops();
    window.happens(...begun);
    assert.equal(window.taken, 0);
  });

  it('are told when it has ended, counted, with the snapshots of before and behind it', async () => {
    const window = new Window().happens(...begun);
    await window.gives('before');
    window.happens(call('Bash'), result, ended);
    await window.gives('after');
    const trees = { before: 'before', after: 'after' };
    assert.deepEqual(window.told, [{ type: 'filesChanged', files: 2, plus: 5, minus: 1, trees }]);
    assert.deepEqual(window.retold, [window.chat]);
  });

  it('are marked where the person has saved one of them between the two snapshots', async () => {
    const window = new Window();
    window.saves('/work/b');
    window.happens(...begun);
    await window.gives('before');
    window.happens(call('Bash'));
    for (const file of ['/work/a', '/work/other', '/elsewhere/b']) window.saves(file);
    window.happens(result, ended);
    await settled();
    window.saves('/work/a');
    await window.gives('after');
    window.saves('/work/b');
    assert.deepEqual(
      window.told.map(told => told.type === 'filesChanged' && told.byPerson),
      [['a']],
    );
  });

  it('come with what either snapshot does not have: the first few, and how many more', async () => {
    const window = new Window().happens(...begun);
    const large = (path: string) => ({ path, why: 'large' as const });
    await window.gives('before', large('gone'), large('a'));
    window.happens(call('Bash'), result, ended);
    await window.gives('after', ...['a', 'b', 'c', 'd', 'e', 'f'].map(large));
    const [told] = window.told;
    assert.ok(told?.type === 'filesChanged');
    assert.deepEqual(told.left, { files: ['gone', 'a', 'b', 'c', 'd'].map(large), more: 2 });
  });

  it('are nothing to tell where nothing differs, where there is no snapshot, and where another window owns the chat', async () => {
    for (const [before, behind] of [
      ['same', 'same'],
      [undefined, 'after'],
    ]) {
      const window = new Window().happens(...begun);
      await window.gives(before);
      window.happens(call('Bash'), result, ended);
      await settled();
      assert.equal(window.taken, before === undefined ? 0 : 1);
      await window.gives(behind);
      assert.deepEqual([window.told, window.state.followed], [[], undefined]);
    }
    const window = new Window();
    Object.assign(window.chat, { otherOwner: 'otherWindow' });
    window.happens(...begun);
    assert.equal(window.taken, 0);
  });

  it('are told too where subagents make them behind the turn, and beside a message that is sent meanwhile', async () => {
    const subagents = (count: number): ChatEvent => ({ type: 'backgroundTasksChanged', count, subagents: count });
    const window = new Window().happens(...begun);
    await window.gives('before');
    window.happens(call('Agent'), subagents(1), result, ended);
    await window.gives('behind');
    await window.gives('after');
    window.happens(prompt('v'));
    window.happens(...window.state.outbox.map(({ writeId }) => ({ type: 'writeAcknowledged' as const, writeId })));
    await window.gives('sent');
    await window.gives('meanwhile');
    window.happens(ended);
    await window.gives('again');
    await window.gives('beside');
    window.happens(subagents(0));
    await window.gives('end');
    assert.deepEqual(
      window.told.map(told => told.type === 'filesChanged' && [told.trees, told.isAgents]),
      [
        [{ before: 'before', after: 'after' }, undefined],
        [{ before: 'behind', after: 'meanwhile' }, true],
        [{ before: 'sent', after: 'beside' }, undefined],
        [{ before: 'again', after: 'end' }, true],
      ],
    );
    assert.equal(window.taken, 0);
  });

  it('are told to no chat that another window has taken over, or that was closed, while they were read', async () => {
    for (const leave of [
      ({ chat }: Window) => void Object.assign(chat, { otherOwner: 'otherWindow' }),
      ({ chat, didClose }: Window) => didClose.fire(chat),
    ]) {
      const window = new Window().happens(...begun);
      await window.gives('before');
      window.happens(call('Bash'), result, ended);
      await settled();
      leave(window);
      await window.gives('after');
      assert.deepEqual(window.told, []);
      // One that is closed while its turn runs.
      const other = new Window().happens(...begun);
      await other.gives('before');
      other.didClose.fire(other.chat);
      await settled();
      assert.equal(other.dropped, 1);
    }
  });

  it('cost no second snapshot where Claude has only looked, asked or answered', async () => {
    for (const name of ['Read', 'Grep', 'WebFetch', 'TodoWrite']) {
      const window = new Window().happens(...begun);
      await window.gives('before');
      window.happens(call(name), result, ended);
      await settled();
      assert.deepEqual([window.taken, window.dropped], [0, 1], name);
    }
  });

  it('are said to be those of edits alone where there is no git', async () => {
    const window = new Window().happens(...begun);
    window.kind = { isEdits: true };
    await window.gives('before');
    window.happens(call('Write'), result, ended);
    await window.gives('after');
    assert.ok(window.told[0]?.type === 'filesChanged' && window.told[0].isEdits === true);
  });

  it('says that nothing is known where a call may have written before the first snapshot', async () => {
    const window = new Window().happens(...begun, call('Write'));
    await window.gives('before');
    window.happens(result, ended);
    await window.gives('after');
    assert.deepEqual(window.told, [{ type: 'filesChanged', files: 0, plus: 0, minus: 0, isLate: true }]);
  });

  it('says so too where there is no snapshot behind the turn, or one of both is no longer kept', async () => {
    for (const tree of [undefined, 'gone', 'refused']) {
      const window = new Window().happens(...begun);
      await window.gives('before');
      window.happens(call('Write'), result, ended);
      await window.gives(tree);
      assert.deepEqual(window.told, [{ type: 'filesChanged', files: 0, plus: 0, minus: 0, isLate: true }]);
    }
  });

  it('are known where the call that would write still waits for the person', async () => {
    const window = new Window().happens(...begun, call('Bash'), permissionFor('call'));
    await window.gives('before');
    window.happens({ type: 'permissionDecided', requestId: 'p-call', decision: 'allow' }, result, ended);
    await window.gives('after');
    assert.equal(window.told.length, 1);
    assert.ok(window.told[0]?.type === 'filesChanged' && window.told[0].isLate === undefined);
  });

  it('are known where the snapshot was there when the call had begun, and the person was asked only then', async () => {
    const window = new Window().happens(...begun, call('Bash'));
    await window.gives('before');
    window.happens(permissionFor('call'), { type: 'permissionDecided', requestId: 'p-call', decision: 'allow' }, result, ended);
    await window.gives('after');
    assert.deepEqual(
      window.told.map(told => told.type === 'filesChanged' && told.isLate),
      [undefined],
    );
  });
});
