// States of a chat in which commands and subagents run.
import type { RunningNews, RunningTask } from '../../src/shared/contract/news.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import { newsOf } from './asideStates.js';
import { meterChats } from './meterStates.js';
import { pageTime } from './pageTime.js';
import { permissionItem } from './permissionItems.js';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import type { ChatStatus } from '../../src/shared/chatStatus.js';

export const runningTask = (task: Partial<RunningTask> = {}): RunningTask => ({
  id: 't1',
  kind: 'command',
  title: 'Run all tests',
  now: '',
  background: false,
  since: pageTime - 72_000,
  ...task,
});

export const runningNews = (tasks: readonly RunningTask[], can: RunningNews['can'] = { read: true, background: true }) =>
  newsOf({ type: 'running', tasks: [...tasks], can });

const tasks = [
  runningTask(),
  runningTask({ id: 't2', title: 'npm run watch -- --every-file --with-a-long-name packages/server/src/storage', background: true }),
  runningTask({ id: 't3', kind: 'agent', title: 'Look for the routes', now: 'Reading packages/server/src/routes.ts', background: true }),
  runningTask({ id: 't4', kind: 'other', title: 'בדיקה', background: true }),
];

const output = `${'ok 1 - the notes are kept\n'.repeat(30)}not ok 2 - ${'a-long-word-'.repeat(12)}\n`;

const agents = newsOf({
  type: 'agents',
  agents: [{ id: 'agent1', now: { type: 'tool', name: 'Read', text: 'packages/server/src/routes.ts' }, count: 43, isOver: false }],
});

const work = newsOf({
  type: 'agentWork',
  id: 'agent1',
  count: 43,
  entries: [
    { type: 'text', text: 'I look for the routes first, and then at what they check.' },
    { type: 'tool', name: 'Bash', text: 'npm test', failed: true },
    { type: 'tool', name: 'Read', text: 'packages/server/src/routes.ts' },
  ],
});

/** The call that has begun a subagent. */
export const agentCall: TranscriptItem = {
  kind: 'tool',
  id: 'agent1',
  name: 'Agent',
  summary: 'Look for the routes',
  state: 'running',
  result: '',
};

const ofAgent = runningTask({ id: 'a8b8', kind: 'agent', call: agentCall.id, title: 'Look for the routes', background: true });
const agentsPermission = permissionItem({ command: 'npm run check -- --every-file' }, { agentId: ofAgent.id, agentName: ofAgent.title });

const todos = newsOf({
  type: 'todos',
  todos: [
    { text: 'Read the schema', state: 'done' },
    { text: 'Move the check of the person into one place, for all routes of the server', state: 'now' },
    { text: 'בדיקה', state: 'open' },
  ],
});

const chats: readonly {
  readonly name: string;
  /** Absent for a usual conversation. */
  readonly said?: readonly TranscriptItem[];
  readonly status?: ChatStatus;
  readonly news: readonly HostMessage[];
  readonly presses?: readonly string[];
  readonly replies?: readonly HostMessage[];
}[] = [
  { name: 'one command runs', news: [runningNews([runningTask()])] },
  { name: 'four tasks run', news: [runningNews(tasks)] },
  {
    name: 'running tasks unfolded',
    news: [runningNews(tasks)],
    presses: ['4 running', 'Show output: Run all tests'],
    replies: [newsOf({ type: 'taskOutput', id: 't1', total: output.length, text: output })],
  },
  {
    name: 'the work of a subagent',
    said: [agentCall],
    news: [agents],
    replies: [work],
    presses: ['Reading packages/server/src/routes.ts'],
  },
  {
    name: 'a to-do list',
    news: [todos, runningNews([runningTask()])],
    presses: ['1 of 3 done: Move the check of the person into one place, for all routes of the server'],
  },
  {
    name: 'a subagent in the background that asks',
    said: [{ ...agentCall, state: 'done' }, agentsPermission],
    news: [runningNews([ofAgent])],
    status: { turn: 'idle', subagents: 1, waiting: true },
  },
  {
    name: 'what Claude has scheduled',
    news: [],
    status: {
      turn: 'idle',
      scheduled: [
        { id: 'j1', name: 'Look whether the build of the release branch is green, and say what broke it', at: pageTime + 3_600_000 },
        { id: 'j2', name: 'בדיקה' },
      ],
    },
    presses: ['2 scheduled'],
  },
  { name: 'a Stop that does not help', news: [], status: { turn: 'stopping' } },
  ...meterChats,
];

/** `show`: the conversation, by default a usual one whose turn runs. */
export const runningChats = (show: (said?: readonly TranscriptItem[], status?: ChatStatus) => HostMessage) =>
  chats.map(({ said, status, news, ...state }) => ({ ...state, hostMessages: [show(said, status), ...news] }));
