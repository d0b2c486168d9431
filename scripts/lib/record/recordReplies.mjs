// The replies of Claude in the recorded streams.
import { join } from 'node:path';
import { text, toolUse } from '../api/apiStream.mjs';

/** @typedef {import('../api/scriptedApi.mjs').Replies} Replies */

const database = {
  question: 'Which database should we use?',
  header: 'Database',
  multiSelect: false,
  options: [
    { label: 'PostgreSQL (Recommended)', description: 'Relational, with JSON where you need it' },
    { label: 'SQLite', description: 'One file, no server' },
    { label: 'MongoDB', description: 'Documents' },
  ],
};
const features = {
  question: 'Which features go into the first release?',
  header: 'Features',
  multiSelect: true,
  options: [
    { label: 'Login', description: 'Sessions in a cookie' },
    { label: 'Search, filters', description: 'A label with a comma' },
    { label: 'Say "hello"', description: 'A label with quotation marks' },
  ],
};
const names = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'];
const fiveQuestions = names.map(name => ({ ...database, question: `${database.question} (${name})`, header: name }));

/** @param {...object} questions */
const ask = (...questions) => toolUse('AskUserQuestion', { questions });
/** @param {string} command @param {string} description */
const bash = (command, description) => toolUse('Bash', { command, description });

/** A command that writes a line each half second. @param {string} word @param {number} times */
const inTurns = (word, times) => ({
  command: `for n in $(seq ${times}); do echo ${word} $n; sleep 0.5; done`,
  description: `Count: ${word}`,
});

const richText = `## What I found

The server has **three routes**, and only one of them checks who is asking.

| Route | Method | Checked |
| --- | --- | --- |
| \`/notes\` | GET | yes |
| \`/notes\` | POST | no |

1. Move the check into one place.
2. Write a test for each route. 🚀

\`\`\`ts
app.use(requireUser);
\`\`\`
`;

/**
 * @param {string} cwd
 * @returns {Replies}
 */
