// What is remembered, as the page shows it: earlier decisions on open cards, what Claude was told, what it has changed in the Product Doc.
import type { KnownDecision } from '../../src/memory/decision.js';
import { decisionLine } from '../../src/memory/telling.js';
import { emptyAnswer } from '../../src/shared/answers.js';
import { diffRows } from '../../src/shared/lineDiff.js';
import type { EarlierDecision, HostMessage, ToldLine } from '../../src/shared/contract/toView.js';
import type { Answer, Question } from '../../src/shared/question.js';
import type { ToldItem, DocChangeItem, TranscriptItem } from '../../src/shared/transcript.js';
import type { Preferences } from '../../src/shared/chatStatus.js';
import { decision } from '../support/decisions.js';
import type { GalleryState } from './gallery.js';
import { name, openItem, parts, store, waitingFor } from './openCards.js';

const may = new Date(2026, 4, 3, 10, 0).getTime();

export const postgres: Answer = { ...emptyAnswer, selected: [1] };

export function earlier(changes: Partial<EarlierDecision> = {}): EarlierDecision {
  return {
    position: 0,
    decision: 'd1',
    asked: store.question,
    said: 'PostgreSQL',
    at: may,
    changed: [],
    answer: postgres,
    ...changes,
  };
}

const rightToLeft: Question = {
  ...store,
  question: 'באיזה מסד נתונים להשתמש?',
  header: 'מסד נתונים',
  options: [{ label: 'PostgreSQL', description: 'מתאים לסכמה' }, { label: 'SQLite' }],
};

/** All that can be said of one. */
export const aged = earlier({
  asked: 'Which *database* should the notes be in?',
  branch: 'feature/storage-of-the-notes-and-of-everything-else',
  changed: ['src/db.ts', 'packages/server/src/storage/journal/migrations/schema.sql', 'a.ts', 'b.ts', 'c.ts'],
});

function card(
  state: string,
  asked: readonly Question[],
  found: EarlierDecision[],
  more: { readonly presses?: readonly string[]; readonly layout?: Preferences['layout']; readonly draft?: Answer[] } = {},
): GalleryState {
  const question = `toolu memory ${state}`;
  const item = { ...openItem(asked, more.draft && { draft: more.draft }), id: question };
  return {
    name: `open card with an earlier decision${state}`,
    hostMessages: [waitingFor(item, more.layout), { type: 'decided', question, found }],
    ...(more.presses && { presses: more.presses }),
  };
}

export const memoryCards: readonly GalleryState[] = [
  card('', [store], [earlier()]),
  card(' that may be stale', [store], [aged]),
  card(' filled in', [store], [earlier({ branch: 'main' })], { presses: ['Use PostgreSQL again: Storage'] }),
  card(
    ' of each question',
    [store, parts, name],
    [
      earlier(),
      earlier({ position: 1, said: 'Editor, Search', changed: ['src/find.ts'], answer: { ...emptyAnswer, selected: [0, 1] } }),
      earlier({ position: 2, said: 'Jotter', answer: { ...emptyAnswer, other: true, otherText: 'Jotter' } }),
    ],
  ),
  card(' in tabs', [store, parts, name], [earlier(), earlier({ position: 1, said: 'Editor' })], { layout: 'tabs' }),
  card(' that is not the same', [store, name], [earlier(), earlier({ position: 1, said: 'Jotter' })], {
    presses: ['Different question: Storage'],
  }),
  card(' that cannot be filled in', [store], [earlier({ said: `${'Both, and the archive as well. '.repeat(12)}`, answer: undefined })]),
  card(' in another direction', [rightToLeft], [earlier({ said: 'PostgreSQL, מתאים', asked: 'איזה מסד?', changed: ['src/db.ts'] })]),
  card(' in another direction, in tabs', [rightToLeft, name], [earlier({ said: 'PostgreSQL, מתאים', asked: 'איזה מסד?' })], {
    layout: 'tabs',
  }),
  card(' in place of own words', [name], [earlier({ said: 'Jotter', answer: { ...emptyAnswer, other: true, otherText: 'Jotter' } })], {
    draft: [{ ...emptyAnswer, other: true, otherText: 'Something far longer' }],
    presses: ['Use Jotter again: Name'],
  }),
];

