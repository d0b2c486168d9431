// States of a chat in which commands and subagents run.
import type { RunningNews, RunningTask } from '../../src/shared/running.js';
import type { HostMessage } from '../../src/shared/messages.js';

/** In the chat that the tests show. */
export const newsOf = (news: Extract<HostMessage, { type: 'chat' }>['news']): HostMessage => ({ type: 'chat', session: 's', news });

export const runningTask = (task: Partial<RunningTask> = {}): RunningTask => ({
  ...{ id: 't1', kind: 'command', title: 'Run all tests', now: '', background: false, since: Date.now() - 72_000 },
  ...task,
});

export const runningNews = (tasks: readonly RunningTask[], can: RunningNews['can'] = { read: true, background: true }): HostMessage =>
  newsOf({ type: 'running', tasks, can });

const tasks = [
  runningTask(),
  runningTask({ id: 't2', title: 'npm run watch -- --every-file --with-a-long-name packages/server/src/storage', background: true }),
  runningTask({ id: 't3', kind: 'agent', title: 'Look for the routes', now: 'Reading packages/server/src/routes.ts', background: true }),
  runningTask({ id: 't4', kind: 'other', title: 'בדיקה', background: true }),
];

const output = `${'ok 1 - the notes are kept\n'.repeat(30)}not ok 2 - ${'a-long-word-'.repeat(12)}\n`;

export const runningChats: readonly {
  readonly name: string;
  readonly news: readonly HostMessage[];
  readonly presses?: readonly string[];
  readonly replies?: readonly HostMessage[];
}[] = [
  { name: 'one command runs', news: [runningNews([runningTask()])] },
  { name: 'four tasks run', news: [runningNews(tasks)] },
  {
    ...{ name: 'running tasks unfolded', news: [runningNews(tasks)], presses: ['4 running', 'Show output: Run all tests'] },
    replies: [newsOf({ type: 'taskOutput', id: 't1', total: output.length, text: output })],
  },
];
