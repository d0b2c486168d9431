// The words of what runs in a chat.
import { numberText, t } from '../../l10n.js';
import { strings } from '../../strings.js';

export const runningStrings = {
  /** All that runs. */
  running: {
    list: t('Running'),
    one: (title: string) => t('Running: {0}', title),
    count: (tasks: number) => t('{0} running', numberText(tasks)),
    kinds: {
      command: (background: boolean) => (background ? t('Command in the background') : t('Claude waits for this command')),
      agent: (background: boolean) => (background ? t('Subagent in the background') : t('Claude waits for this subagent')),
      other: (background: boolean) => (background ? t('In the background') : t('Claude waits for this')),
    },
    /** An act on what is called `title`. */
    of: (act: string, title: string) => t('{0}: {1}', act, title),
    show: t('Show output'),
    hide: t('Hide output'),
    background: t('To the background'),
    stop: strings.composer.stop,
    stopAll: t('Stop all'),
    stoppingAll: t('Stopping all that runs'),
    stopping: (title: string) => t('Stopping: {0}', title),
    output: (title: string) => t('Output: {0}', title),
    reading: t('Reading…'),
    nothingYet: t('No output yet'),
    noOutput: t('Claude has no output of this.'),
    elapsed: (minutes: number, seconds: number) => `${numberText(minutes)}:${seconds < 10 ? numberText(0) : ''}${numberText(seconds)}`,
  },
  /** What Claude has scheduled. */
  scheduled: {
    list: t('Scheduled by Claude'),
    /** `at`: empty where the time is not known. */
    one: (name: string, at: string) => (at === '' ? t('Scheduled: {0}', name) : t('Scheduled: {0} · {1}', name, at)),
    count: (jobs: number) => t('{0} scheduled', numberText(jobs)),
  },
  /** What a subagent says and does. */
  subagent: {
    over: (steps: number) => (steps === 1 ? t('Subagent: 1 step') : t('Subagent: {0} steps', numberText(steps))),
    failed: (call: string) => t('Failed: {0}', call),
    left: (steps: number) => t('{0} earlier steps are in Claude’s transcript.', numberText(steps)),
    reading: t('Reading…'),
  },
  /** Claude's to-do list. */
  todos: {
    list: t('To-do list'),
    /** `now`: what Claude works on; empty where nothing is marked. */
    line: (done: number, all: number, now: string) =>
      now === ''
        ? t('To do: {0} of {1} done', numberText(done), numberText(all))
        : t('{0} of {1} done: {2}', numberText(done), numberText(all), now),
    states: { open: t('To do:'), now: t('Now:'), done: t('Done:') },
  },
  /** The words after Stop, where the turn does not end at once. */
  stop: {
    waits: t('Claude has been told to stop, and has not stopped yet. After 5 seconds its process is ended.'),
    waitsForYou: t('Claude has been told to stop. A subagent waits for your answer, so its process is not ended by itself.'),
    endNow: t('End Claude’s process now'),
  },
};
