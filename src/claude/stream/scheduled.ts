// What the CLI's record of a call's result says of its schedule, by its form. Measured: `CronCreate` {id, humanSchedule, recurring, durable} (2.1.100; 2.1.329 also
// {nextFireAt}), `CronDelete` {id}, `ScheduleWakeup` {scheduledFor, stopped} (2.1.329). 2.0.77 schedules nothing.
import type { Scheduling } from '../../chat/scheduling.js';
import type { Loose } from '../../shared/loose.js';
import { isObject } from '../../shared/loose.js';
import { isAtLeast } from '../version.js';

/** Stands for the wake-up: the CLI has one at a time, whose id it does not say. */
const wakeUpId = 'wakeup';

/** The first version measured that announces the turn of a job, and that brings back the jobs of a session that it resumes. A durable job is in a file of the folder, which 2.1.100 reads too. */
const firstToAnnounce = '2.1.329';

/** `result`: of whatever form. `version`: empty where it is not known. Made to be spread into an event. */
export function schedulingIn(version: string, result: unknown): { readonly scheduling?: Scheduling } {
  if (!isObject(result)) return {};
  const isNew = version !== '' && isAtLeast(version, firstToAnnounce);
  const announced = isNew && { announced: true as const };
  const { id, humanSchedule, recurring, durable, nextFireAt, scheduledFor, stopped, endedLoopWakeup } = result;
  if (typeof scheduledFor === 'number') {
    const ended = stopped === true;
    return { scheduling: ended ? { type: 'deleted', ids: [wakeUpId] } : { type: 'begun', id: wakeUpId, at: scheduledFor, ...announced } };
  }
  if (typeof id !== 'string') return {};
  if (typeof humanSchedule !== 'string') return { scheduling: { type: 'deleted', ids: endedLoopWakeup === true ? [wakeUpId] : [id] } };
  return {
    scheduling: {
      type: 'begun',
      id,
      ...(typeof nextFireAt === 'number' && { at: nextFireAt }),
      ...(recurring === true && { repeats: true }),
      ...((durable === true || isNew) && { comesBack: true }),
      ...announced,
    },
  };
}

/** Whether the message says that the CLI begins the turn of a job by itself; it says the same of prompts, without a source. */
export function beginsJob(kind: string, { state, wakeup_source: source }: Loose): boolean {
  return kind === 'command_lifecycle' && state === 'started' && typeof source === 'string';
}
