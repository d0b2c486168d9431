// The person has chosen what only another process can do: the running one ends for it.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { ChatState } from '../../../src/chat/state.js';
import { after, asked, doneBy, ended, exited, prompt, working as begun } from '../../support/chat.js';

const working = after(begun, { type: 'promptConfirmed', uuid: 'u1' });
const later: ChatEvent = { type: 'promptSubmitted', uuid: 'u2', text: 'u2', way: 'after' };
const chosen: readonly ChatEvent[] = [
  { type: 'steered', change: { mode: 'bypassPermissions' } },
  { type: 'processUnneeded', restarts: true },
];
const processOf = ({ process, turn }: ChatState): readonly string[] => [process, turn];

describe('a process in whose place the person needs another one', () => {
  it('ends at once where nothing runs in it, and starts nothing', () => {
    const idle = after(working, ended, ...chosen);
    assert.deepEqual([processOf(idle), doneBy(idle, exited).includes('startClaude')], [['ending', 'idle'], false]);
  });

  it('ends with its turn, and the message that waits for that is written to the next one', () => {
    const waiting = after(working, later, ...chosen);
    assert.deepEqual([processOf(waiting), doneBy(waiting, ended).filter(done => done === 'prompt')], [['running', 'running'], []]);
    const over = after(waiting, ended);
    assert.equal(over.process, 'ending');
    const next = doneBy(over, exited).filter(done => done === 'startClaude' || done === 'prompt');
    assert.deepEqual([next, after(over, exited).restarts], [['startClaude', 'prompt'], undefined]);
  });

  it('ends once the subagents in it have, and the question in it is answered', () => {
    const agents = after(working, { type: 'backgroundTasksChanged', count: 1, subagents: 1 }, ...chosen, ended);
    assert.equal(agents.process, 'running');
    assert.equal(after(agents, { type: 'backgroundTasksChanged', count: 0, subagents: 0 }).process, 'ending');
    assert.equal(after(working, asked('t'), ...chosen).process, 'running');
  });

  it('is the next one where that begins in the same step', () => {
    const refused = after(working, prompt('u2'), ...chosen, { type: 'folderRefused' }, exited);
    assert.deepEqual([refused.process, refused.restarts], ['starting', undefined]);
  });

  it('goes on where the person has chosen a mode since that it can', () => {
    const back = after(working, ...chosen, { type: 'steered', change: { mode: 'default' } });
    assert.deepEqual([processOf(after(back, ended)), back.restarts], [['running', 'idle'], undefined]);
    const again = after(working, ended, ...chosen, exited, prompt('u3'));
    assert.deepEqual([again.process, again.restarts], ['starting', undefined]);
  });
});
