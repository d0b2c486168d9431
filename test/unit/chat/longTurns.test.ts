// A turn with many permissions: what its end and the search of its transcript look at grows with their number, not with its square.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultsHeld } from '../../../src/claude/transcripts/heldResults.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import { exitedUnproven, turnChecked, turnIsOver, unproven, withResults } from '../../../src/chat/evidence.js';
import type { ChatState } from '../../../src/chat/state.js';
import { after, permissionFor, working } from '../../support/chat.js';

const idsOf = (count: number): readonly string[] => Array.from({ length: count }, (_, nth) => `call-${1_000 + nth}`);
const decided = (id: string): readonly ChatEvent[] => [
  { type: 'toolStarted', toolUseId: id, name: 'Bash', summary: 'ls' },
  permissionFor(id),
  { type: 'permissionDecided', requestId: `p-${id}`, decision: 'allow' },
  { type: 'toolFinished', toolUseId: id, isError: false, text: '' },
];

/** `one`, and how often something of it was looked at. */
function watched<T extends object>(one: T, look: () => void): T {
  return new Proxy(one, {
    get(target, name) {
      look();
      return Reflect.get(target, name) as unknown;
    },
  });
}

/** How many looks at items `act` takes after a turn with so many permissions, all of which it has to settle. */
function looks(count: number, act: (state: ChatState) => ChatState): number {
  const state = exitedOr(act, after(working, ...idsOf(count).flatMap(decided)));
  let seen = 0;
  const settled = act({ ...state, items: state.items.map(item => watched(item, () => seen++)) });
  assert.deepEqual([unproven(state).length, unproven(settled).length], [count, 0]);
  return seen;
}

const prove = (state: ChatState): ChatState =>
  turnChecked(turnIsOver(state), { type: 'turnChecked', toolUseIds: idsOf(200), interrupted: [] }, 9);
const find = (state: ChatState): ChatState => withResults(state, Object.fromEntries(idsOf(200).map(id => [id, true])), 9);
const exitedOr = (act: unknown, state: ChatState): ChatState => (act === find ? exitedUnproven(state) : state);

describe('a turn with twice as many permissions', () => {
  for (const [title, act] of [
    ['its end', prove],
    ['what the transcript says', find],
  ] as const)
    it(`takes twice as many looks at ${title}`, () => {
      assert.ok(looks(200, act) < 3 * looks(100, act), `${looks(100, act)} ${looks(200, act)}`);
    });

  it('takes no more looks for each line of its transcript', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-long-'));
    const path = join(folder, 'a.jsonl');
    const ids = idsOf(100);
    const line = (id: string): string =>
      JSON.stringify({ type: 'user', uuid: id, message: { content: [{ type: 'tool_result', tool_use_id: id, content: '' }] } });
    writeFileSync(path, `${ids.map(line).join('\n')}\n`);
    let seen = 0;
    const found = await resultsHeld(
      path,
      watched(ids, () => seen++),
    );
    assert.deepEqual(Object.values(found), Array<boolean>(100).fill(true));
    assert.ok(seen < 10 * ids.length, `${seen}`);
    rmSync(folder, { recursive: true });
  });
});
