// Cards that wait for a person, in every state that one can bring them to: what they ask, what is filled in, what was pressed.
import { emptyAnswer } from '../../src/shared/answers.js';
import type { Attachment } from '../../src/shared/attachmentSchema.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import type { OptionImage } from '../../src/shared/optionImages.js';
import type { Answer, OtherAgent, Question } from '../../src/shared/question.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import type { Preferences } from '../../src/shared/chatStatus.js';
import { filledIn, formItem, pageItem } from './elicitations.js';
import type { GalleryState } from './gallery.js';
import { imagesOfChat, referenceTo } from './imagesOfChat.js';
import { statusBeside } from './questionStatus.js';

const choice = { kind: 'choice', multiSelect: false } as const;

export const store: Question = {
  ...choice,
  question: 'Where should the notes be kept?',
  header: 'Storage',
  options: [
    { label: 'SQLite (Recommended)', description: 'One file beside the notes' },
    { label: 'PostgreSQL', description: 'A server; the schema fits as it is' },
  ],
};

export const parts: Question = {
  ...choice,
  multiSelect: true,
  question: 'Which parts come first?',
  header: 'Parts',
  options: [{ label: 'Editor (Recommended)' }, { label: 'Search (Recommended)' }, { label: 'Export' }],
};

export const name: Question = {
  ...choice,
  kind: 'text',
  question: 'What should the product be called?',
  header: 'Name',
  description: 'One word, easy to say on the phone.',
  options: [],
  placeholder: 'Jotter, for example',
};

export const limit: Question = {
  ...choice,
  kind: 'number',
  question: 'How large may a note be?',
  header: 'Limit',
  options: [],
  min: 1,
  max: 64,
  step: 0.5,
  unit: 'MB',
};

/** Forty options with long texts. */
export const licence: Question = {
  ...choice,
  question: 'Which licence should the project have?',
  header: 'Licence',
  options: Array.from({ length: 40 }, (_, index) => ({
    label: `Licence ${index + 1}${index % 5 === 2 ? ' with a label that is far too long for one line, and is wrapped but never cut anywhere' : ''}`,
    description:
      index % 3 === 0 ? `Number ${index + 1} of a long list; permits ${index % 2 === 0 ? 'selling' : 'changing'} with few words` : '',
  })),
};

export const areas: Question = { ...licence, multiSelect: true, question: 'Which of these may we use?', header: 'Allowed' };

export const panes: Question = {
  ...choice,
  question: 'How should the window be laid out?',
  header: 'Layout',
  options: [
    {
      label: 'Two panes',
      description: 'List and note',
      preview: '```\n┌──────┬──────────┐\n│ list │ note     │\n│      │          │\n└──────┴──────────┘\n```',
    },
    { label: 'One pane', preview: '## One pane\n\nThe list gives way to the note:\n\n- simple\n- good on a *small* screen' },
    { label: 'None of these' },
  ],
};

/** What only `ask_user` asks: each rule, a day, a suggested answer, a question that needs an answer, one that depends on another. */
export const ruled: readonly Question[] = [
  {
    ...choice,
    question: 'Which store?',
    header: 'Store',
    options: [{ label: 'Postgres' }, { label: 'SQLite' }],
    required: true,
    defaultValue: 'Postgres',
  },
  { ...name, question: 'How many tables?', header: 'Tables', showIf: { question: 0, is: ['Postgres'] }, maxLength: 20 },
  { ...name, question: 'Where is the backup?', header: 'Backup', showIf: { question: 1 } },
  {
    ...choice,
    multiSelect: true,
    question: 'Which parts are in the first release?',
    header: 'Parts',
    options: [{ label: 'Editor' }, { label: 'Search' }, { label: 'Export' }],
    minChoices: 2,
  },
  { ...choice, kind: 'date', question: 'When is the release?', header: 'Release', options: [], earliest: '2026-12-01', required: true },
];

/** `data:` addresses and paths; what is shown is the host's reply. */
export const logos: Question = {
  ...choice,
  question: 'Which logo fits the product?',
  header: 'Logo',
  options: [
    { label: 'A pen (Recommended)', description: 'As it is today', image: 'media/pen.png' },
    { label: 'A stack of notes', image: 'data:image/png;base64,iVBORw0KGgo=' },
    { label: 'A quill', description: 'Drawn by hand', image: 'drafts/logos/quill with a name that is longer than a line of the card.webp' },
    { label: 'None' },
  ],
};

