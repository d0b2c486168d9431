// The row of a turn that has changed files, folded and unfolded, as the host tells of it.
import type { HostMessage } from '../../src/shared/contract/toView.js';
import type { ChangedFile, ChangedTurn } from '../../src/shared/features/review/news.js';
import type { ChangesItem, TranscriptItem } from '../../src/shared/transcript.js';
import { newsOf } from './asideStates.js';

export const changes: ChangesItem = { kind: 'changes', id: 'i9', files: 3, plus: 40, minus: 12 };

const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  kind: 'modified',
  plus: 4,
  minus: 2,
  present: 'asLeft',
  ...more,
});

export const changedFiles: readonly ChangedFile[] = [
  file('packages/server/src/storage/journal/routes of the notes.ts', { plus: 36, minus: 8, byPerson: true, version: 'v1' }),
  file('src/store.ts', { kind: 'renamed', from: 'src/notes.ts', present: 'asBefore', version: 'gone', seen: true }),
  file('docs/a b.md', { kind: 'deleted', plus: 0, minus: 2, present: 'other' }),
  file('media/card.png', { kind: 'added', plus: 0, minus: 0, binary: true, version: 'v4' }),
];

export const changesOf = (more: Partial<ChangedTurn> = {}): HostMessage =>
  newsOf({ type: 'changes', turns: [{ id: changes.id, files: [...changedFiles], more: 0, ...more }] });

export const left: ChangedTurn['left'] = {
  files: [
    { path: 'vendor/lib', why: 'repository' },
    { path: 'big.bin', why: 'large' },
    { path: 'locked', why: 'unreadable' },
  ],
  more: 12,
};

const items: readonly TranscriptItem[] = [
  { kind: 'prompt', id: 'prompt1', text: 'Keep the notes in a file.', state: 'sent' },
  { kind: 'text', id: 'text1', text: 'The notes are kept in a file now.', streaming: false },
  changes,
];
const presses = ['3 files changed 40 lines added, 12 removed'];

/** `show`: a chat of these items. */
export const reviewChats = (show: (items: readonly TranscriptItem[], status: { turn: 'idle' }) => HostMessage) => {
  const shown = show(items, { turn: 'idle' });
  const late: ChangesItem = { ...changes, files: 0, plus: 0, minus: 0, isLate: true };
  return [
    { name: 'changes of a turn', hostMessages: [shown] },
    { name: 'changes of a turn, unfolded', hostMessages: [shown, changesOf({ more: 120, left })], presses },
    { name: 'changes of a turn, no longer kept', hostMessages: [shown, changesOf({ files: [], isLost: true })], presses },
    {
      name: 'changes of a turn, without git',
      hostMessages: [show([...items.slice(0, 2), { ...changes, isEdits: true }], { turn: 'idle' })],
    },
    {
      name: 'changes of a turn in which the window closed',
      hostMessages: [show([...items.slice(0, 2), { ...changes, isCut: true }], { turn: 'idle' }), changesOf()],
      presses,
    },
    {
      name: 'changes of a turn in which the window closed, not known',
      hostMessages: [show([...items.slice(0, 2), { ...late, isCut: true }], { turn: 'idle' })],
    },
    { name: 'changes of a turn, not known', hostMessages: [show([...items.slice(0, 2), late], { turn: 'idle' })] },
  ];
};
