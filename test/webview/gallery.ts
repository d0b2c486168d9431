// States of the page worth looking at, each as what the host would say: for the tests here and for pictures.
import { emptyAnswer } from '../../src/shared/answers.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import type { OptionImage } from '../../src/shared/optionImages.js';
import type { Answer, Question } from '../../src/shared/question.js';
import type { QuestionItem, TranscriptItem } from '../../src/shared/transcript.js';
import type { ChatStatus } from '../../src/shared/chatStatus.js';
import { decided, edit, manyRules, movedAway, noted, ofServer, permission, tooLong, writeOutside } from './permissionItems.js';
export { permissionItem } from './permissionItems.js';
import { memoryCards, memoryChats } from './memoryStates.js';
import { openCardStates } from './openCards.js';
import { statesOnCards } from './editStates.js';
import { furtherChats } from './chatStates.js';
import { backChats } from './backStates.js';
import { reviewChats } from './reviewStates.js';
import { setUpCards } from './setUpCards.js';
import { chatsBeside } from './steeringStates.js';
import { answer } from './galleryAnswer.js';
import { imagesOfChat } from './imagesOfChat.js';
import { statusBeside } from './questionStatus.js';

export interface GalleryState {
  readonly name: string;
  readonly hostMessages: readonly HostMessage[];
  /** Buttons to press afterwards, by name: for what only a person's act shows. */
  readonly presses?: readonly string[];
  /** What the host replies to the presses. */
  readonly replies?: readonly HostMessage[];
  /** What the host replies about the images of the options, in their order. */
  readonly images?: readonly OptionImage[];
  /** The host cannot read what is asked for. */
  readonly readFails?: true;
  /** Looks for these words, of which the host finds one hit. */
  readonly finds?: { readonly words: string; readonly item: string };
}

const inGerman = (state: GalleryState): GalleryState => ({ ...state, name: `${state.name} in German` });
export const idle: ChatStatus = { turn: 'idle' };
export const running: ChatStatus = { turn: 'running' };
/** The status while a permission is asked. */
export const asking: ChatStatus = { turn: 'running', waiting: true };

export const database: Question = {
  question: 'Which database should we use?',
  header: 'Database',
  kind: 'choice',
  multiSelect: false,
  options: [
    { label: 'PostgreSQL (Recommended)', description: 'Relational; the schema in db/schema.sql fits as it is' },
    { label: 'MongoDB', description: 'Documents; no migrations' },
  ],
};

export const features: Question = {
  question: 'Which features should we build first?',
  header: 'Features',
  kind: 'choice',
  multiSelect: true,
  options: [
    { label: 'Login', description: 'Sessions and roles' },
    { label: 'Dashboard', description: 'Charts over the last 30 days' },
    { label: 'Export' },
  ],
};

export const untitled: Question = {
  question: 'What should it be called?',
  header: '',
  kind: 'choice',
  multiSelect: false,
  options: [{ label: 'Jotter' }, { label: 'Quill' }],
};

export const rightToLeft: Question = {
  question: 'באיזה מסד נתונים להשתמש?',
  header: 'מסד',
  kind: 'choice',
  multiSelect: false,
  options: [{ label: 'פוסטגרס', description: 'יחסי' }, { label: 'מונגו' }],
};

export const nothing: Answer = emptyAnswer;
export const filled: readonly Answer[] = [
  { ...nothing, selected: [0] },
  { ...nothing, selected: [0], other: true, otherText: 'an audit log, read-only' },
];

const endedAt = new Date(2026, 10, 21, 14, 2).getTime();

export function questionItem(changes: Partial<QuestionItem> = {}): QuestionItem {
  const questions = changes.questions ?? [database, features];
  return { kind: 'question', id: 'toolu_1', phase: 'asked', questions, draft: questions.map(() => nothing), hostEdits: [], ...changes };
}

export function snapshot(
  items: readonly TranscriptItem[],
  status: ChatStatus = idle,
  composerDraft = '',
): Extract<HostMessage, { type: 'snapshot' }> {
  return {
    type: 'snapshot',
    version: 1,
    chat: 's',
    items: [...items],
    start: null,
    status,
    preferences: { layout: 'stacked' },
    composerDraft,
    images: imagesOfChat,
    earlier: [],
    setUp: { lines: [], actions: [] },
  };
}

const intro: readonly TranscriptItem[] = [
  { kind: 'prompt', id: 'prompt1', text: 'Plan the storage for the notes.', state: 'sent' },
  { kind: 'text', id: 'text1', text: 'Before I write the migration I need two decisions.', streaming: false },
];