const ten = Array.from({ length: 10 }, (_, index): Question => {
  const asked = [store, name, parts, limit][index % 4] ?? store;
  return { ...asked, header: `${asked.header} ${index + 1}`, ...(index === 4 && { required: true }) };
});

const questions: readonly Question[] = [store, parts, name, limit];
const none = questions.map(() => emptyAnswer);
const picked = (...selected: number[]): Answer => ({ ...emptyAnswer, selected });
const own = (otherText: string): Answer => ({ ...emptyAnswer, other: true, otherText });

const images = `${referenceTo('0123456789abcdef.png')} ${referenceTo('0123456789abcdee.png')}`;

const half: readonly Answer[] = [
  { ...picked(1), note: 'Only if the backup @scripts/backup.sh#L4-L9 runs first' },
  emptyAnswer,
  own('Jotter'),
  { ...emptyAnswer, skipped: true },
];

const reads = `User has answered your questions: "Where should the notes be kept?"="PostgreSQL" user notes: Only if the backup runs first, "What should the product be called?"="Jotter". You can now continue with the user's answers in mind.`;

export function openItem(asked: readonly Question[], changes: Partial<QuestionItem> = {}): QuestionItem {
  const draft = asked.map(() => emptyAnswer);
  return { kind: 'question', id: 'toolu_1', phase: 'asked', questions: [...asked], draft, hostEdits: [], ...changes };
}

export function waitingFor(item: QuestionItem, layout: Preferences['layout'] = 'stacked'): Extract<HostMessage, { type: 'snapshot' }> {
  const status = statusBeside(item);
  return {
    type: 'snapshot',
    version: 1,
    chat: 's',
    items: [item],
    start: null,
    status,
    preferences: { layout },
    composerDraft: '',
    images: imagesOfChat,
    earlier: [],
  };
}

/** What a person adds to a message, in a chat with a card. */
const added: readonly Attachment[] = [
  { kind: 'selection', id: 's', path: 'packages/server/src/components/sidebar/routes.ts', first: 12, last: 40 },
  { kind: 'file', id: 'f', path: 'docs/a b.md' },
  {
    kind: 'image',
    id: 'i',
    name: 'shot.png',
    file: '0123456789abcdef.webp',
    mediaType: 'image/webp',
    size: { width: 1568, height: 980, bytes: 180_400 },
  },
];

const pictures: readonly OptionImage[] = [{ file: '0123456789abcdef.png' }, { file: 'fedcba9876543210.png' }, { problem: 'notFound' }];

const codex: OtherAgent = { name: 'Codex', folder: '/work/notes/packages/server' };

