// What Claude has scheduled: it keeps the process of its chat, a turn of the CLI's own ends what is due, and a row names what its process has taken along.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../src/chat/events.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { Scheduling } from '../../../src/chat/scheduling.js';
import type { ChatState } from '../../../src/chat/state.js';
import { isRefusedByEnd } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { viewStatus } from '../../../src/chat/view.js';
import { after, asked, effectsOf, ended, exited, named, prompt, working } from '../../support/chat.js';

const unneeded: ChatEvent = { type: 'processUnneeded' };
const crash: ChatEvent = { type: 'processExited', requestedByUs: false, code: null, signal: 'SIGKILL', stderr: '' };

/** The call and its result. */
function scheduling(toolUseId: string, what: Scheduling): readonly ChatEvent[] {
  return [
    { type: 'toolStarted', toolUseId, name: 'CronCreate', summary: `look at ${toolUseId}` },
    { type: 'toolFinished', toolUseId, isError: false, text: 'Scheduled', scheduling: what },
  ];
}
/** At this time on the clock of the events, which counts them. */
const once = (id: string, at = 1_000): readonly ChatEvent[] => scheduling(id, { type: 'begun', id, at, comesBack: true });
const repeated = (id: string): readonly ChatEvent[] => scheduling(id, { type: 'begun', id, repeats: true, comesBack: true });
const wakeUp = (call: string, at = 1_000): readonly ChatEvent[] => scheduling(call, { type: 'begun', id: 'wakeup', at });
const deleted = (...ids: readonly string[]): ChatEvent => ({
  type: 'toolFinished',
  toolUseId: 'd',
  isError: false,
  text: '',
  scheduling: { type: 'deleted', ids },
});

/** A turn that the CLI begins by itself. */
const ownTurn = (state: ChatState, now: number): ChatState =>
  [named, ended].reduce((before, event) => step(before, event, now).state, state);
const namesOf = ({ scheduled = [] }: ChatState): readonly string[] => scheduled.map(({ name }) => name);
const told = ({ items }: ChatState): readonly string[] =>
  items.flatMap(item => (item.kind === 'problem' && item.problem.code === 'scheduleEnded' ? [item.problem.detail] : []));
const isKept = (state: ChatState): boolean => effectsOf(state, unneeded).length === 0;
const restored = (state: ChatState): ChatState => restoredState(state, 'auto', 9);
/** The next process of the chat has begun its first turn at this time. */
const resumed = (state: ChatState, now = 20): ChatState =>
  [prompt('u9'), { type: 'processStarted' } as const, named, ended].reduce((before, event) => step(before, event, now).state, state);

