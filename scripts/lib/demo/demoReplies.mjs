// The replies of the demo's Claude. Each prompt shows one ability; the text after a question repeats the answer that Claude read.
import { text, toolUse } from '../api/apiStream.mjs';
import { readAnswers } from './demoAnswers.mjs';

/** @typedef {import('../api/scriptedApi.mjs').Call} Call */
/** @typedef {import('../api/scriptedApi.mjs').Replies} Replies */

/** Slow enough for a person to read along. */
export const demoPace = { chunk: 9, delayMs: 28 };

/** The demo's own prompts, beside those that an empty chat suggests. Each holds a key of `demoReplies`. */
export const demoSuggestions = [
  { title: 'One question', prompt: 'Ask me one question: which database should this project use?' },
  { title: 'Four at once', prompt: 'Plan the next release. Ask me four questions first.' },
  { title: 'In your own words', prompt: 'Help me find a name, and let me answer in my own words.' },
  { title: 'Every kind of question', prompt: 'Ask me about the launch, with every kind of question.' },
  { title: 'A permission', prompt: 'Run the tests and tell me what they say.' },
  { title: 'A new file', prompt: 'Write a changelog for the first release.' },
  { title: 'A tour', prompt: 'Give me a tour of this project.' },
];

const database = {
  question: 'Which database should Jotter use in production?',
  header: 'Database',
  multiSelect: false,
  options: [
    { label: 'PostgreSQL (Recommended)', description: 'Your schema runs as it is, and search over notes comes with it' },
    { label: 'SQLite', description: 'One file and no server; enough for one machine' },
    { label: 'MySQL', description: 'Fine too, if you already run one' },
  ],
};

const release = [
  {
    question: 'How should people sign in?',
    header: 'Sign-in',
    multiSelect: false,
    options: [
      { label: 'E-mail link (Recommended)', description: 'No passwords to keep; needs a mail service' },
      { label: 'Password', description: 'Works offline; we must store hashes and reset them' },
      { label: 'GitHub', description: 'One click, but only for people who have an account there' },
    ],
  },
  {
    question: 'Which features go into the next release?',
    header: 'Features',
    multiSelect: true,
    options: [
      { label: 'Search', description: 'Over titles and text' },
      { label: 'Tags, colours and pins', description: 'Three small things which share one table' },
      { label: 'Sharing', description: 'A note can be read by others through a link' },
      { label: 'Export', description: 'All notes as Markdown files in a zip' },
    ],
  },
  {
    question: 'What happens to a deleted note?',
    header: 'Deleting',
    multiSelect: false,
    options: [
      { label: 'Bin for 30 days', description: 'It can be brought back; a nightly job empties the bin' },
      { label: 'Gone at once', description: 'Simple, and final' },
    ],
  },
  {
    question: 'Which checks must pass before we ship?',
    header: 'Checks',
    multiSelect: true,
    options: [
      { label: 'Tests', description: 'npm test, as today' },
      { label: 'Types', description: 'A TypeScript check of src' },
      { label: 'Accessibility', description: 'Keyboard and screen reader, on every page' },
    ],
  },
];

const naming = {
  question: 'What should the app be called? The two below are only to warm up; your own idea is better.',
  header: 'Name',
  multiSelect: false,
  options: [
    { label: 'Jotter', description: 'What the folder is called today' },
    { label: 'Marginalia', description: 'Notes in the margin; longer to type' },
  ],
};

/** A box that stands for a server, and two with a line between them: PNG, 120 × 64 pixels. */
const oneServer =
  'iVBORw0KGgoAAAANSUhEUgAAAHgAAABAAgMAAACsI1uBAAAADFBMVEXz8/MzZsyZu+4zMzPhbYo7AAAAOklEQVR42mNgGAUDCPj/Q8EHrNJ8q6BgA1Zp3lAwqP9aMNSkCXiMptKjoTYaaqOhRmGoESi4RgGdAABhUsUbFuZmWgAAAABJRU5ErkJggg==';
const twoServers =
  'iVBORw0KGgoAAAANSUhEUgAAAHgAAABAAgMAAACsI1uBAAAADFBMVEXz8/MzZsyZu+4zMzPhbYo7AAAAQklEQVR42mNgGAUDAv7DAAYHDF6tgoDVGBwwuBoKAuH/wzE4g12agMdoKj3iQ83+////o6E2mtYoCTUCBdcooCsAAAibnaxF0sN4AAAAAElFTkSuQmCC';