export const openCardStates: readonly GalleryState[] = [
  { name: 'added to a message with images', hostMessages: [{ ...waitingFor(openItem([store])), attachments: [...added] }] },
  open('every kind', openItem(questions, { title: 'Before the first release' })),
  open('half filled in', openItem(questions, { draft: [...half], reads })),
  open('with a wrong number', openItem(questions, { draft: none.with(3, own('100')) })),
  open('with rules', openItem(ruled, { draft: ruled.map((_, index) => (index === 0 ? picked(0) : emptyAnswer)) })),
  open(
    'with broken rules',
    openItem(ruled, { draft: [picked(0), own('A dozen, and some of them are large'), emptyAnswer, picked(0), own('30.11.2026')] }),
  ),
  open(
    'in tabs with rules',
    openItem(ruled, { draft: [picked(0), own('12'), own('In the cellar'), picked(0), emptyAnswer] }),
    ['Next'],
    'tabs',
  ),
  open(
    'in tabs with a date',
    openItem(ruled, { draft: [picked(1), emptyAnswer, emptyAnswer, picked(0, 1), emptyAnswer] }),
    ['Next', 'Next'],
    'tabs',
  ),
  open('with ten questions', openItem(ten, { title: 'All at once' })),
  open('in tabs with ten questions', openItem(ten, { title: 'All at once' }), ['Next', 'Next', 'Next', 'Next', 'Next'], 'tabs'),
  open(
    'answered with rules',
    openItem(ruled, { phase: 'answered', draft: [picked(1), emptyAnswer, emptyAnswer, picked(0, 1), own('2026-12-24')] }),
  ),
  open('with numbers of options', openItem([ruled[3] ?? store], { draft: [own('1,4')] })),
  open('with all skipped', openItem([store, parts], { draft: [store, parts].map(() => ({ ...emptyAnswer, skipped: true })) })),
  open('asking to send a part', openItem(questions, { draft: [...half] }), ['Submit']),
  open('with notes', openItem([store]), ['Add note: Storage']),
  open('with what Claude will read', openItem(questions, { draft: [...half], reads }), ['What Claude will read']),
  open('with nothing to read yet', openItem([store]), ['What Claude will read']),
  open(
    'with images',
    openItem([store, name], { draft: [{ ...own(`as in ${images}`), note: `why ${images.slice(0, images.indexOf(' '))}` }, emptyAnswer] }),
  ),
  open(
    'answered with images',
    openItem([store, name], { phase: 'answered', draft: [{ ...picked(0), note: images }, own(`as in ${images}`)] }),
  ),
  open('held', openItem(questions, { draft: [...half], heldUntil: 1 })),
  open('dismissed by itself soon', openItem([store], { dismissAt: 1 })),
  open('with forty options', openItem([licence])),
  open('with forty options and several chosen', openItem([areas], { draft: [picked(2, 30)] })),
  open('with previews', openItem([panes])),
  open('with a preview', openItem([panes], { draft: [picked(0)] })),
  openOfAgent('of another agent', { ...openItem(questions), otherAgent: { ...codex, unattended: true } }),
  openOfAgent('of a Claude in a terminal', {
    ...openItem(questions),
    otherAgent: { name: 'Claude in a terminal', folder: '/work/notes', terminal: true },
  }),
  openOfAgent(
    'of another agent, withdrawn',
    { ...openItem(questions, { phase: 'withdrawn', reason: 'cancelled', draft: [...half], endedAt: 1 }), otherAgent: codex },
    ['Expand question'],
  ),
  openOfAgent('of another agent, which has not come back for the answer', {
    ...openItem(questions, { phase: 'answered', draft: [...half], endedAt: 1 }),
    reads: 'Q: Where should the notes be kept?\nA: PostgreSQL',
    otherAgent: { ...codex, unattended: true },
  }),
  openOfAgent(
    'of a Claude in a terminal, answered there',
    {
      ...openItem(questions, { phase: 'withdrawn', reason: 'cancelled', draft: [...half], endedAt: 1 }),
      otherAgent: { name: 'Claude in a terminal', folder: '/work/notes', terminal: true },
    },
    ['Expand question'],
  ),
  open('that was not asked in plan mode', openItem([store], { phase: 'refused', reason: 'planMode' }), ['Expand question']),
  open('of a server', formItem()),
  open('of a server, filled in', formItem({ draft: [...filledIn], reads: '{\n  "user": "ann"\n}' }), ['What the server gets']),
  open('of a server in tabs', formItem(), [], 'tabs'),
  open('of a server about a page', pageItem()),
  open('of a server withdrawn', formItem({ phase: 'withdrawn', reason: 'cancelled', draft: [...filledIn], endedAt: 1 }), [
    'Expand question',
  ]),
  open('of a server about a page, opened', pageItem({ phase: 'answered', endedAt: 1 }), ['Expand question']),

  open('with pictures', openItem([logos], { draft: [picked(0)] }), [], 'stacked', pictures),
  open('with pictures for several', openItem([{ ...logos, multiSelect: true }], { draft: [picked(0, 2)] }), [], 'stacked', pictures),
  open('with pictures that are not there yet', openItem([logos])),
  open(
    'that is over with pictures',
    openItem([logos], { phase: 'answered', draft: [picked(1)] }),
    ['Expand question'],
    'stacked',
    pictures,
  ),
  open('all recommended', openItem([store, parts]), ['Accept all recommended']),
  open('in tabs', openItem(questions, { draft: [...half], title: 'Before the first release' }), [], 'tabs'),
  open('in tabs at the review', openItem(questions, { draft: [...half] }), ['Next', 'Next', 'Next', 'Next'], 'tabs'),
];

function openOfAgent(name: string, item: QuestionItem, presses: readonly string[] = []): GalleryState {
  return { name: `open card ${name}`, hostMessages: [waitingFor({ ...item, id: `agent_${name}` })], presses };
}

function open(
  name: string,
  item: QuestionItem,
  presses: readonly string[] = [],
  layout: Preferences['layout'] = 'stacked',
  images: readonly OptionImage[] = [],
): GalleryState {
  // An id of its own: what is typed on a card stays with its id.
  return { name: `open card ${name}`, hostMessages: [waitingFor({ ...item, id: `toolu ${name}` }, layout)], presses, images };
}