export const told: ToldItem = { kind: 'told', id: 'told1', count: 5 };

/** A decision in the form in which the host sends it. */
function toldDecision(question: string, answer: string, more: Partial<KnownDecision> = {}): string {
  return decisionLine(decision({ question: { ...store, question }, chosen: [answer], at: may, ...more }));
}

export const toldLines: ToldLine[] = [
  { key: 'section:Goal', text: 'Goal: Notes that open in 50 ms. They work without a network.' },
  { key: 'section:Words', text: 'Words: A *note* has a title and a body.' },
  { key: 'decision:1', text: toldDecision('Which database should we use?', 'PostgreSQL'), isRemoved: true },
  {
    key: 'decision:2',
    text: toldDecision('Where are backups kept?', 'packages/server/src/storage/journal/migrations/schema.sql', {
      branch: 'feature/journal',
      note: 'until the move',
    }),
  },
  { key: 'decision:3', text: toldDecision('באיזה מסד נתונים להשתמש?', 'PostgreSQL') },
];

const lines = (...all: readonly string[]): string => all.join('\n');
const goal = lines('Notes that open in 50 ms.', '', 'They work without a network.', 'One person, one computer.');

function change(section: string, before: string, after: string): DocChangeItem['change'] {
  const rows = diffRows(before, after).map(({ sign, pieces }) => ({ sign, pieces: [...pieces] }));
  const count = (wanted: string): number => rows.filter(({ sign }) => sign === wanted).length;
  return { as: 'diff', name: section, rows, added: count('+'), removed: count('-') };
}

export const docChange: DocChangeItem = {
  kind: 'docChange',
  id: 'toolu_doc1',
  state: 'done',
  change: change('Goal', goal, goal.replace('One person, one computer.', 'One person, all of their computers.')),
};

const steps = Array.from({ length: 60 }, (_, index) => `- step ${index + 1} of the plan`);
export const longChange: DocChangeItem = {
  ...docChange,
  id: 'toolu_doc2',
  change: change('Plan', lines(...steps), lines(...steps.map((step, at) => (at % 9 === 4 ? `${step}, done` : step)))),
};

export interface MemoryChat {
  readonly name: string;
  readonly items: readonly TranscriptItem[];
  readonly presses?: readonly string[];
  readonly replies?: readonly HostMessage[];
}

const untoldProblem =
  'Parley cannot read which lines of the project card you have removed, so Claude is told no line of it. Mend or delete this file: ' +
  '/home/person/.config/Code/User/globalStorage/parley.parley/folders/0123456789abcdef/memory/untold.json';

const toldWords = 'Claude knows 5 things about this folder';

export const memoryChats: readonly MemoryChat[] = [
  {
    name: 'memory, what Claude was told',
    items: [told, { ...told, id: 'told2', count: 1, isOlder: true }],
  },
  {
    name: 'memory, what Claude was told, line by line',
    items: [{ ...told, isOlder: true }],
    presses: [toldWords],
    replies: [{ type: 'toldLines', chat: 's', id: 'told1', lines: toldLines }],
  },
  {
    name: 'memory, what Claude was told, of which it is not known what was removed',
    items: [told],
    presses: [toldWords],
    replies: [{ type: 'toldLines', chat: 's', id: 'told1', lines: toldLines, problem: untoldProblem }],
  },
  { name: 'memory, what Claude was told is being read', items: [told], presses: [toldWords] },
  {
    name: 'memory, changes of the Product Doc',
    items: [
      docChange,
      { ...docChange, id: 'toolu_doc3', state: 'undone' },
      { ...docChange, id: 'toolu_doc4', state: 'conflict' },
      { ...docChange, id: 'toolu_doc5', change: { ...docChange.change, name: 'מטרה '.repeat(30) } },
      longChange,
    ],
  },
  { name: 'memory, a long change of the Product Doc', items: [longChange], presses: ['Show the change (+7 −7)'] },
];