/** @param {string} png in base64 */
const picture = png => `data:image/png;base64,${png}`;

/** Input of Parley's own tool, `ask_user`. */
const launch = {
  title: 'Before the launch',
  questions: [
    {
      question: 'Where does Jotter run?',
      header: 'Place',
      type: 'radio',
      required: true,
      default: 'One server',
      options: [
        { label: 'One server', description: 'Simple; away for a minute while it restarts', image: picture(oneServer) },
        { label: 'Two servers', description: 'One goes on while the other restarts', image: picture(twoServers) },
      ],
      allowOther: false,
    },
    {
      question: 'Which host names do the two have?',
      header: 'Hosts',
      type: 'text',
      context: 'Separate them by a comma.',
      validation: { pattern: { value: '^[a-z0-9.-]+, ?[a-z0-9.-]+$', message: 'Write two names, like a.example.com, b.example.com.' } },
      showIf: { question: 'Place', is: 'Two servers' },
    },
    {
      question: 'Which parts are open to everybody?',
      header: 'Open',
      type: 'checkbox',
      options: ['Reading', 'Writing', 'Search', 'Export'],
      validation: { minChoices: 1 },
    },
    {
      question: 'How many notes fit on a page?',
      header: 'Page',
      type: 'number',
      default: 20,
      validation: { min: 1, max: 100, integer: true },
    },
    { question: 'When is the launch?', header: 'Day', type: 'date', required: true },
    { question: 'What should the first page say?', header: 'Words', type: 'text', placeholder: 'A sentence or two' },
  ],
};

const tour = `# Jotter in two minutes

Jotter is a **small web app that keeps notes**. There is no framework and no build step: *one server, three routes, one schema*.

## What lies where

| File | Owns | Worth knowing |
| --- | --- | --- |
| \`src/server.ts\` | starting up, errors | finds a route by method and path |
| \`src/routes.ts\` | every route | keeps notes **in memory** for now |
| \`db/schema.sql\` | two tables | not connected yet |

## How a request travels

1. \`server.ts\` parses the address and looks the route up.
2. The route does its work and returns plain data.
3. \`server.ts\` writes it as JSON, or answers 500 and logs the error.

\`\`\`ts
export const routes: Route[] = [
  { method: 'GET', path: '/notes', handle: async () => notes },
  { method: 'GET', path: '/health', handle: async () => ({ ok: true }) },
];
\`\`\`

## What I would do next

- Connect \`db/schema.sql\`, so that notes survive a restart
- Check the body of \`POST /notes\`; today it trusts whatever comes
  - the title may be missing
  - the text may be huge
- Read about [strip types](https://nodejs.org/api/typescript.html) before adding a build step

> Nothing here is urgent. The first decision is the database; ask me to ask you **one question** about it.
`;

const changelog = `# Changelog

## [Unreleased]

### Adds

- Notes can be written and listed
- A health check for whoever watches the server
- A schema with people and their notes
`;

/** @type {Replies} */
const ownReplies = {
  'one question': [
    () => [
      text(
        'Your schema in `db/schema.sql` is plain SQL, so **most databases would run it as it is**. Before I connect it to `src/routes.ts`, one thing is yours to decide.',
      ),
      toolUse('AskUserQuestion', { questions: [database] }),
    ],
    call => [text(repeated(call, 'Next I would connect `src/routes.ts` to it and keep the three routes as they are.'))],
  ],
  'four questions': [
    () => [
      text(
        'I have read `README.md` and the three routes. The plan depends on **four decisions**; you can answer them in any order, and skip what you do not want to decide today.',
      ),
      toolUse('AskUserQuestion', { questions: release }),
    ],
    call => [text(repeated(call, 'I will write the plan around that, smallest step first.'))],
  ],
  'own words': [
    () => [
      text(
        'Names are a matter of taste, so I would rather hear yours. *Choose **Other** and type whatever you like*, as long as you like.',
      ),
      toolUse('AskUserQuestion', { questions: [naming] }),
    ],
    call => [text(repeated(call, 'I would change it in `package.json`, in `README.md` and in the greeting of `src/server.ts`.'))],
  ],
  'every kind': [
    () => [
      text('The launch needs **a few decisions of different kinds**. One question appears only if you need it.'),
      toolUse('mcp__parley__ask_user', launch),
    ],
    call => [text(repeated(call, 'I will write the plan for the launch around that.'))],
  ],
  'run the tests': [
    () => [
      text('I will run the tests. That is a command on your machine, so you are asked first.'),
      toolUse('Bash', { command: 'npm test', description: 'Run the tests' }),
    ],
    ({ toolResults }) => [
      text(toolResults[0]?.isError ? declined(toolResults[0].text, 'ran nothing') : testReport(toolResults[0]?.text ?? '')),
    ],
  ],
  changelog: [
    ({ body }) => [
      text('A changelog in the words of the people who use Jotter. I would like to write this file:'),
      toolUse('Write', { file_path: `${workingFolder(body)}CHANGELOG.md`, content: changelog }),
    ],
    ({ toolResults }) => [
      text(
        toolResults[0]?.isError
          ? declined(toolResults[0].text, 'wrote nothing')
          : 'Done: `CHANGELOG.md` has an *Unreleased* part with three entries. Move them under a version when you ship.',
      ),
    ],
  ],
  'a tour': [() => [text(tour)]],
};

