// The permission of a subagent: it outlives the turn of the main conversation, and ends by a cancellation, a result or the end of the process.
import assert from 'node:assert/strict';
import type { SessionEvent } from '../../src/session/events.js';
import { openPermissions } from '../../src/session/state.js';
import { viewStatus } from '../../src/session/view.js';
import { after, asked, doneBy, ended, exited, permissionFor, prompt, statesOf, working } from '../support/session.js';

const agents = (toolUseId: string): SessionEvent => ({ ...permissionFor(toolUseId), agentId: 'a' });
const subagents = (count: number): SessionEvent => ({ type: 'backgroundTasksChanged', count, subagents: count });
const stopped: SessionEvent = { type: 'turnEnded', outcome: 'interrupted' };
const allow: SessionEvent = { type: 'permissionDecided', requestId: 'p-b', decision: 'allow' };
const result: SessionEvent = { type: 'toolFinished', toolUseId: 'b', isError: false, text: '' };
const waits = after(working, subagents(1), agents('b'), ended);

describe('the permission of a subagent', () => {
  it('is asked after the turn, and its decision is written', () => {
    assert.deepEqual(statesOf(waits), ['prompt sent', 'permission asked']);
    assert.deepEqual(doneBy(waits, allow), ['allowTool']);
  });

  for (const [title, ...events] of [
    ['a later turn', prompt('u2'), { type: 'promptConfirmed', uuid: 'u2' }, ended],
    ['Stop', prompt('u2'), { type: 'interruptRequested' }, stopped],
  ] as const)
    it(`is asked behind ${title}, and its decision is written`, () => {
      const later = after(waits, ...(events as readonly SessionEvent[]));
      assert.deepEqual(
        openPermissions(later).map(({ id }) => id),
        ['p-b'],
      );
      assert.deepEqual(doneBy(later, allow), ['allowTool']);
    });

  it('that waits behind a question comes when the question has ended with its turn', () => {
    const queued = after(working, asked('t'), agents('b'));
    assert.equal(queued.queued.length, 1);
    assert.deepEqual(
      openPermissions(after(queued, ended)).map(({ id }) => id),
      ['p-b'],
    );
    assert.deepEqual(openPermissions(after(queued, result, ended)), [], 'its call has ended meanwhile');
  });

  it('ends by its result, a cancellation and the end of the process', () => {
    for (const event of [result, { type: 'requestCancelled', requestId: 'p-b' }, exited] as const)
      assert.deepEqual(statesOf(after(waits, event)), ['prompt sent', 'permission withdrawn'], event.type);
  });

  it('keeps the process, which the subagent would end with', () => {
    for (const events of [[], [subagents(0)]] as const)
      assert.deepEqual(doneBy(waits, ...(events as readonly SessionEvent[]), { type: 'processUnneeded' }), []);
    assert.deepEqual(doneBy(waits, subagents(0), result, { type: 'processUnneeded' }), ['stopClaude']);
  });
});

describe('subagents that work on', () => {
  it('are told with the status until they have ended, also by the end of the process', () => {
    const told = (...events: readonly SessionEvent[]) => viewStatus(after(waits, ...events), undefined, undefined).subagents;
    assert.equal(told(), 1);
    assert.equal(told(subagents(0)), undefined);
    assert.equal(told(exited), undefined);
  });

  it('are said where the person stops the turn, and so is the end of the process', () => {
    const reasonOf = (count: number) =>
      after(working, subagents(count), { type: 'interruptRequested' }, stopped).items.flatMap(item =>
        item.kind === 'problem' ? [item.problem.reason] : [],
      );
    assert.deepEqual([reasonOf(1), reasonOf(0)], [['runsOn'], [undefined]]);
    const crashed: SessionEvent = { type: 'processExited', requestedByUs: false, code: 1, signal: null, stderr: '' };
    assert.deepEqual(statesOf(after(working, subagents(1), ended, crashed)), ['prompt sent', 'exit']);
  });
});
