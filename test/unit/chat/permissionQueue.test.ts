// Permissions beside questions: one after the other, and each ends by what is said of it and by nothing else.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../src/chat/events.js';
import { after, asked, effectsOf, permissionFor, questionOf, statesOf, stepped, working } from '../../support/chat.js';

const cancelled = (requestId: string): ChatEvent => ({ type: 'requestCancelled', requestId });
const finished = (toolUseId: string): ChatEvent => ({ type: 'toolFinished', toolUseId, isError: false, text: 'out' });
const decide = (toolUseId: string, decision: 'allow' | 'deny'): ChatEvent => ({
  type: 'permissionDecided',
  requestId: `p-${toolUseId}`,
  decision,
});

describe('a permission that is asked while a question is open', () => {
  const waiting = after(working, asked('t'), permissionFor('b1'), permissionFor('b2'));

  it('is shown after the question, in the order in which they came', () => {
    assert.deepEqual(statesOf(waiting), ['prompt sent', 'question asked']);
    const shown = after(waiting, finished('t'));
    assert.deepEqual(statesOf(shown), ['prompt sent', 'question withdrawn', 'permission asked', 'permission asked']);
    assert.deepEqual([shown.items.slice(2).map(({ id }) => id), shown.queued], [['p-b1', 'p-b2'], []]);
  });

  it('waits for the last of several questions', () => {
    const two = after(working, asked('t'), asked('u'), permissionFor('b1'), finished('t'));
    assert.deepEqual([statesOf(two).at(-1), two.queued.length], ['question asked', 1]);
  });

  it('waits for no question that is only announced: the CLI asks that when the call before it has run', () => {
    const announced = after(working, { type: 'questionAnnounced', toolUseId: 't' }, permissionFor('b1'));
    assert.deepEqual(statesOf(announced), ['prompt sent', 'question announced', 'permission asked']);
    const both = after(announced, asked('t'), permissionFor('b2'));
    assert.deepEqual(statesOf(both), ['prompt sent', 'question asked', 'permission asked']);
    assert.deepEqual(
      both.queued.map(({ id }) => id),
      ['p-b2'],
    );
    assert.deepEqual(
      effectsOf(announced, decide('b1', 'allow')).map(({ type }) => type),
      ['writeToClaude'],
    );
  });

  it('is not shown once the CLI has withdrawn it, and the other is', () => {
    for (const [gone, left] of [
      ['p-b1', 'p-b2'],
      ['p-b2', 'p-b1'],
    ] as const) {
      const state = after(waiting, cancelled(gone));
      assert.deepEqual(
        state.queued.map(({ id }) => id),
        [left],
      );
      assert.equal(questionOf(state).phase, 'asked');
    }
  });
});

describe('a request that the CLI withdraws', () => {
  it('is that question, and no other', () => {
    const state = after(working, asked('t'), asked('u'), cancelled('r-u'));
    assert.deepEqual([questionOf(state, 't').phase, questionOf(state, 'u').phase], ['asked', 'withdrawn']);
  });

  it('is that permission, unless its decision is written: the CLI has not read one that is on its way', () => {
    assert.equal(statesOf(after(working, permissionFor('b'), cancelled('p-b'))).at(-1), 'permission withdrawn');
    const decided = after(working, permissionFor('b'), decide('b', 'allow'));
    assert.equal(statesOf(after(decided, cancelled('p-b'))).at(-1), 'permission withdrawn');
    const [writeId = ''] = decided.items.flatMap(item => (item.kind === 'permission' ? [item.writeId ?? ''] : []));
    assert.equal(statesOf(after(decided, { type: 'writeAcknowledged', writeId }, cancelled('p-b'))).at(-1), 'permission allowed');
  });

  it('is none of ours: nothing changes', () => {
    const state = after(working, asked('t'), permissionFor('b'));
    assert.equal(after(state, cancelled('unknown')), state);
  });
});

describe('a permission', () => {
  const shown = after(
    working,
    { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' },
    permissionFor('b'),
    permissionFor('c'),
  );

  it('is decided as the person says, under a write of its own', () => {
    const { state, effects } = stepped(shown, decide('b', 'deny'));
    assert.deepEqual(effects, [
      {
        type: 'writeToClaude',
        writeId: `w${shown.counter}`,
        message: { type: 'denyTool', requestId: 'p-b', message: 'The user did not allow this.' },
      },
    ]);
    assert.deepEqual(statesOf(state).slice(2), ['permission denied', 'permission asked']);
    assert.notEqual(effectsOf(state, decide('c', 'allow'))[0], undefined);
    assert.equal(state.counter, shown.counter + 1);
  });

  it('was not given where the pipe did not take it, and another’s failure says nothing', () => {
    const state = after(shown, decide('b', 'allow'), decide('c', 'allow'), { type: 'writeFailed', writeId: `w${shown.counter}` });
    assert.deepEqual(statesOf(state).slice(1), ['tool running', 'permission withdrawn', 'permission allowed']);
    assert.equal(after(shown, { type: 'writeFailed', writeId: 'other' }), shown);
  });

  it('is over with the result of its tool, and not with that of another', () => {
    assert.deepEqual(statesOf(after(shown, finished('b'))).slice(1), ['tool done', 'permission withdrawn', 'permission asked']);
    const done = after(shown, decide('b', 'allow'), finished('b'));
    assert.deepEqual(statesOf(done).slice(1), ['tool done', 'permission allowed', 'permission asked']);
    assert.deepEqual(done.items[1], { kind: 'tool', id: 'b', name: 'Bash', summary: 'ls', state: 'done', result: 'out' });
  });

  it('shows that the CLI has control requests, as does a request that is refused', () => {
    assert.equal(after(working, permissionFor('b')).sendsControlRequests, true);
    const { state, effects } = stepped(working, { type: 'requestUnsupported', requestId: 'r', reason: 'no' });
    assert.equal(state.sendsControlRequests, true);
    assert.deepEqual(effects, [
      { type: 'writeToClaude', writeId: `w${working.counter}`, message: { type: 'refuseRequest', requestId: 'r', reason: 'no' } },
    ]);
  });
});
