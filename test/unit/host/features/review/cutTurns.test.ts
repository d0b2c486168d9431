// What a turn has changed in which the window has ended: what the next one tells of it.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ChatEvent } from '../../../../../src/chat/events.js';
import { restoredState } from '../../../../../src/chat/restore.js';
import { turnsTold } from '../../../../../src/host/features/review/turnSnapshots.js';
import { after, asked, ended, exited, named, permissionFor, prompt } from '../../../../support/chat.js';
import { pick } from '../../../../support/questions.js';
import { removeFolder } from '../../../../support/removeFolder.js';
import { begun, call, result, resultOf, settled, Window } from '../../../../support/turnWindow.js';

describe('the files of a turn in which the window has ended', () => {
  const cut = async (): Promise<Window> => {
    const window = new Window().happens(...begun);
    await window.gives('before');
    window.happens(call('Bash'), result);
    return window;
  };
  const row = { type: 'filesChanged', files: 2, plus: 5, minus: 1, isCut: true };

  it('are told by the next one, from the snapshot before it to what stands there by then, once', async () => {
    const next = (await cut()).reopened();
    await next.tells('now');
    const { byPerson: _, ...told } = next.told[0]?.type === 'filesChanged' ? next.told[0] : assert.fail();
    assert.deepEqual(told, { ...row, trees: { before: 'before', after: 'now' } });
    assert.deepEqual([next.told.length, next.retold], [1, [next.chat]]);
    next.state = after(next.state, next.told[0] ?? assert.fail());
    next.didShow.fire(next.chat);
    await settled();
    assert.deepEqual([next.cut, next.reopened().cut], [['before'], []]);
  });

  it('are told where a question waits, and what it goes on to change has a row of its own', async () => {
    const window = (await cut()).happens(asked('q'));
    // What watches ends first, and the question is handed back then.
    window.stops();
    const next = window.happens({ type: 'parkRequested' }, { type: 'turnEnded', outcome: 'deferred' }, exited).reopened();
    await next.tells('now');
    next.happens({ type: 'questionAnswered', toolUseId: 'q', answers: [pick(1)], undoTime: 0 }, { type: 'processStarted' }, named);
    await next.gives('again');
    next.happens(call('Write', 'other'), resultOf('other'), ended);
    await next.gives('end');
    assert.deepEqual(
      next.told.map(told => told.type === 'filesChanged' && told.trees),
      [
        { before: 'before', after: 'now' },
        { before: 'again', after: 'end' },
      ],
    );
  });

  it('are marked where they have changed since that window had seen Claude work, or the person has saved them in it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-cut-'));
    try {
      mkdirSync(join(folder, 'sub'));
      for (const name of ['a', 'b']) writeFileSync(join(folder, name), '');
      const marked = async (seenUntil: number, saved?: string) => {
        const window = await cut();
        if (saved !== undefined) window.saves(saved);
        await settled();
        const next = window.reopened(folder, seenUntil);
        await next.tells('now');
        return next.told.map(told => told.type === 'filesChanged' && told.byPerson);
      };
      assert.deepEqual(await marked(0), [['a', 'b']]);
      assert.deepEqual(await marked(Date.now() + 60_000), [undefined]);
      assert.deepEqual(await marked(Date.now() + 60_000, join(folder, 'b')), [['b']]);
      rmSync(join(folder, 'a'));
      assert.deepEqual(await marked(Date.now() + 60_000), [undefined]);
      assert.deepEqual(await marked(0), [['a', 'b']]);
    } finally {
      await removeFolder(folder);
    }
  });

  it('are said not to be known where there is no snapshot from before it, or that is no longer kept', async () => {
    const unknown = { type: 'filesChanged', files: 0, plus: 0, minus: 0, isLate: true, isCut: true };
    const early = new Window().happens(...begun, call('Bash'), result);
    await settled();
    const late = new Window().happens(...begun, call('Bash'), permissionFor('call'));
    late.happens({ type: 'permissionDecided', requestId: 'p-call', decision: 'allow' });
    await late.gives('before');
    for (const window of [early, late]) {
      const next = window.reopened();
      await settled();
      assert.deepEqual([next.told, next.cut], [[unknown], []]);
    }
    for (const tree of ['gone', 'refused', undefined]) {
      const next = (await cut()).reopened();
      await next.gives(tree);
      assert.deepEqual(next.told, [unknown]);
    }
  });

  it('are nothing to tell where nothing differs, or Claude has only looked', async () => {
    const same = (await cut()).reopened();
    await same.gives('before');
    const looked = new Window().happens(...begun);
    await looked.gives('before');
    const next = looked.happens(call('Read'), result).reopened();
    await settled();
    for (const window of [same, next]) assert.deepEqual([window.told, window.state.followed], [[], undefined]);
  });

  it('are told by whoever has the chat then: the window that takes it over, or this one where the chat comes back', async () => {
    const window = await cut();
    Object.assign(window.chat, { otherOwner: 'otherWindow' });
    window.didShow.fire(window.chat);
    await settled();
    assert.deepEqual([window.dropped, window.told], [1, []]);
    Object.assign(window.chat, { otherOwner: undefined });
    window.state = restoredState(window.state, 'auto', 0);
    window.didShow.fire(window.chat);
    await window.gives('now');
    assert.deepEqual(window.cut, ['before']);
  });

  it('are told once another program has left the session that came while they were read, also those of a turn that has ended here', async () => {
    const running = new Window().happens(...begun);
    await running.gives('before');
    for (const window of [running.happens(call('Bash'), result, ended, exited), (await cut()).reopened()]) {
      await settled();
      Object.assign(window.chat, { otherOwner: 'terminal' });
      window.didShow.fire(window.chat);
      await window.gives('meanwhile');
      await turnsTold(window.chat);
      assert.equal(window.told.length, 0);
      Object.assign(window.chat, { otherOwner: undefined });
      window.didShow.fire(window.chat);
      await window.tells('now');
      assert.deepEqual(
        window.told.map(told => told.type === 'filesChanged' && [told.isCut, told.trees]),
        [[true, { before: 'before', after: 'now' }]],
      );
    }
  });

  it('are marked by the time at which the turn had ended here, also where another program has gone on with the session since', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-cut-'));
    try {
      const window = new Window(undefined, folder).happens(...begun);
      await window.gives('before');
      window.happens(call('Bash'), result, ended, exited);
      await settled();
      const { followed } = window.state;
      for (const name of ['a', 'b']) writeFileSync(join(folder, name), '');
      // What the transcript tells of the other program.
      Object.assign(window.chat, { otherOwner: 'terminal', seenUntil: Infinity });
      window.didShow.fire(window.chat);
      await window.gives('meanwhile');
      await turnsTold(window.chat);
      Object.assign(window.chat, { otherOwner: undefined });
      window.didShow.fire(window.chat);
      await window.tells('now');
      assert.deepEqual(
        window.told.map(told => told.type === 'filesChanged' && told.byPerson),
        [['a', 'b']],
      );
      assert.equal(followed?.until, 0, 'also where this window ends before it tells them');
    } finally {
      await removeFolder(folder);
    }
  });

  it('are told once the window may read the folder, which the person may trust later', async () => {
    const next = (await cut()).reopened(null);
    await settled();
    assert.deepEqual([next.told, next.cut, next.state.followed?.before], [[], [], 'before']);
    next.trusts('/work');
    await next.tells('now');
    assert.deepEqual(next.cut, ['before']);
  });

  it('are told where subagents had made them behind the turn', async () => {
    const window = await cut();
    window.happens({ type: 'backgroundTasksChanged', count: 1, subagents: 1 }, ended);
    await window.gives('behind');
    await window.gives('after');
    const next = window.reopened();
    await next.tells('now');
    assert.deepEqual(
      next.told.map(told => told.type === 'filesChanged' && [told.isCut, told.trees]),
      [[true, { before: 'behind', after: 'now' }]],
    );
  });

  it('are those of the branch that is shown, also where a turn of the branch that was left is still to be told', async () => {
    const window = new Window().happens(...begun);
    await window.gives('left');
    window.happens(call('Bash'), result, ended, exited);
    await settled();
    const { state } = (await cut()).reopened();
    window.state = state;
    window.didShow.fire(window.chat);
    await window.gives('end');
    await window.tells('now');
    assert.deepEqual(
      window.told.map(told => told.type === 'filesChanged' && told.trees),
      [{ before: 'before', after: 'now' }],
    );
  });

  it('have one row for each turn that may have written, in any order of snapshots, calls and ends of windows', async () => {
    const kill = fc.constantFrom('never', 'before the snapshot', 'before the call', 'in the turn', 'before its row');
    const turn = fc.record({ kill, tool: fc.constantFrom('Write', 'Read'), isLate: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 5 }), async turns => {
        let window = new Window();
        const told: ChatEvent[] = [];
        let trees = 0;
        /** Gives all snapshots that are wanted, each a tree of its own, and waits for what is told of them. */
        const take = async (): Promise<void> => {
          await settled();
          while (window.taken > 0) await window.gives(`tree ${trees++}`);
          await turnsTold(window.chat);
          for (const event of window.told.splice(0)) {
            told.push(event);
            window.state = after(window.state, event);
          }
        };
        const killed = (): void => void (window = window.reopened());
        for (const [nth, { kill: end, tool, isLate }] of turns.entries()) {
          window.happens(prompt(`u${nth}`), { type: 'processStarted' }, named);
          window.happens(...window.state.outbox.map(({ writeId }) => ({ type: 'writeAcknowledged' as const, writeId })));
          await settled();
          if (end === 'before the snapshot') killed();
          else {
            if (!isLate) await take();
            if (end === 'before the call') killed();
            else {
              window.happens(call(tool, `c${nth}`), resultOf(`c${nth}`));
              await settled();
              if (end !== 'in the turn') window.happens(ended);
              if (end !== 'never') killed();
            }
          }
          await take();
        }
        const wrote = turns.filter(({ kill: end, tool }) => tool === 'Write' && !end.includes('before the ')).length;
        assert.equal(told.length, wrote);
      }),
      { numRuns: 200 },
    );
  });
});