describe('what Claude has scheduled', () => {
  it('keeps the process that nobody looks at, until it is deleted', () => {
    for (const job of [once('a'), repeated('a'), wakeUp('a')]) assert.ok(isKept(after(working, ...job, ended)));
    assert.ok(!isKept(after(working, ...repeated('a'), deleted('a'), ended)));
    assert.ok(!isKept(after(working, ...wakeUp('a'), deleted('wakeup'), ended)));
  });

  it('is over with the turn of its own: each turn is that of one job, and no turn of the person’s is', () => {
    const idle = after(working, ...once('a', 50), ...once('b', 40), ended);
    assert.deepEqual(namesOf(ownTurn(idle, 30)), ['look at a', 'look at b']);
    assert.deepEqual(namesOf(ownTurn(idle, 60)), ['look at a']);
    assert.ok(!isKept(ownTurn(ownTurn(idle, 60), 61)));
    const persons = [prompt('u2'), named, ended].reduce((before, event) => step(before, event, 60).state, idle);
    assert.deepEqual(namesOf(persons), ['look at a', 'look at b']);
  });

  it('is over with the next turn of its own where the CLI does not say when it runs (2.1.100)', () => {
    const idle = after(working, ...scheduling('a', { type: 'begun', id: 'a' }), ended);
    assert.ok(isKept(idle));
    assert.ok(!isKept(ownTurn(idle, 30)));
    const beside = after(idle, ...repeated('b'));
    assert.deepEqual(namesOf(ownTurn(beside, 30)), ['look at a', 'look at b'], 'the turn may be that of the other job');
  });

  it('is over with what the CLI says of its turn, where it says that: no other turn of its own ends a job, and one turn may be that of two', () => {
    const announced = (id: string, at: number): readonly ChatEvent[] => scheduling(id, { type: 'begun', id, at, announced: true });
    const idle = after(working, ...announced('a', 50), ...announced('b', 50), ...announced('c', 90), ended);
    assert.deepEqual(namesOf(ownTurn(idle, 60)), ['look at a', 'look at b', 'look at c']);
    const began = (state: ChatState): ChatState => step(state, { type: 'jobBegan' }, 60).state;
    assert.deepEqual(namesOf(ownTurn(began(idle), 60)), ['look at b', 'look at c']);
    assert.deepEqual(namesOf(ownTurn(began(began(idle)), 60)), ['look at c']);
    assert.deepEqual(namesOf(began(began(began(idle)))), ['look at c'], 'one that repeats, or is none of these');
  });

  it('goes on where it repeats, for the seven days that the CLI gives it', () => {
    const idle = after(working, ...repeated('a'), ended);
    assert.ok(isKept(ownTurn(ownTurn(idle, 60), 61)));
    assert.ok(!isKept(ownTurn(idle, 8 * 86_400_000)));
  });

  it('is one wake-up at a time', () => {
    assert.deepEqual(namesOf(after(working, ...wakeUp('a'), ...wakeUp('b'))), ['look at b']);
  });

  it('changes nothing where what was deleted is no job', () => {
    const before = after(working, ...once('a'));
    assert.deepEqual(after(before, deleted('other')).scheduled, before.scheduled);
  });

  it('keeps a question from being parked by time, and is refused nothing by the end of the process', () => {
    const overdue: ChatEvent = { type: 'questionOverdue', toolUseId: 't', requestId: 'r-t', onTimeout: 'park' };
    const tells: ChatEvent = { type: 'backgroundTasksChanged', count: 0, subagents: 0 };
    const state = after(working, tells, asked('t'));
    assert.deepEqual(
      [effectsOf(state, overdue).length, effectsOf(after(working, tells, ...once('a'), asked('t')), overdue).length],
      [1, 0],
    );
    assert.equal(isRefusedByEnd(after(working, ...once('a'))), false);
  });

  it('keeps no process that must end: behind a refused log-in, one that has asked a parked question again, and one in whose place another mode needs the next', () => {
    const at = (state: ChatState): unknown => [state.process, namesOf(state)];
    const jobs = after(working, ...repeated('a'));
    const refused: ChatEvent = { type: 'problemSeen', problem: { code: 'notLoggedIn', detail: 'Please log in.' } };
    assert.deepEqual(at(after(jobs, refused, { type: 'turnEnded', outcome: 'error' })), ['ending', ['look at a']]);
    assert.deepEqual(at(after({ ...jobs, endsWithTurn: true }, ended)), ['ending', ['look at a']]);
    const bypass: ChatEvent = { type: 'steered', change: { mode: 'bypassPermissions' } };
    assert.deepEqual(at(after(jobs, bypass, ended, { ...unneeded, restarts: true })), ['ending', ['look at a']]);
    const tasks: ChatEvent = { type: 'backgroundTasksChanged', count: 1, subagents: 0 };
    assert.deepEqual(at(after(jobs, bypass, tasks, ended, { ...unneeded, restarts: true })), ['running', ['look at a']]);
  });

  it('is shown with its time, where that is known, as long as its process runs', () => {
    const state = after(working, ...once('a'), ...repeated('b'), ended);
    assert.deepEqual(viewStatus(state, undefined, undefined).scheduled, [
      { id: 'a', name: 'look at a', at: 1_000 },
      { id: 'b', name: 'look at b' },
    ]);
    assert.equal(viewStatus(after(state, crash), undefined, undefined).scheduled, undefined);
  });
});

describe('what was scheduled in a process that has ended', () => {
  const idle = after(working, ...once('a'), ...repeated('b'), ...wakeUp('c', 30), ended);
  const lines = 'look at a\nlook at b\nlook at c';

  it('is named once, however the process has ended: by itself, by Stop, in a turn, with its window', () => {
    const stopping = after(idle, prompt('u2'), { type: 'interruptRequested' }, { type: 'processEndRequested' });
    for (const over of [
      after(idle, crash),
      after(idle, exited),
      after(stopping, exited),
      after(idle, prompt('u2'), crash),
      restored(idle),
    ]) {
      assert.deepEqual(told(over), [lines]);
      assert.deepEqual(told(restored(restored(over))), [lines]);
    }
    assert.deepEqual(told(restored(after(idle, prompt('u2')))), [lines]);
    assert.deepEqual(told(after(idle, prompt('u2'), { type: 'folderRefused' }, exited)), [lines]);
    assert.equal(after(idle, crash).turnStart, after(idle, crash).items.length);
  });

  it('is named by its last five, and a sign for more', () => {
    const ids = ['1', '2', '3', '4', '5', '6'];
    const many = after(working, ...ids.flatMap(id => once(id)), ended, crash);
    assert.deepEqual(told(many), [[...ids.slice(1).map(id => `look at ${id}`), '…'].join('\n')]);
  });

  it('is not named where nothing is left of it', () => {
    assert.deepEqual(told(after(working, ...once('a'), deleted('a'), ended, crash)), []);
  });

  it('comes back with the next process, which keeps that, but for a wake-up and what was to run meanwhile', () => {
    for (const over of [after(idle, crash), restored(idle)]) {
      assert.deepEqual(namesOf(resumed(over)), ['look at a', 'look at b']);
      assert.ok(isKept(resumed(over)));
      assert.deepEqual(namesOf(resumed(over, 2_000)), ['look at b']);
      assert.deepEqual(told(after(resumed(over), crash)), [lines, 'look at a\nlook at b']);
    }
  });

  it('does not come back where the CLI does not know the session any more', () => {
    const anew = after(after(idle, crash), prompt('u2'), { type: 'sessionUnknown', sessionId: 's' }, exited);
    assert.deepEqual([anew.process, anew.scheduledBefore], ['starting', undefined]);
  });
});