export function recordReplies(cwd) {
  return {
    RUN_BEHIND: [() => [toolUse('Bash', { ...inTurns('behind', 60), run_in_background: true })], () => [text('It runs.')]],
    RUN_SHORT: [() => [toolUse('Bash', inTurns('short', 10))], () => [text('It has ended.')]],
    RUN_LONG: [() => [toolUse('Bash', inTurns('long', 16))], () => [text('It goes on.')]],
    RUN_AGENT: [
      () => [toolUse('Task', { description: 'Read the notes', prompt: 'WORK_OF_AGENT', subagent_type: 'general-purpose' })],
      () => [text('The subagent works.')],
    ],
    JOB_RUNS: [() => [text('I have looked, and nothing is new.')]],
    SCHEDULE_JOBS: [
      () => [
        toolUse('CronCreate', { cron: '* * * * *', prompt: 'JOB_RUNS each minute' }),
        toolUse('CronCreate', { cron: '30 3 * * *', prompt: 'JOB_RUNS in the night', recurring: false }),
      ],
      () => [text('It is scheduled.')],
    ],
    DELETE_JOB: [
      ({ body }) => [toolUse('CronDelete', { id: /recurring job (\w+)/.exec(JSON.stringify(body.messages))?.[1] ?? 'none' })],
      () => [text('It is deleted.')],
    ],
    WAKE_UP: [
      () => [toolUse('ScheduleWakeup', { delaySeconds: 300, reason: 'Looking at the build', prompt: 'JOB_RUNS later', noop: false })],
      () => [text('I look again later.')],
    ],
    SLEEP_ON: [() => [toolUse('ScheduleWakeup', { stop: true })], () => [text('I do not look again.')]],
    LIST_JOBS: [() => [toolUse('CronList', {})], () => [text('That is all.')]],
    WORK_OF_AGENT: [
      () => [text('I read the file.'), toolUse('Read', { file_path: join(cwd, 'README.md') })],
      () => [text('It is about notes.')],
    ],
    ASK_ONE: () => [text('Before I create the schema, one thing is yours to decide.'), ask(database)],
    ASK_BOTH: () => [ask(database, features)],
    ASK_OWN_TOOL: () => [toolUse('mcp__parley__ask_user', { question: 'Which port?' })],
    ASK_OWN_FAULTY: () => [toolUse('mcp__parley__ask_user', { question: '' })],
    ASK_TWICE_AND_BASH: () => [ask(database), ask(features), bash('touch was-here.txt', 'Create a file')],
    ASK_WITH_ONE_OPTION: () => [ask({ ...database, options: database.options.slice(0, 1) })],
    ASK_FIVE: () => [ask(...fiveQuestions)],
    ASK_THE_SAME_TWICE: () => [ask(database, database)],
    WRITE_RICH_TEXT: { blocks: [text(richText)], chunk: 24 },
    // An older CLI puts what comes behind an interrupted prompt into the same message.
    WAIT_FOR_MORE: ({ body }) =>
      /Second|Third|Fifth/.test(JSON.stringify(body.messages?.at(-1)))
        ? [text('I have read it.')]
        : { blocks: [text('One route checks. '.repeat(20))], hold: new Promise(() => {}) },
    STOP_HALF_WAY: { blocks: [text('One route checks who is asking. '.repeat(20))], hold: new Promise(() => {}) },
    THINK_ALOUD: () => [
      { type: 'thinking', thinking: 'The person wants to know whether the routes are checked.' },
      text('One of them is.'),
    ],
    READ_A_FILE: () => [text('Let me look.'), toolUse('Read', { file_path: join(cwd, 'README.md') })],
    READ_NOTHING: [() => [toolUse('Read', { file_path: join(cwd, 'missing.md') })], () => [text('There is no such file.')]],
    RUN_A_COMMAND: () => [text('I need to create a file.'), bash('touch was-here.txt', 'Create a file')],
    WRITE_A_FILE: () => [toolUse('Write', { file_path: join(cwd, 'notes.md'), content: '# Notes\n\n- first\n' })],
    MAKE_A_PLAN: [
      ({ body }) => [toolUse('Write', { file_path: planFile(body), content: '## Plan\n\n1. Read the routes\n2. Add a check\n' })],
      () => [toolUse('ExitPlanMode', {})],
      () => [text('Then I begin.')],
    ],
    SEND_AN_AGENT: [
      ({ body }) => {
        const name = body.tools?.some(tool => tool.name === 'Agent') ? 'Agent' : 'Task';
        return [
          toolUse(name, { description: 'Look at the routes', prompt: 'AGENT_PART: list the files', subagent_type: 'general-purpose' }),
        ];
      },
    ],
    AGENT_PART: [() => [bash('ls', 'List files')], () => [text('There is one file.')]],
    NEARLY_LIMITED: {
      blocks: [text('There is a little left.')],
      headers: {
        'anthropic-ratelimit-unified-status': 'allowed_warning',
        'anthropic-ratelimit-unified-reset': '1900000000',
        'anthropic-ratelimit-unified-representative-claim': 'five_hour',
        'anthropic-ratelimit-unified-5h-utilization': '0.93',
        'anthropic-ratelimit-unified-5h-reset': '1900000000',
        'anthropic-ratelimit-unified-5h-surpassed-threshold': '0.9',
        'anthropic-ratelimit-unified-fallback-percentage': '0.5',
      },
    },
    LIMITED: {
      error: {
        status: 429,
        type: 'rate_limit_error',
        message: "This request would exceed your account's rate limit. Please try again later.",
      },
      headers: { 'x-should-retry': 'false' },
    },
    REFUSED: { error: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' }, headers: { 'x-should-retry': 'false' } },
    OVERLOADED_TWICE: ({ attempt }) =>
      attempt < 2 ? { error: { status: 529, type: 'overloaded_error', message: 'Overloaded' } } : { blocks: [text('Here I am again.')] },
    ALWAYS_BROKEN: { error: { status: 500, type: 'api_error', message: 'Internal server error' } },
    BREAK_OFF: ({ attempt }) => ({
      blocks: [text('I look at all of the files first, one by one, and then I say what I found.')],
      ...(attempt === 0 && { breaks: 'overloaded' }),
    }),
  };
}

/** The one file that may be written in plan mode, which the CLI names. @param {object} body */
function planFile(body) {
  return /[^\s"'`]+\/plans\/[\w-]+\.md/.exec(JSON.stringify(body))?.[0] ?? 'plan.md';
}