/** What the suggestions of an empty chat get, by words that each of them holds. @type {Replies} */
const suggestedReplies = {
  'explain this project': replyTo('a tour'),
  'change first': replyTo('one question'),
  'release with me': replyTo('four questions'),
};

/** @type {Replies} */
export const demoReplies = { ...ownReplies, ...suggestedReplies };

/** Titles of chats, by words of their prompts. @type {Record<string, string>} */
const titles = {
  'one question': 'Database for Jotter',
  'change first': 'Database for Jotter',
  'next release': 'Next release',
  'own words': 'A name for the app',
  'every kind': 'Launch of Jotter',
  'run the tests': 'Test results',
  changelog: 'Changelog',
  'a tour': 'Tour of the project',
  'explain this project': 'Tour of the project',
};

/** @param {string} asked the text that asks for the title of a chat and holds its prompt */
export function demoTitle(asked) {
  const key = Object.keys(titles).find(words => asked.toLowerCase().includes(words));
  return key === undefined ? undefined : titles[key];
}

/** @param {string} key */
function replyTo(key) {
  const reply = ownReplies[key];
  if (reply === undefined) throw new Error(`The demo has no reply for “${key}”.`);
  return reply;
}

/** Any other prompt. @type {import('../api/scriptedApi.mjs').Step} */
export const demoOtherwise = () => [
  text(
    `This is a demo: I am a script on your own machine, not a model, and I know these prompts.\n\n${demoSuggestions
      .map(({ title, prompt }) => `- **${title}**: “${prompt}”`)
      .join('\n')}\n\nThe questions, the permissions and what I read of your answers are real.`,
  ),
];

/** @param {Call} call @param {string} next what follows once there is an answer */
function repeated({ toolResults }, next) {
  const [result] = toolResults;
  if (!result) return 'I have nothing to go on yet.';
  const read = readAnswers(result);
  switch (read.kind) {
    case 'refused':
      return `All right, that stays open. What I was told: “${read.text}”`;
    case 'responded':
      return `You would rather talk first. You wrote: “${read.text}”`;
    case 'unanswered':
      return 'You left that open, so I decide nothing for you.';
    case 'answered': {
      const lines = read.answers.map(({ question, answer, note }) => `- ${question} **${answer}**${note ? ` (your note: *${note}*)` : ''}`);
      return `Thank you. This is what I read:\n\n${lines.join('\n')}\n\n${next}`;
    }
  }
}

/** @param {string} output */
function testReport(output) {
  const passed = /(?:ℹ|#) pass (\d+)/.exec(output)?.[1];
  const failed = Number(/(?:ℹ|#) fail (\d+)/.exec(output)?.[1] ?? 0);
  if (passed === undefined) return `The command has run. It said:\n\n\`\`\`\n${output.slice(0, 600)}\n\`\`\``;
  return failed > 0
    ? `**${failed} failed**, ${passed} passed. Shall I look into it?`
    : `All **${passed} tests pass**: the schema holds, and the health check is there.`;
}

/** @param {string} reason @param {string} outcome */
function declined(reason, outcome) {
  return `You said no, so I ${outcome}. What I was told: “${reason}”`;
}

/** The CLI tells the model where it works. @param {Call['body']} body */
function workingFolder(body) {
  const folder = /working directory: ([^\n\\"]+)/i.exec(JSON.stringify(body))?.[1];
  return folder ? `${folder.trim()}/` : '';
}
