// What the records of results say of the CLI's schedule, as the real CLI has written them.
import assert from 'node:assert/strict';
import type { ClaudeEvent } from '../../../../src/chat/events.js';
import type { Scheduling } from '../../../../src/chat/scheduling.js';
import { createLineReader } from '../../../../src/claude/stream/lineReader.js';
import { schedulingIn } from '../../../../src/claude/stream/scheduled.js';
import { readRecording, replay } from '../../../support/replay.js';

function eventsIn(name: string): readonly ClaudeEvent[] {
  const events: ClaudeEvent[] = [];
  const read = createLineReader({ emit: event => events.push(event), trace: () => undefined, warn: text => assert.fail(text) });
  for (const { dir, line } of readRecording(name).lines) if (dir === 'out') read(line);
  return events;
}

function saidIn(name: string): readonly Scheduling[] {
  return eventsIn(name).flatMap(event => (event.type === 'toolFinished' && event.scheduling !== undefined ? [event.scheduling] : []));
}

/** Without what is another one in each recording. */
const formOf = (said: Scheduling): unknown =>
  said.type === 'deleted'
    ? said.ids.length
    : { ...said, id: said.id === 'wakeup' ? 'wakeup' : 'job', ...(said.at !== undefined && { at: said.at > 1_700_000_000_000 }) };

describe('what a call has scheduled', () => {
  it('is told by the newest CLI with its time: jobs, the end of one, a wake-up and its end', () => {
    const said = saidIn('scheduledJobs');
    assert.deepEqual(said.map(formOf), [
      { type: 'begun', id: 'job', at: true, repeats: true, comesBack: true, announced: true },
      { type: 'begun', id: 'job', at: true, comesBack: true, announced: true },
      1,
      { type: 'begun', id: 'wakeup', at: true, announced: true },
      1,
    ]);
    const [repeated, , deleted, , over] = said;
    assert.deepEqual(deleted, { type: 'deleted', ids: [repeated?.type === 'begun' && repeated.id] });
    assert.deepEqual(over, { type: 'deleted', ids: ['wakeup'] });
  });

  it('is told by 2.1.100 without a time, and does not come back there', () => {
    assert.deepEqual(saidIn('scheduledJobs.middle').map(formOf), [
      { type: 'begun', id: 'job', repeats: true },
      { type: 'begun', id: 'job' },
      1,
    ]);
  });

  it('comes back in the next process on the newest CLI alone', () => {
    const listed = (name: string): boolean => readRecording(name).lines.some(({ line }) => line.includes(': JOB_RUNS in the night'));
    assert.deepEqual([listed('resumedJobs'), listed('resumedJobs.middle')], [true, false]);
  });

  it('is announced by the newest CLI when its turn begins, and so is no turn of a prompt', () => {
    const events = ['scheduledJobs', 'queuedMessages', 'scheduledJobs.middle'].map(name => eventsIn(name).map(({ type }) => type));
    assert.deepEqual(
      events.map(types => types.filter(type => type === 'jobBegan').length),
      [1, 0, 0],
    );
    const [types = []] = events;
    assert.equal(types[types.indexOf('jobBegan') + 1], 'initReceived');
  });

  it('has a turn of its own, which shows, and is named behind the end of the process where it is left', () => {
    const items = ['scheduledJobs', 'scheduledJobs.middle'].map(name => replay(readRecording(name)).state.items);
    for (const shown of items) assert.ok(shown.some(item => item.kind === 'text' && item.text === 'I have looked, and nothing is new.'));
    assert.deepEqual(
      items[0]?.flatMap(item => (item.kind === 'problem' && item.problem.code === 'scheduleEnded' ? [item.problem.detail] : [])),
      ['JOB_RUNS in the night'],
    );
  });

  it('is nothing where the record has another form, and a durable job comes back also on 2.1.100', () => {
    for (const result of [undefined, 'Scheduled', null, { id: 3, humanSchedule: 'x' }, { scheduledFor: 'soon' }, ['id']])
      assert.deepEqual(schedulingIn('2.1.329', result), {});
    assert.deepEqual(schedulingIn('2.1.329', { id: 'a', endedLoopWakeup: true }), { scheduling: { type: 'deleted', ids: ['wakeup'] } });
    assert.deepEqual(schedulingIn('2.1.100', { id: 'a', humanSchedule: 'x', recurring: true, durable: true }), {
      scheduling: { type: 'begun', id: 'a', repeats: true, comesBack: true },
    });
  });
});
