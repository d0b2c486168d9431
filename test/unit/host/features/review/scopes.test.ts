// Which files are shown for more than one turn, and beside what.
import assert from 'node:assert/strict';
import { changedSince, firstChanges } from '../../../../../src/host/features/review/scopes.js';
import type { FileChange } from '../../../../../src/review/changes.js';

const entry = (blob: string) => ({ mode: '100644', blob });
const file = (path: string, before: string | undefined, after: string | undefined, more: Partial<FileChange> = {}): FileChange => ({
  path,
  kind: 'modified',
  plus: 0,
  minus: 0,
  ...(before !== undefined && { before: entry(before) }),
  ...(after !== undefined && { after: entry(after) }),
  ...more,
});

const turns = [
  [file('a', 'a1', 'a2'), file('new', undefined, 'n1'), file('back', 'b1', 'b2')],
  [file('a', 'a2', 'a3'), file('to', 'm1', 'm1', { from: 'from', kind: 'renamed' }), file('gone', 'g1', undefined)],
];
const now: Readonly<Record<string, string | undefined>> = {
  a: 'a3',
  new: 'n1',
  back: 'b1',
  from: 'gone',
  to: 'm1',
  gone: 'gone',
  odd: undefined,
};
const shown = async (seen: Readonly<Record<string, string>> = {}) =>
  (
    await changedSince(
      firstChanges(turns),
      ({ path }) => Promise.resolve(now[path]),
      path => seen[path],
    )
  ).map(({ path, before, isThere }) => [path, before, isThere]);

describe('the changes of several turns', () => {
  it('stand beside what was there before the first of them; what stands there again as before is none', async () => {
    assert.deepEqual(await shown(), [
      ['a', 'a1', true],
      ['new', undefined, true],
      ['from', 'm1', false],
      ['to', undefined, true],
      ['gone', 'g1', false],
    ]);
  });

  it('since the person has looked stand beside what was seen, and what stands there as it was seen is none', async () => {
    assert.deepEqual(await shown({ a: 'a2', new: 'n1', gone: 'gone', from: 'gone', back: 'b2', to: 'gone' }), [
      ['a', 'a2', true],
      ['back', 'b2', true],
      ['to', undefined, true],
    ]);
  });

  it('has a file that cannot be read now', async () => {
    const odd = await changedSince([{ path: 'odd', before: entry('o1'), after: entry('o2') }], ({ path }) => Promise.resolve(now[path]));
    assert.deepEqual(odd, [{ path: 'odd', before: 'o1', isThere: true }]);
  });
});
