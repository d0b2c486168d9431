// Rows of calls worth looking at: each kind, each end, a run of looks, and what they unfold to.
import '../../src/shared/lineDiff.js';
import { permittedParts } from '../../src/shared/permitted.js';
import { decided } from './permissionItems.js';
import type { ToolItem, TranscriptItem } from '../../src/shared/transcript.js';

const folder = '/home/ada/notes';

/** A call that is done. */
export function callItem(name: string, summary: string, more: Partial<ToolItem> = {}): ToolItem {
  return { kind: 'tool', id: `${name} ${summary}`, name, summary, state: 'done', result: 'fine', ...more };
}

const looks: readonly ToolItem[] = [
  callItem('Read', `${folder}/src/config.ts`),
  callItem('Grep', 'export', { where: `${folder}/src`, found: { count: 14, of: 'files' } }),
  callItem('Read', `${folder}/src/storage/journal.ts`),
];

const calls: readonly TranscriptItem[] = [
  { kind: 'text', id: 'text1', text: 'I look around first.', streaming: false },
  ...looks,
  callItem('Bash', 'npm test -- --reporter dot', { seconds: 12 }),
  callItem('Edit', `${folder}/packages/server/src/storage/journal/migrations/schema.ts`, { changes: { added: 3, removed: 1 } }),
  callItem('Glob', '**/*.test.ts', { found: { count: 0, of: 'files' } }),
  callItem('Write', `${folder}/docs/plan.md`, { changes: { added: 41, removed: 0 } }),
  callItem('WebFetch', 'https://example.org/manual?page=2', { seconds: 95 }),
  callItem('WebSearch', 'sqlite write ahead log'),
  callItem('Agent', 'Find the callers'),
  callItem('mcp__issue_tracker__create_issue', 'The form loses its words'),
  callItem('mcp__parley__find_decisions', 'database'),
  callItem('Read', '/etc/hosts', { state: 'failed', result: 'Permission denied' }),
  callItem('Bash', 'npm publish', { state: 'denied' }),
  callItem('Bash', 'npm run watch', { standing: 'background' }),
  callItem('Grep', 'createNote(', {
    where: `${folder}/packages/server/src/storage`,
    state: 'running',
    result: '',
  }),
];

const command = 'npm test\nnpm publish --access public\t# the \u202escope';

const alerts = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'].map(
  kind => `> [!${kind}]\n> The journal is **written** before the answer goes.`,
);
const answer = [
  'SQLite keeps its log beside the file[^1], and a copy of both is a backup[^copy].',
  ...alerts,
  '[^1]: The file with `-wal` at its end.\n[^copy]: Only while nobody writes.',
].join('\n\n');

/** The chats with calls, and with what the host says of an unfolded one. */
export const callChats = [
  { name: 'alerts and footnotes', items: [{ kind: 'text' as const, id: 'text1', text: answer, streaming: false }], folder },
  {
    name: 'unfolded tool row',
    items: decided.slice(0, 5),
    folder,
    presses: ['Wants to run npm publish ⏎ … Denied by you'],
    replies: [{ type: 'toolInput' as const, chat: 's', id: 'tool2', parts: [...permittedParts('Bash', { command, timeout: 120_000 })] }],
  },
  { name: 'rows of calls', items: calls, folder },
  // The run is near enough to the end to be drawn in little room too.
  { name: 'rows of calls, a run unfolded', items: calls.slice(0, 5), folder, presses: ['Looked at 2 files · 1 search'] },
  {
    name: 'unfolded search',
    items: [callItem('Grep', 'export', { where: `${folder}/src`, found: { count: 2, of: 'files' }, result: 'src/a.ts\nsrc/b.ts' })],
    folder,
    presses: ['Searched for export in src · 2 files'],
    replies: [
      {
        type: 'toolInput' as const,
        chat: 's',
        id: 'Grep export',
        parts: [...permittedParts('Grep', { pattern: 'export', path: `${folder}/src`, '-i': true, output_mode: 'files_with_matches' })],
      },
    ],
  },
  {
    name: 'unfolded edit',
    items: [callItem('Edit', `${folder}/src/a.ts`, { changes: { added: 1, removed: 1 }, result: 'The file has been updated.' })],
    folder,
    presses: ['Edited src/a.ts +1 −1'],
    replies: [
      {
        type: 'toolInput' as const,
        chat: 's',
        id: `Edit ${folder}/src/a.ts`,
        parts: [
          ...permittedParts('Edit', {
            file_path: `${folder}/src/a.ts`,
            old_string: 'const limit = 10;',
            new_string: 'const limit = 50;',
            replace_all: false,
          }),
        ],
      },
    ],
  },
];
