// Edits that the person can change, or has changed, before they are allowed.
import type { ChangeableEdit, EditHunk } from '../../src/shared/contract/news.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import type { PermissionItem } from '../../src/shared/transcript.js';
import { asideStates, newsOf } from './asideStates.js';
import { planStates } from './planStates.js';
import type { GalleryState } from './gallery.js';
import { openItem, store, waitingFor } from './openCards.js';
import { edit, permissionItem } from './permissionItems.js';

const hunk = (line: number, old: string, now: string, state: EditHunk['state'] = 'in'): EditHunk => ({
  line,
  state,
  rows: [
    { sign: '-', pieces: [old] },
    { sign: '+', pieces: [now] },
  ],
});

export const hunks: EditHunk[] = [
  hunk(3, 'const notes = [];', 'const notes: Note[] = [];'),
  hunk(40, 'let limit = 10;', 'const limit = 50;', 'out'),
  hunk(112, 'return notes.slice(0, limit).map(note => note.text);', 'return notes.slice(offset, offset + limit);', 'own'),
];

export const editsOf = (...edits: ChangeableEdit[]): HostMessage => newsOf({ type: 'edits', edits });

/** The item that the host makes of what the person has written. */
export const changedEdit = permissionItem(
  {
    file_path: '/work/notes/src/routes.ts',
    old_string: 'const notes = [];\nlet limit = 10;',
    new_string: 'const notes = [];\nlet limit = 50;',
  },
  {
    toolName: 'Edit',
    place: { outside: false, relative: 'src/routes.ts' },
    changes: 2,
    edit: {
      input: { file_path: '/work/notes/src/routes.ts', old_string: 'let limit = 10;', new_string: 'let limit = 20; // mine' },
      told: '',
    },
  },
);

export const difference =
  'The user changed this edit before allowing it, so it is not what you proposed. From your proposal to the user’s version:\n@@ -1,2 +1,2 @@\n const notes = [];\n-let limit = 50;\n+let limit = 20; // mine';

const over = (id: string, more: Partial<PermissionItem>): PermissionItem => ({
  kind: 'permission',
  id,
  toolUseId: `of ${id}`,
  toolName: 'Edit',
  summary: '/work/notes/src/routes.ts',
  description: '',
  reason: '',
  state: 'allowed',
  changed: difference,
  ...more,
});

const shown = (item: PermissionItem, ...messages: HostMessage[]): HostMessage[] => [
  { ...waitingFor(openItem([store])), items: [item], status: { turn: 'running', waiting: true } },
  ...messages,
];

export const statesOnCards: readonly GalleryState[] = [
  ...asideStates,
  ...planStates,
  {
    name: 'an edit that can be changed',
    hostMessages: shown(edit, editsOf({ id: edit.id, hunks: hunks.map(one => ({ ...one, state: 'in' })) })),
  },
  { name: 'an edit that cannot be changed', hostMessages: shown(edit, editsOf({ id: edit.id, why: 'notFound', hunks: [] })) },
  { name: 'an edit that was changed', hostMessages: shown(changedEdit, editsOf({ id: changedEdit.id, hunks })) },
  {
    name: 'an edit of which nothing is left',
    hostMessages: shown({ ...changedEdit, edit: { why: 'nothing' }, editAgain: true }, editsOf({ id: changedEdit.id, hunks })),
  },
  {
    name: 'an edit of a file that has changed',
    hostMessages: shown({ ...changedEdit, edit: { why: 'stale' } }, editsOf({ id: changedEdit.id, hunks })),
  },
  {
    name: 'changed edits that are over',
    hostMessages: [
      {
        ...waitingFor(openItem([store])),
        items: [
          over('told', { note: { text: '', state: 'told' } }),
          over('noted', { note: { text: 'Keep it small.', state: 'waiting' } }),
          over('withdrawn', { state: 'withdrawn' }),
        ],
        status: { turn: 'idle' },
      },
    ],
  },
];
