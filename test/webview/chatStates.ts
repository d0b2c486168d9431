// States of a chat around its cards: what is added to a message, and a turn that the person has stopped.
import { callChats } from './callStates.js';
import { codeItems } from './codeStates.js';
import { permissionItem } from './permissionItems.js';
import type { Attachment } from '../../src/shared/attachmentSchema.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import { permittedParts } from '../../src/shared/permitted.js';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import type { ChatStatus, WaitingPromptItem } from '../../src/shared/chatStatus.js';

const attachments: readonly Attachment[] = [
  { kind: 'selection', id: 's', path: 'packages/server/src/storage/journal/routes.ts', first: 12, last: 40 },
  { kind: 'file', id: 'f', path: 'docs/a b.md' },
  {
    kind: 'image',
    id: 'i',
    name: 'The window, with a very long name of a picture.png',
    file: '0123456789abcdef.webp',
    mediaType: 'image/webp',
    size: { width: 1568, height: 980, bytes: 180_400 },
    was: { width: 3136, height: 1960, bytes: 1_230_000 },
  },
];

const prompt: TranscriptItem = { kind: 'prompt', id: 'prompt1', text: 'Plan the storage for the notes.', state: 'sent' };

const stopped: readonly TranscriptItem[] = [
  prompt,
  { kind: 'tool', id: 'tool1', name: 'Bash', summary: 'npm test', state: 'stopped', result: '' },
  { kind: 'notice', id: 'notice1', level: 'info', text: 'Stopped by you', actions: [], again: 'Try again' },
];

const notice = { kind: 'notice' as const, level: 'info' as const, actions: [] };

/** Cut off twice: the person has let Claude go on once, and is asked whether it may once more. */
const cutOff: readonly TranscriptItem[] = [
  prompt,
  { kind: 'text', id: 'text1', text: 'I look at the routes first, one by', streaming: false },
  { ...notice, id: 'notice1', text: 'Claude was cut off, because its window closed or handed the chat over.' },
  { kind: 'prompt', id: 'prompt2', text: 'Go on where you were cut off.', state: 'sent', goOn: true },
  {
    ...notice,
    id: 'notice2',
    level: 'error' as const,
    again: 'Continue',
    text: 'Claude’s service is overloaded. Wait a moment, then try again. Claude has your answer. “Continue” picks up from there.',
  },
];

const loggedOut: readonly TranscriptItem[] = [
  prompt,
  {
    kind: 'notice',
    id: 'notice1',
    level: 'error',
    text: 'You’re not logged in.',
    again: 'Send again',
    actions: [{ id: 'logIn', label: 'Log in' }],
  },
];

const idle: ChatStatus = { turn: 'idle' };

const working: ChatStatus = { turn: 'running', readsSteps: true };

const waiting: WaitingPromptItem[] = [
  { id: 'w1', text: 'And then run the tests, please.', until: 'now' },
  { id: 'w2', text: 'Use the words of the read-me.\n\n'.repeat(4), until: 'after', attachments: [...attachments.slice(0, 1)] },
  { id: 'w3', text: 'אחר כך', until: 'after' },
];

const queued: readonly TranscriptItem[] = [
  { kind: 'prompt', id: 'q1', text: 'Leave the tests.', state: 'sending', queue: 'next', canTakeBack: true },
  { kind: 'prompt', id: 'q2', text: 'Leave the docs.', state: 'sending', queue: 'takingBack' },
  { kind: 'prompt', id: 'q3', text: 'Leave the rest.', state: 'sending', queue: 'late' },
  { kind: 'prompt', id: 'q4', text: 'Leave nothing.', state: 'takenBack' },
];

const thought: TranscriptItem = {
  kind: 'thought',
  id: 'thought1',
  streaming: false,
  seconds: 72,
  text: [
    'The person wants a plan for the **storage**. The schema has one table, and `createNote` writes to it without a check.',
    '- Postgres is there already\n- SQLite would need a file for each person',
    '```sql\ncreate table notes (id uuid primary key, words text not null, changed_at timestamptz not null default now());\n```',
    ...Array<string>(12).fill('I look at the routes first, and then at what they check before they write.'),
  ].join('\n\n'),
};

const thoughts: readonly TranscriptItem[] = [
  prompt,
  thought,
  { kind: 'text', id: 'text1', text: 'I look at the routes first.', streaming: false },
  { kind: 'tool', id: 'tool1', name: 'Grep', summary: 'createNote', state: 'done', result: '' },
  { kind: 'thought', id: 'thought2', text: '', streaming: false, seconds: 3 },
  { kind: 'thought', id: 'thought3', text: 'תוכנית', streaming: false },
  { kind: 'text', id: 'text2', text: 'Each route checks it.', streaming: false },
];

const codeWithTitle = [
  'See ![the pen](docs/pen.png "The pen of the logo") and [](src/notes.ts), and `&zwj;` is &zwj; here:',
  '```ts title="src/notes.ts"\nexport const notes = [];\n```',
  '```src/a/very/long/path/that/needs/more/room/than/there/is/notes.test.ts\nawait createNote();\n```',
  '```ts\nconst plain = true;\n```',
].join('\n\n');

