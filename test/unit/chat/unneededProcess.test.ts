// A session that nobody looks at keeps its CLI process only while that process works.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { ChatState } from '../../../src/chat/state.js';
import { initialState, isRefusedByEnd } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { Peer, settled } from '../../support/peer.js';
import { asked, permissionFor } from '../../support/chat.js';

const unneeded: ChatEvent = { type: 'processUnneeded' };
const turnEnded: ChatEvent = { type: 'turnEnded', outcome: 'success' };
/** Which 2.1.100 tells too; the number of tasks it does not. */
const behind = (...toolUseIds: readonly string[]): ChatEvent => ({ type: 'callsInBackground', toolUseIds });
const tasks = (count: number): ChatEvent => ({ type: 'backgroundTasksChanged', count, subagents: 0 });

function after(...events: readonly ChatEvent[]): ChatState {
  const begun: readonly ChatEvent[] = [
    { type: 'promptSubmitted', uuid: 'hello', text: 'hello' },
    { type: 'processStarted' },
    { type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329' },
    { type: 'writeAcknowledged', writeId: 'w0' },
  ];
  return [...begun, ...events].reduce((state, event, now) => step(state, event, now).state, initialState('auto'));
}

describe('the CLI process of a session that nobody looks at', () => {
  it('is ended when its turn is over and no background task runs', () => {
    const { state, effects } = step(after(turnEnded), unneeded, 9);
    assert.deepEqual([state.process, effects], ['ending', [{ type: 'stopClaude' }]]);
  });

  it('is kept while a background task runs, because the end of the process would end the task', () => {
    const idle = after(tasks(1), turnEnded);
    assert.deepEqual(step(idle, unneeded, 9), { state: idle, effects: [] });
  });

  it('is kept by a call in the background too, of which 2.1.100 tells no number, and ended once that is over', () => {
    const idle = after(behind('t'), turnEnded);
    assert.deepEqual(step(idle, unneeded, 9), { state: idle, effects: [] });
    assert.deepEqual(step(after(behind('t'), turnEnded, behind()), unneeded, 9).effects, [{ type: 'stopClaude' }]);
  });

  it('is ended once the last background task has ended', () => {
    assert.deepEqual(step(after(tasks(2), turnEnded, tasks(0)), unneeded, 9).effects, [{ type: 'stopClaude' }]);
  });

  it('is kept while a turn runs', () => {
    const running = after();
    assert.deepEqual(step(running, unneeded, 9), { state: running, effects: [] });
  });

  it('is not ended a second time while it is ending', () => {
    const ending = step(after(turnEnded), unneeded, 9).state;
    assert.deepEqual(step(ending, unneeded, 10), { state: ending, effects: [] });
  });
});

// At the end of their input all versions refuse what is asked, tell Claude so and let it go on, though the person has said nothing.
describe('the end of a process', () => {
  const parked: readonly ChatEvent[] = [asked('t'), { type: 'parkRequested' }];
  const deferred: ChatEvent = { type: 'turnEnded', outcome: 'deferred' };
  const cases: readonly (readonly [what: string, at: string, events: readonly ChatEvent[], atOnce: boolean])[] = [
    ['a permission is asked', 'at once', [permissionFor('b')], true],
    ['a permission waits behind a question', 'at once', [asked('t'), permissionFor('b')], true],
    ['a question is asked', 'at once', [asked('t')], true],
    ['a question is parked and a subagent works', 'at once', [tasks(1), ...parked, deferred], true],
    ['a question is parked', 'with its input', [...parked, deferred], false],
    ['Claude works', 'with its input', [tasks(1)], false],
    ['an answer is on its way', 'with its input', [asked('t'), { type: 'questionDismissed', toolUseId: 't' }], false],
  ];
  for (const [what, at, events, atOnce] of cases)
    it(`comes ${at} where ${what}`, () => assert.equal(isRefusedByEnd(after(...events)), atOnce));

  it('refuses nothing in the place of the person where the chat is closed', async () => {
    const ends: number[] = [];
    for (const event of [permissionFor('b'), undefined]) {
      const peer = new Peer();
      peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'hello' });
      await settled();
      if (event !== undefined) peer.loop.dispatch(event);
      await peer.loop.dispose();
      assert.equal(peer.stopped, 1);
      ends.push(peer.stoppedAtOnce);
    }
    assert.deepEqual(ends, [1, 0]);
  });
});
