// Going back: the card with all that it can say, and the rows of a chat that went back.
import type { HostMessage } from '../../src/shared/contract/toView.js';
import type { BackCard, BackFile } from '../../src/shared/features/back/news.js';
import type { WentBackItem, TranscriptItem } from '../../src/shared/transcript.js';
import { newsOf } from './asideStates.js';

const file = (path: string, more: Partial<BackFile> = {}): BackFile => ({ path, kind: 'modified', plus: 2, minus: 4, ...more });

export const backCard: BackCard = {
  id: 'prompt2',
  to: 'message',
  text: 'Keep the notes in a file, and not in the browser.',
  messages: 3,
  works: true,
  background: true,
  ends: { questions: 1, permissions: 2 },
  stays: { questions: 1, messages: 2 },
  files: {
    own: [
      file('packages/server/src/storage/journal/routes of the notes.ts', { plus: 8, minus: 36 }),
      file('src/store.ts', { kind: 'deleted', plus: 0, minus: 12 }),
      file('docs/a b.md', { kind: 'added', plus: 9, minus: 0 }),
      file('media/card.png', { plus: 0, minus: 0, binary: true }),
    ],
    more: 12,
    others: [file('README.md', { unsaved: true }), file('run.sh', { kind: 'mode', plus: 0, minus: 0 })],
    moreOthers: 3,
    left: [
      { path: 'media/film.mp4', why: 'large' },
      { path: 'vendor/lib/', why: 'repository' },
    ],
    moreLeft: 1,
    isUnsure: true,
  },
};
const quiet: BackCard = {
  id: 'prompt2',
  to: 'message',
  text: 'Keep the notes in a file.',
  messages: 1,
  ends: { questions: 0, permissions: 0 },
  stays: { questions: 0, messages: 0 },
  noFiles: 'none',
};
export const quietCard = (more: Partial<BackCard> = {}): HostMessage => newsOf({ type: 'back', card: { ...quiet, ...more } });
export const noFiles = { own: [], more: 0, others: [], moreOthers: 0, left: [], moreLeft: 0 };
export const cardOf = (more: Partial<BackCard> = {}): HostMessage => newsOf({ type: 'back', card: { ...backCard, ...more } });

const said: readonly TranscriptItem[] = [
  { kind: 'prompt', id: 'prompt1', text: 'Begin with a sketch.', state: 'sent', at: 1_700_000_000_000 },
  { kind: 'text', id: 'text1', text: 'Here is a sketch.', streaming: false },
];
export const wentBack: WentBackItem = { kind: 'wentBack', id: 'i9', text: 'Keep the notes in a file.', branch: 'first' };
const done = { state: 'done', written: 4, left: 1 } as const;
const { branch: _, ...alone } = wentBack;

export const backChats = (show: (items: readonly TranscriptItem[], status: { turn: 'idle' }) => HostMessage, question: TranscriptItem) => {
  const shown = (...rows: readonly TranscriptItem[]): HostMessage => show([...said, ...rows], { turn: 'idle' });
  return [
    { name: 'going back, with all that it costs', hostMessages: [shown(), cardOf()] },
    {
      name: 'going back, without git',
      hostMessages: [shown(), cardOf({ files: { ...noFiles, own: [file('src/store.ts')], isEdits: true } })],
    },
    { name: 'going back, of the conversation alone', hostMessages: [shown(), quietCard()] },
    {
      name: 'going back, which the conversation cannot',
      hostMessages: [shown(), quietCard({ refused: 'compacted', noFiles: 'disabled' })],
    },
    {
      name: 'a question to be answered again',
      hostMessages: [shown(), quietCard({ to: 'question', text: 'Which database should we use?', messages: 0 })],
    },
    { name: 'an answered question and its acts', hostMessages: [shown(question)], presses: ['Expand question'] },
    {
      name: 'a chat that went back to a question',
      hostMessages: [shown({ ...wentBack, text: 'Which database should we use?', isQuestion: true })],
    },
    { name: 'a chat that cannot be forked', hostMessages: [shown(), quietCard({ to: 'fork', noFiles: undefined, refused: 'compacted' })] },
    { name: 'a chat that went back', hostMessages: [shown({ ...wentBack, files: done })] },
    { name: 'a chat that went back and on', hostMessages: [shown({ ...wentBack, isOver: true })] },
    { name: 'files that went back alone', hostMessages: [shown({ ...alone, files: { ...done, state: 'undone' } })] },
    { name: 'files that a window has left half way', hostMessages: [shown({ ...wentBack, files: { ...done, state: 'writing' } })] },
  ];
};