/** Three days, the last of them that of every page of the tests. */
const days: readonly TranscriptItem[] = [
  { ...prompt, at: new Date(2025, 11, 30, 9, 12).getTime() },
  { kind: 'text', id: 'text1', text: 'I look at the routes first.', streaming: false, at: new Date(2025, 11, 30, 9, 13).getTime() },
  { kind: 'prompt', id: 'prompt2', text: 'Go on with the storage.', state: 'sent', at: new Date(2026, 10, 20, 17, 40).getTime() },
  { kind: 'text', id: 'text2', text: 'Each route checks it.', streaming: false, at: new Date(2026, 10, 20, 17, 41).getTime() },
  { kind: 'prompt', id: 'prompt3', text: 'Is it done?', state: 'sent', at: new Date(2026, 10, 21, 14, 58).getTime() },
  { kind: 'text', id: 'text3', text: 'It is.', streaming: false, at: new Date(2026, 10, 21, 14, 59).getTime() },
];

const fromTerminal = permissionItem(
  { command: 'npm test' },
  { otherAgent: { name: 'Claude in a terminal', folder: '/work/notes', terminal: true } },
);

export const furtherChats: readonly {
  readonly name: string;
  readonly items: readonly TranscriptItem[];
  readonly status: ChatStatus;
  readonly attachments?: Attachment[];
  readonly waiting?: WaitingPromptItem[];
  readonly presses?: readonly string[];
  readonly replies?: readonly HostMessage[];
  readonly folder?: string;
}[] = [
  ...callChats.map(one => ({ ...one, status: idle })),
  { name: 'messages of several days', items: days, status: idle },
  {
    name: 'permission of a Claude in a terminal, and one that was decided there',
    items: [{ ...fromTerminal, id: 'permission0', state: 'withdrawn', input: undefined }, fromTerminal],
    status: { turn: 'running', blocked: 'agents', waiting: true },
  },
  {
    name: 'calls that wait, run on and were stopped',
    items: [
      { kind: 'tool', id: 'call0', name: 'Bash', summary: 'npm run watch', state: 'done', result: '', standing: 'background' },
      { kind: 'tool', id: 'callx', name: 'Bash', summary: 'npm run serve', state: 'done', result: '', standing: 'cutShort' },
      { kind: 'tool', id: 'cally', name: 'Bash', summary: 'npm run docs', state: 'done', result: '', standing: 'sent' },
      { kind: 'tool', id: 'call1', name: 'Bash', summary: 'touch $(seq 1 90)', state: 'running', result: '', standing: 'asked' },
      { ...permissionItem({ command: 'touch $(seq 1 90)' }), waiting: 3 },
      { kind: 'tool', id: 'call2', name: 'Bash', summary: 'touch two.txt', state: 'running', result: '', standing: 'waiting' },
      { kind: 'tool', id: 'call3', name: 'Bash', summary: 'touch three.txt', state: 'running', result: '', standing: 'waiting' },
    ],
    status: { turn: 'running', waiting: true },
  },
  { name: 'empty chat', items: [], status: idle },
  { name: 'chips in the message box', items: [], status: idle, attachments: [...attachments] },
  { name: 'chips of a sent prompt', items: [{ ...prompt, attachments: [...attachments] }], status: { turn: 'starting' } },
  { name: 'stopped by the person', items: stopped, status: idle },
  { name: 'cut off, and gone on once', items: cutOff, status: idle },
  {
    name: 'not saved',
    items: [prompt],
    status: { ...working, notStored: 'The disk is full, so this chat is not saved. Free some space, and Parley saves it.' },
  },
  { name: 'stopping', items: [prompt], status: { turn: 'stopping' } },
  { name: 'failed because of the log-in', items: loggedOut, status: idle },
  { name: 'Claude thinks', items: [prompt, { kind: 'thought', id: 'thought1', text: '', streaming: true }], status: working },
  { name: 'thoughts', items: thoughts, status: idle },
  { name: 'a thought unfolded', items: thoughts, status: idle, presses: ['Thought for 1 min 12 s'] },
  { name: 'thinking unfolded', items: [prompt, { ...thought, streaming: true }], status: working, presses: ['Thinking…'] },
  {
    name: 'code with a title',
    items: [prompt, { kind: 'text', id: 'text1', text: codeWithTitle, streaming: false }],
    status: idle,
  },
  {
    name: 'an image in the result of a call',
    items: [
      prompt,
      {
        kind: 'tool',
        id: 'tool1',
        name: 'Read',
        summary: 'docs/pen.png',
        state: 'done',
        result: '[Image: PNG, 2 kB]\n[Image: WEBP, 3 kB]',
      },
    ],
    status: idle,
    presses: ['Read docs/pen.png'],
    replies: [
      { type: 'toolInput', chat: 's', id: 'tool1', parts: [...permittedParts('Read', { file_path: 'docs/pen.png' })] },
      { type: 'resultImages', chat: 's', id: 'tool1', files: ['0123456789abcdef.png', 'fedcba9876543210.webp'] },
    ],
  },
  { name: 'coloured code', items: codeItems, status: idle },
  { name: 'messages that wait', items: [prompt], status: working, waiting },
  { name: 'messages that wait for the person', items: stopped, status: idle, waiting: waiting.map(one => ({ ...one, until: 'person' })) },
  { name: 'messages that wait for a question', items: [prompt], status: { ...working, blocked: 'announced' }, waiting },
  { name: 'messages in the queue of Claude', items: [prompt, ...queued], status: working },
  { name: 'the ways to send', items: [prompt], status: working, attachments: [...attachments.slice(0, 1)], presses: ['How to send'] },
];
