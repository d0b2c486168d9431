// A plan that waits, in its states.
import type { PermissionItem } from '../../src/shared/transcript.js';
import { newsOf } from './asideStates.js';
import type { GalleryState } from './gallery.js';
import { openItem, store, waitingFor } from './openCards.js';
import { permissionItem } from './permissionItems.js';

export const planText = [
  '# Notes that last',
  '',
  'The notes are lost with every restart. They go into one file.',
  '',
  '1. Add `src/store.ts`, which reads and writes `notes.json`',
  '2. Change the routes:',
  '   - `POST /notes` writes',
  '   - `DELETE /notes` asks first',
  '3. Test with a full disk, as [the issue](https://example.com/issues/12) wants',
  '',
  '```ts',
  "const notes = await read('notes.json');",
  '```',
  '',
  '| file | change |',
  '| --- | --- |',
  '| src/routes.ts | 12 lines |',
  '',
].join('\n');

export function planItem(plan: string, more: Partial<PermissionItem> = {}): PermissionItem {
  const input = { plan, planFilePath: '/home/me/.claude/plans/quiet-lamp.md' };
  return { ...permissionItem(input, { id: 'plan1', toolUseId: 'call-plan', toolName: 'ExitPlanMode' }), ...more };
}

export const draft =
  'Nearly there.\n\nLine 5 of the plan:\n> 1. Add `src/store.ts`, which reads and writes `notes.json`\nUse SQLite, see above.\n\nLines 6-8 of the plan:\n> 2. Change the routes:\n>    - `POST /notes` writes\n>    - `DELETE /notes` asks first\nאין צורך לשאול.';

export const modes = newsOf({ type: 'planModes', modes: ['default', 'acceptEdits', 'auto'] });
const waits = waitingFor(openItem([store], { id: 'toolu plan' }));
const shown = (item: PermissionItem) => ({ ...waits, items: [item], status: { turn: 'running' as const, waiting: true as const } });

export const planStates: readonly GalleryState[] = [
  { name: 'plan', hostMessages: [shown(planItem(planText)), modes] },
  { name: 'plan with comments', hostMessages: [shown(planItem(planText, { draft })), modes, newsOf({ type: 'canAsk', can: true })] },
  {
    name: 'a plan that was sent back with comments',
    hostMessages: [
      { ...waits, items: [planItem(planText, { state: 'denied', note: { text: draft, state: 'told' } })], status: { turn: 'running' } },
    ],
  },
  { name: 'plan without a text', hostMessages: [shown(planItem('')), modes] },
  {
    name: 'plan in a refused mode',
    hostMessages: [
      shown(planItem('Only one line.')),
      newsOf({ type: 'planRefused', id: 'plan1', mode: 'default', detail: 'Cannot set permission mode.' }),
    ],
  },
];