const ended = (changes: Partial<QuestionItem>): QuestionItem => questionItem({ draft: [...filled], endedAt, ...changes });

/** The card in every phase, and in every way it can end. */
export const cardStates: readonly GalleryState[] = [
  card('announced', questionItem({ phase: 'announced', questions: [], draft: [] })),
  card('announced whole', questionItem({ phase: 'announced' })),
  card('asked', questionItem()),
  card('asked and filled in', questionItem({ draft: [...filled] })),
  card('asked in another direction', questionItem({ questions: [rightToLeft, untitled] })),
  card('sending', questionItem({ phase: 'sending', draft: [...filled] })),
  card('answered', ended({ phase: 'answered' }), running),
  card('dismissed', ended({ phase: 'dismissed', draft: [nothing, nothing] }), running),
  card('replied', ended({ phase: 'replied', draft: [nothing, nothing], reply: 'Neither. What would SQLite cost us?' }), running),
  card('withdrawn by Stop', ended({ phase: 'withdrawn', reason: 'interrupted' }), idle),
  card('withdrawn by Claude', ended({ phase: 'withdrawn', reason: 'cancelled', draft: [nothing, nothing] }), running),
  card(
    'refused',
    ended({ phase: 'refused', reason: 'refusedByClaude', draft: [nothing, nothing], detail: 'Each question needs at least two options.' }),
    running,
  ),
  card('lost with answers', ended({ phase: 'lost', reason: 'exited' }), idle),
  card('lost without answers', ended({ phase: 'lost', reason: 'exited', draft: [nothing, nothing] }), idle),
  card('lost and sent as a message', ended({ phase: 'lost', reason: 'writeFailed', resent: true }), idle),
];

function card(name: string, item: QuestionItem, status = statusBeside(item)): GalleryState {
  // An id of its own: what is typed on a card stays with its id.
  return { name: `card ${name}`, hostMessages: [snapshot([...intro, { ...item, id: `toolu ${name}` }], status)] };
}

/** Every kind of question and of answer, as it is kept. */
export const everyKind: readonly Question[] = [
  {
    ...database,
    description: 'The notes are about 40 MB, see `db/schema.sql:12-20`.',
    options: [
      {
        label: 'PostgreSQL (Recommended)',
        description: 'Relational; **the schema** in `db/schema.sql:3` fits as it is',
        preview:
          '| Query | Time |\n|---|---:|\n| search | 4 ms |\n\n```sql\ncreate table notes (id uuid primary key, title text not null, body text not null);\n```',
      },
      {
        label: 'MongoDB',
        description: 'Documents; no migrations, says [the manual](https://www.mongodb.com/docs/)',
        preview: '<div style="padding: 8px; border: 2px solid teal"><b style="color: teal">notes</b><p>one document for each</p></div>',
      },
    ],
  },
  features,
  { ...untitled, kind: 'text', header: 'Name', options: [], question: 'What should the *product* be called?' },
  { ...untitled, kind: 'number', header: 'Limit', options: [], question: 'How large may a note be?', unit: 'kB' },
];
export const everyAnswer: readonly Answer[] = [
  { ...nothing, selected: [0], note: 'Only if the **backup** runs first.\nSee `scripts/backup.sh:4`.' },
  { ...nothing, skipped: true },
  { ...nothing, other: true, otherText: 'Jotter\n(for now)' },
  { ...nothing, other: true, otherText: '64' },
];
const reads =
  'Your questions have been answered: "Which database should we use?"="PostgreSQL (Recommended)" user notes: Only if the **backup** runs first.';

const markdownQuestion: Question = {
  ...database,
  question:
    'Which **client** for `src/db/connect.ts:12`?\n\n1. It opens `Map<string, Row>`\n2. It must close:\n\n```ts\nconst client = await connect({ host: "localhost", port: 5432, retries: 3 });\n```',
  options: [
    { label: 'pg', description: 'Used in `src/db/pool.ts:3` and [documented](https://node-postgres.com/)' },
    { label: 'postgres.js', description: '- small\n- *fast*, see src/db/pool.ts:3' },
  ],
};

const drawing =
  '┌─────────────┬──────────────────────────────────────────────┐\n│ Notes       │  Title                                       │\n│  · first    │  ──────────────────────────────────────────  │\n└─────────────┴──────────────────────────────────────────────┘';
const pictured: Question = {
  ...database,
  options: [
    { label: 'Two panes', preview: drawing },
    {
      label: 'One pane',
      preview:
        '<h3 style="margin: 0">Title</h3><p style="color: gray">A line of the note, and a very long word: ' + 'pane'.repeat(30) + '</p>',
    },
  ],
};

