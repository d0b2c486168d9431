// Where commented lines are once the text has moved, by what an editor tells and by the text alone.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Anchor, TextChange } from '../../../../../src/host/features/comments/lines.js';
import { anchorAt, followed, foundAgain, linesOf } from '../../../../../src/host/features/comments/lines.js';
import { runs } from '../../../../support/tier.js';

function applied(lines: readonly string[], { range: { start, end }, text }: TextChange): readonly string[] {
  const head = lines[start.line]?.slice(0, start.character) ?? '';
  const tail = lines[end.line]?.slice(end.character) ?? '';
  return [...lines.slice(0, start.line), ...`${head}${text}${tail}`.split('\n'), ...lines.slice(end.line + 1)];
}

function after(anchor: Anchor, lines: readonly string[], ...changes: readonly TextChange[]): { anchor: Anchor; lines: readonly string[] } {
  const now = changes.reduce(applied, lines);
  return { anchor: followed(anchor, changes, () => now), lines: now };
}

const change = (from: readonly [number, number], to: readonly [number, number], text: string): TextChange => ({
  range: { start: { line: from[0], character: from[1] }, end: { line: to[0], character: to[1] } },
  text,
});
const place = ({ first, last, gone }: Anchor): unknown => (gone === true ? [first, last, 'gone'] : [first, last]);
const code = ['function one() {', '  return 1;', '}', '', 'function two() {', '  return 2;', '}', ''];

