// Which change stands at the cursor, and the text without it.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changesAt, isOf, without } from '../../../src/review/changeAtLines.js';
import { lineHunks } from '../../../src/shared/lineDiff.js';

const text = (...lines: readonly string[]): string => lines.join('\n');
const before = text('a', 'b', 'c', 'd', 'e', '');

describe('the change at the cursor', () => {
  it('is the one whose lines it is in, or beside lines that went; of a selection all of them', () => {
    const now = text('a', 'B', 'c', 'e', 'new', '');
    const at = (first: number, last = first) => (changesAt(before, now, first, last) ?? []).map(({ removed, added }) => [removed, added]);
    assert.deepEqual(at(0), []);
    assert.deepEqual(at(1), [[['b'], ['B']]]);
    assert.deepEqual([at(2), at(3)], [[[['d'], []]], [[['d'], []]]]);
    assert.deepEqual(at(4), [[[], ['new']]]);
    assert.equal(at(0, 5).length, 3);
  });

  it('is not known in a text with too many changes to find each, where all of them would pass for one', () => {
    const many = (line: (at: number) => string): string =>
      Array.from({ length: 4_000 }, (_, at) => (at % 2 === 0 ? line(at) : 'same')).join('\n');
    const [old, now] = [many(at => `old ${at}`), many(at => `new ${at}`)];
    assert.equal(changesAt(old, now, 0, 0), undefined);
    assert.equal(isOf({ at: 0, removed: ['old 0'], nowAt: 0, added: ['new 0'] }, old, now), false);
  });

  it('is Claude’s alone only where nobody has written in its place since', () => {
    const after = text('a', 'B', 'B2', 'c', 'd', 'e', '');
    const isAlone = (now: string, line: number): boolean =>
      (changesAt(before, now, line, line) ?? []).every(change => isOf(change, before, after));
    assert.equal(isAlone(text('mine', 'a', 'B', 'B2', 'c', 'd', 'mine', ''), 2), true);
    assert.equal(isAlone(text('a', 'B', 'mine', 'B2', 'c', 'd', 'e', ''), 1), false);
    assert.equal(isAlone(text('a', 'B', 'B2', 'c', 'd', 'mine', ''), 5), false);
  });

  it('taken out leaves what the other changes make of the text, and all of them taken out the text of before', () => {
    const any = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map(lines => lines.join('\n'));
    fc.assert(
      fc.property(any, any, fc.func(fc.boolean()), (old, now, isTaken) => {
        const all = lineHunks(old, now);
        const [taken, left] = [all.filter(one => isTaken(one.at)), all.filter(one => !isTaken(one.at))];
        const made = old.split('\n');
        for (const { at, removed, added } of left.toReversed()) made.splice(at, removed.length, ...added);
        assert.equal(without(now, taken), made.join('\n'));
        assert.equal(without(now, all), old);
      }),
    );
  });
});