const partial: readonly Question[] = [
  { ...database, header: '', question: 'Which database sh', options: [] },
  { ...database, question: 'Which `database', options: [] },
  { ...database, options: [{ label: 'PostgreSQL (Recommended)', description: 'Relational; **the sche' }] },
];

const finishedAll = ended({ phase: 'answered', questions: [...everyKind], draft: [...everyAnswer], reads });
const opened = (state: GalleryState, ...presses: readonly string[]): GalleryState => ({
  ...state,
  name: `${state.name} and opened`,
  presses: ['Expand question', ...presses],
});

/** Cards that are still coming, and cards that are over. */
export const stillStates: readonly GalleryState[] = [
  ...partial.map((asked, index) => card(`early ${index + 1}`, questionItem({ phase: 'announced', questions: [asked] }), running)),
  card(
    'early with two',
    questionItem({ phase: 'announced', questions: [database, { ...features, options: features.options.slice(0, 2) }] }),
    running,
  ),
  card('early in another direction', questionItem({ phase: 'announced', questions: [rightToLeft] }), running),
  ...cardStates.filter(({ name }) => /answered|dismissed|replied|withdrawn|refused|message/.test(name)).map(state => opened(state)),
  card('over', finishedAll, idle),
  card('over with a note', ended({ phase: 'answered', questions: [database], draft: [everyAnswer[0] ?? nothing] }), idle),
  card(
    'over in another direction',
    ended({ phase: 'answered', questions: [rightToLeft, untitled], draft: [{ ...nothing, selected: [0], note: 'בבקשה' }, nothing] }),
    idle,
  ),
  card(
    'over with long texts',
    ended({
      phase: 'answered',
      questions: [{ ...database, question: 'Which database, and which of its many versions? '.repeat(20) }],
      draft: [
        { ...nothing, other: true, otherText: 'The newest, unless it is a beta. '.repeat(9), note: 'Ask before you begin. '.repeat(20) },
      ],
    }),
    idle,
  ),
  opened(
    card('over with everything', finishedAll, idle),
    'What Claude read',
    'Show preview: PostgreSQL (Recommended)',
    'Show preview: MongoDB',
  ),
  opened(
    card(
      'over in another direction',
      ended({ phase: 'answered', questions: [rightToLeft], draft: [{ ...nothing, selected: [0], note: 'בבקשה' }] }),
      idle,
    ),
  ),
  opened(
    card('over with pictures', ended({ phase: 'answered', questions: [pictured], draft: [{ ...nothing, selected: [0] }] }), idle),
    'Show preview: Two panes',
    'Show preview: One pane',
  ),
  opened(
    card('over with Markdown', ended({ phase: 'answered', questions: [markdownQuestion], draft: [{ ...nothing, selected: [1] }] }), idle),
  ),
  card('asked with Markdown', questionItem({ questions: [markdownQuestion] })),
  card(
    'asked again, unsent and too long',
    questionItem({ questions: [database], unsent: true, readsInFile: true, reads: 'As Claude reads it' }),
  ),
];

const conversation: readonly TranscriptItem[] = [
  ...intro,
  ended({ phase: 'answered' }),
  {
    kind: 'tool',
    id: 'tool1',
    name: 'Read',
    summary: 'packages/server/src/storage/journal/migrations/schema.sql',
    state: 'done',
    result: 'create table notes (\n  id uuid primary key\n);',
  },
  {
    kind: 'tool',
    id: 'tool2',
    name: 'Bash',
    summary: 'npm test -- --reporter dot --grep "storage of notes"',
    state: 'failed',
    result: 'exit code 1',
  },
  { kind: 'tool', id: 'tool3', name: 'Grep', summary: 'createNote', state: 'running', result: '' },
  {
    kind: 'permission',
    id: 'permission1',
    toolUseId: 'call2',
    toolName: 'Bash',
    summary: 'npm install pg',
    description: 'Install the driver',
    reason: '',
    state: 'allowed',
  },
  { kind: 'text', id: 'text2', text: answer, streaming: false },
];