describe('commented lines, by the changes that an editor tells', () => {
  const at = (first: number, last = first): Anchor => anchorAt(code, { first, last });
  const told = (anchor: Anchor, ...changes: readonly TextChange[]): unknown => place(after(anchor, code, ...changes).anchor);

  it('move with what is put and taken above them, and with nothing below', () => {
    assert.deepEqual(told(at(5), change([0, 0], [0, 0], '// new\n')), [6, 6]);
    assert.deepEqual(told(at(5), change([4, 16], [4, 16], '\n  // new')), [6, 6]);
    assert.deepEqual(told(at(5), change([5, 0], [5, 0], '  // new\n')), [6, 6]);
    assert.deepEqual(told(at(5), change([0, 0], [3, 0], '')), [2, 2]);
    assert.deepEqual(told(at(5), change([5, 11], [5, 11], '\n  // new')), [5, 5]);
    assert.deepEqual(told(at(5), change([6, 0], [7, 0], '')), [5, 5]);
    assert.deepEqual(told(at(5), change([6, 0], [6, 0], 'x'), change([0, 0], [0, 0], '\n\n')), [7, 7]);
  });

  it('stay while the person writes in them, and grow with them', () => {
    const { anchor } = after(at(5), code, change([5, 9], [5, 10], '22'));
    assert.deepEqual([place(anchor), anchor.text], [[5, 5], ['  return 22;']]);
    assert.deepEqual(told(at(4, 6), change([5, 0], [5, 0], '  log();\n')), [4, 7]);
    assert.deepEqual(told(at(4, 6), change([5, 0], [6, 0], '')), [4, 5]);
  });

  it('are found in a part that was replaced as a whole, as a file that another program has written is', () => {
    const next = ['// new', ...code.slice(0, 4), '// also new', ...code.slice(4, 6), '  // more', ...code.slice(6)];
    assert.deepEqual(told(at(5), change([0, 0], [7, 0], next.join('\n'))), [7, 7]);
    assert.deepEqual(
      told(at(5), change([0, 0], [7, 0], next.join('\n').replace('return 2', 'return two'))),
      [7, 8],
      'up to what stood below',
    );
  });

  it('are gone with their text, and come back with it', () => {
    const cut = after(at(5), code, change([5, 0], [6, 0], ''));
    assert.deepEqual([place(cut.anchor), cut.anchor.text], [[5, 5, 'gone'], ['  return 2;']]);
    const moved = after(cut.anchor, cut.lines, change([0, 0], [0, 0], '\n'));
    assert.deepEqual(place(moved.anchor), [6, 6, 'gone']);
    assert.deepEqual(place(after(moved.anchor, moved.lines, change([6, 0], [6, 0], '  return 2;\n')).anchor), [6, 6]);
    assert.deepEqual(told(at(5), change([5, 0], [5, 11], '')), [5, 5, 'gone']);
  });

  it('come back whole from a file that was empty while another program wrote it', () => {
    const emptied = foundAgain(anchorAt(code, { first: 4, last: 6 }), ['']);
    assert.deepEqual(
      [place(emptied), place(foundAgain(emptied, ['// new', ...code]))],
      [
        [0, 0, 'gone'],
        [5, 7],
      ],
    );
  });

  it('are where their text is, whatever else is changed in a text of different lines', () => {
    const edits = fc.array(
      fc.record({
        at: fc.nat(),
        length: fc.nat(4),
        column: fc.nat(3),
        words: fc.array(fc.constantFrom('x', '\n', 'yy'), { maxLength: 4 }),
      }),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(), fc.nat(3), edits, (count, from, height, all) => {
        let lines: readonly string[] = Array.from({ length: count }, (_, line) => `line ${line}`);
        const first = from % count;
        const last = Math.min(first + height, count - 1);
        const own = lines.slice(first, last + 1);
        let anchor = anchorAt(lines, { first, last });
        for (const { at: start, length, column, words } of all) {
          const line = start % lines.length;
          const end = Math.min(line + length, lines.length - 1);
          const [here = '', there = ''] = [lines[line], lines[end]];
          const from = Math.min(column, here.length);
          const to = end === line ? Math.max(from, Math.min(column + length, there.length)) : Math.min(column, there.length);
          ({ anchor, lines } = after(anchor, lines, change([line, from], [end, to], words.join(''))));
          assert.ok(anchor.first >= 0 && anchor.last >= anchor.first && anchor.last < lines.length, JSON.stringify(anchor));
          const now = lines.findIndex((_, begin) => own.every((text, by) => lines[begin + by] === text));
          // Once they were changed, nobody says which of the lines are theirs.
          if (now < 0) return;
          assert.deepEqual(place(anchor), [now, now + own.length - 1]);
        }
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('move by the lines alone, also where every line is the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), fc.nat(), fc.nat(5), (count, from, added) => {
        const same: readonly string[] = Array.from({ length: count }, () => '}');
        const first = from % count;
        const anchor = anchorAt(same, { first, last: first });
        assert.equal(after(anchor, same, change([0, 0], [0, 0], '}\n'.repeat(added))).anchor.first, first + added);
        if (first > 0) assert.equal(after(anchor, same, change([0, 0], [1, 0], '')).anchor.first, first - 1);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('commented lines in a text that has changed unseen', () => {
  const again = (first: number, last: number, next: readonly string[]): unknown => place(foundAgain(anchorAt(code, { first, last }), next));

  it('are found by their text, of several the one with the same surroundings', () => {
    assert.deepEqual(again(5, 5, ['// a', '// b', ...code]), [7, 7]);
    assert.deepEqual(again(6, 6, ['', ...code]), [7, 7], 'the bracket of the same function');
    assert.deepEqual(again(2, 2, ['', ...code]), [3, 3]);
    assert.deepEqual(again(0, 2, code.slice(4).concat(code.slice(0, 4))), [4, 6]);
  });

  it('are found by their surroundings where they were changed, and are gone where nothing of these is left', () => {
    assert.deepEqual(again(5, 5, ['// a', ...code.map(line => line.replace('return 2', 'return two'))]), [6, 6]);
    assert.deepEqual(again(5, 5, code.toSpliced(5, 1)), [5, 5, 'gone']);
    assert.deepEqual(again(5, 5, ['nothing', 'of this']), [1, 1, 'gone']);
    assert.deepEqual(again(5, 5, ['']), [0, 0, 'gone']);
    assert.deepEqual(place(foundAgain(foundAgain(anchorAt(code, { first: 5, last: 5 }), ['']), code)), [5, 5]);
  });

  it('are found whatever was put and taken elsewhere in a text of different lines', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), fc.nat(3), fc.infiniteStream(fc.nat(5)), (count, from, height, dice) => {
        const lines = Array.from({ length: count }, (_, line) => `line ${line}`);
        const first = from % count;
        const last = Math.min(first + height, count - 1);
        const next = lines.flatMap((line, at) => {
          const kept = at >= first && at <= last;
          const { value: thrown } = dice.next() as IteratorYieldResult<number>;
          return kept || thrown > 1 ? [line] : thrown === 0 ? [] : [`new ${at}`, line];
        });
        const begin = next.indexOf(`line ${first}`);
        // What is put between the lines parts them.
        if (next[begin + last - first] !== `line ${last}`) return;
        assert.deepEqual(place(foundAgain(anchorAt(lines, { first, last }), next)), [begin, begin + last - first]);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('are kept in a few hundred lines of some hundred characters, whatever the file is', () => {
    const long = Array.from({ length: 5_000 }, (_, line) => `${line} ${'x'.repeat(5_000)}`);
    const anchor = anchorAt(long, { first: 1, last: 4_999 });
    assert.deepEqual([anchor.text.length, anchor.text[0]?.length], [400, 1_000]);
    assert.ok(JSON.stringify(anchor).length < 450_000);
    assert.deepEqual(place(foundAgain(anchor, ['new', ...long])), [2, 5_000]);
    assert.deepEqual(linesOf('a\r\nb\rc\nd'), ['a', 'b', 'c', 'd']);
  });
});
