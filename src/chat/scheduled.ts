// What Claude has scheduled: prompts that the CLI gives Claude later, in turns that it begins by itself, as long as its process runs. Owns when a job is
// over. Pure.
import { namedLines, nameOf } from './backgroundCut.js';
import { append, find } from './items.js';
import type { ScheduledJob, Scheduling } from './scheduling.js';
import type { ChatItem, ChatState } from './state.js';

/** The CLI deletes a job that repeats after seven days (2.1.100, 2.1.329). */
const longestRepeat = 7 * 86_400_000;

export function withScheduling(state: ChatState, toolUseId: string, scheduling: Scheduling, now: number): ChatState {
  const { scheduled = [] } = state;
  if (scheduling.type === 'deleted') {
    const left = scheduled.filter(({ id }) => !scheduling.ids.includes(id));
    return left.length === scheduled.length ? state : withJobs(state, left);
  }
  const { type: _, at = 0, ...job } = scheduling;
  const call = find(state, toolUseId, 'tool');
  const until = job.repeats === true ? now + longestRepeat : at;
  const begun = { ...job, call: toolUseId, name: call === undefined ? '' : nameOf(call), until };
  return withJobs(state, [...scheduled.filter(({ id }) => id !== job.id), begun]);
}

/**
 * A turn begins. `state`: from before it. The first of a process shows that what comes back is there, but for what was to run meanwhile, which the CLI
 * has dropped. One that the CLI begins by itself is that of the job that was due first, where the CLI does not announce it.
 */
export function withTurnOfJob(state: ChatState, now: number): ChatState {
  if (state.process === 'starting') {
    const { scheduledBefore: back = [], ...rest } = state;
    return back.length === 0 ? state : withJobs(rest, [...(state.scheduled ?? []), ...back.filter(({ until }) => until > now)]);
  }
  const { scheduled = [] } = state;
  if (state.turn !== 'idle') return state;
  // Where a job repeats the turn may be that one's, which keeps the process anyway.
  const repeats = scheduled.some(job => job.repeats === true);
  const isDue = ({ until }: ScheduledJob): boolean => (until === 0 ? !repeats : until <= now);
  return withoutFirst(state, job => job.announced !== true && isDue(job));
}

/** The CLI announces the turn of a job. Those that are due at the same moment have one turn, and each is announced. */
export function jobBegan(state: ChatState, now: number): ChatState {
  return withoutFirst(state, ({ until }) => until <= now);
}

function withoutFirst(state: ChatState, isDue: (job: ScheduledJob) => boolean): ChatState {
  const { scheduled = [] } = state;
  const [due] = scheduled.filter(isDue).sort((one, other) => one.until - other.until);
  const left = scheduled.filter(job => job !== due);
  return due === undefined ? state : withJobs(state, left);
}

/** The process has ended, and a row names what it does not run any more. */
export function withScheduleEnded(state: ChatState): ChatState {
  const { scheduled = [], scheduledBefore = [] } = state;
  if (scheduled.length === 0) return state;
  const back = [...scheduledBefore, ...scheduled.filter(({ comesBack }) => comesBack === true)];
  const detail = namedLines(scheduled.map(({ name }) => name));
  const told = append(withJobs(state, []), { kind: 'problem', id: `i${state.counter}`, problem: { code: 'scheduleEnded', detail } });
  return { ...told, ...(back.length > 0 && { scheduledBefore: back }) };
}

/**
 * What the next process has again where it goes on in a copy of the session that ends with `items`: the jobs whose calls are in that copy (2.1.329). A call that has
 * left the window stands in front.
 */
export function jobsOfCopy(
  { scheduled = [], scheduledBefore = [], items: all }: ChatState,
  items: readonly ChatItem[],
): readonly ScheduledJob[] {
  const isCutAway = (call: string): boolean => all.some(({ id }) => id === call) && !items.some(({ id }) => id === call);
  return [...scheduledBefore, ...scheduled].filter(({ comesBack, call }) => comesBack === true && !isCutAway(call));
}

function withJobs({ scheduled: _, ...state }: ChatState, jobs: readonly ScheduledJob[]): ChatState {
  return jobs.length === 0 ? state : { ...state, scheduled: jobs };
}