const notices: readonly TranscriptItem[] = [
  { kind: 'prompt', id: 'prompt1', text: 'Hello?', state: 'failed' },
  { kind: 'notice', id: 'notice1', level: 'info', text: 'Claude is retrying: the service is busy.', actions: [] },
  {
    kind: 'notice',
    id: 'notice2',
    level: 'warning',
    text: 'You are close to the limit of your plan.',
    actions: [{ id: 'openSettings', label: 'Open Settings' }],
  },
  {
    kind: 'notice',
    id: 'notice3',
    level: 'error',
    text: 'The Claude CLI was not found. Install it, or say where it is.',
    actions: [
      { id: 'openInstallGuide', label: 'How to install' },
      { id: 'showLog', label: 'Show log' },
    ],
  },
];

export const chatStates: readonly GalleryState[] = [
  { name: 'decided permissions', hostMessages: [snapshot(decided)] },
  {
    name: 'empty chat with earlier ones',
    hostMessages: [
      {
        ...snapshot([]),
        earlier: [
          { id: 'one', title: 'Plan the storage of the notes, and what becomes of them when an account is closed', usedAt: endedAt },
          { id: 'two', title: 'תוכנית', usedAt: endedAt, waits: 'waits for your permission' },
        ],
      },
    ],
  },
  ...setUpCards.map(({ name, status, setUp }) => ({ name, hostMessages: [{ ...snapshot([], status), setUp }] })),
  ...furtherChats.map(({ name, items, status, attachments, waiting, folder, ...acts }) => ({
    name,
    hostMessages: [
      { ...snapshot(items, status), ...(attachments && { attachments }), ...(waiting && { waiting }), ...(folder && { folder }) },
    ],
    ...acts,
  })),
  ...reviewChats((said, status) => snapshot(said, status)),
  ...backChats(
    (said, status) => snapshot(said, status),
    questionItem({ phase: 'answered', questions: [database], draft: [{ ...nothing, selected: [0] }] }),
  ),
  ...chatsBeside((said = conversation, status = running) => snapshot(said, status)),
  ...memoryChats.map(({ items, ...state }) => ({ ...state, hostMessages: [snapshot(items)] })),
  { name: 'conversation', hostMessages: [snapshot(conversation, running, 'A draft that is kept')] },
  { name: 'notices', hostMessages: [snapshot(notices)] },
  { name: 'permission', hostMessages: [snapshot([...intro, permission], asking)] },
  { name: 'always with rules and a mode', hostMessages: [snapshot([manyRules], asking)], presses: ['Always…'] },
  { name: 'always and a note on a permission', hostMessages: [snapshot([noted], asking)], presses: ['Always…'] },
  { name: 'permission to edit', hostMessages: [snapshot([edit], asking)] },
  { name: 'permission for a tool of a server', hostMessages: [snapshot([ofServer], asking)] },
  { name: 'permission to write outside', hostMessages: [snapshot([writeOutside], asking)] },
  { name: 'permission whose place has changed', hostMessages: [snapshot([movedAway], asking)] },
  { name: 'permission that is too long', hostMessages: [snapshot([tooLong], asking)] },
  {
    name: 'open in another window',
    hostMessages: [snapshot([...intro, questionItem({ phase: 'announced' }), permission], { turn: 'idle', blocked: 'otherWindow' })],
  },
  { name: 'older messages are loading', hostMessages: [{ ...snapshot(notices), start: 'place' }] },
  { name: 'older messages cannot be loaded', hostMessages: [{ ...snapshot(notices), start: 'place' }], readFails: true },
  { name: 'Find', hostMessages: [snapshot(conversation, running)], finds: { words: 'what', item: 'text2' } },
  {
    name: 'open on another computer',
    hostMessages: [snapshot(conversation, { turn: 'idle', blocked: 'otherComputer' }, 'A draft that is kept')],
  },
  { name: 'open in a terminal', hostMessages: [snapshot(conversation, { turn: 'idle', blocked: 'terminal' }, 'A draft that is kept')] },
];

/** The states for a page in German, where a name that is pressed is another one. */
export const germanGallery: readonly GalleryState[] = [
  ...[...openCardStates, ...cardStates]
    .filter(({ name }) =>
      /half filled|broken rules|previews|in tabs$|dismissed by itself|card answered|lost with answers|of another agent$|in a terminal$/.test(
        name,
      ),
    )
    .map(inGerman),
  ...chatStates
    .filter(({ name }) => /^permission|decided|^empty chat( with earlier ones)?$|chips in|open in another window/.test(name))
    .map(inGerman),
  ...[...memoryCards, ...statesOnCards, ...chatStates.filter(({ name }) => name.startsWith('memory'))]
    .filter(({ presses }) => presses === undefined)
    .map(inGerman),
];

export const gallery: readonly GalleryState[] = [chatStates, cardStates, openCardStates, memoryCards, statesOnCards, stillStates].flat();
