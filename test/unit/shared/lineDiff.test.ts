// A diff holds both texts to the last character.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DiffRow } from '../../../src/shared/lineDiff.js';
import { DiffBudget, diffRows, lineCounts } from '../../../src/shared/lineDiff.js';
import { runs } from '../../support/tier.js';

const textOf = (rows: readonly DiffRow[], without: string): string =>
  rows
    .filter(({ sign }) => sign !== without)
    .map(({ pieces }) => pieces.join(''))
    .join('\n');

/** Rows as `-a [b] c`, with the pieces that differ in brackets. */
const drawn = (before: string, after: string): readonly string[] =>
  diffRows(before, after).map(({ sign, pieces }) => sign + pieces.map((piece, at) => (at % 2 === 0 ? piece : `[${piece}]`)).join(''));

describe('a diff', () => {
  it('holds both texts to the last character', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', ' ', '\t', '\n', '\r', '\u200b', '\ud83d\ude00', '\ud800', 'limit', '='))
      .map(all => all.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rows = diffRows(before, after);
        assert.equal(textOf(rows, '+'), before);
        assert.equal(textOf(rows, '-'), after);
        // What stands between the marks is in both texts.
        const common = (without: string): string =>
          rows
            .filter(({ sign }) => sign === ' ' || sign !== without)
            .flatMap(({ pieces }) => pieces.filter((_, at) => at % 2 === 0))
            .join('');
        if (rows.every(({ sign, pieces }) => sign === ' ' || pieces.length > 1)) assert.equal(common('+'), common('-'));
      }),
      { numRuns: runs(100) },
    );
  });

  it('marks the words that differ in a line', () => {
    assert.deepEqual(drawn('const notes = [];\nlet limit = 10;', 'const notes = [];\nconst limit = 50;\nconst page = 0;'), [
      ' const notes = [];',
      '-[let] limit = [10];',
      '+[const] limit = [50];',
      '+[const page = 0;]',
    ]);
  });

  it('marks nothing where little is common, because marks would only make it hard to read', () => {
    assert.deepEqual(drawn('alpha beta', 'one two three'), ['-alpha beta', '+one two three']);
  });

  it('shows white space, line ends and the last line end as differences', () => {
    assert.deepEqual(drawn('\ta', '    a'), ['-[\t]a', '+[    ]a']);
    assert.deepEqual(drawn('ab\nc', 'ab\r\nc'), ['-ab', '+ab[\r]', ' c']);
    assert.deepEqual(drawn('a', 'a\n'), [' a', '+']);
    assert.deepEqual(drawn('', 'a'), ['+a']);
    assert.deepEqual(drawn('a', ''), ['-a']);
    assert.deepEqual(drawn('', ''), []);
  });

  it('of two texts with nothing in common is both texts, however long they are', () => {
    const [before, after] = ['a', 'b'].map(letter => Array.from({ length: 1_000 }, (_, line) => `${letter}${line}`).join('\n'));
    const rows = diffRows(before ?? '', after ?? '');
    assert.equal(textOf(rows, '+'), before);
    assert.equal(textOf(rows, '-'), after);
    assert.equal(rows.length, 2_000);
  });

  it('of a permission whose budget is spent shows each line, as replaced', () => {
    const budget = new DiffBudget();
    const rows = (): readonly DiffRow[] => diffRows('+-'.repeat(400), '-*+'.repeat(270), budget);
    for (let edit = 0; edit < 60; edit++)
      assert.deepEqual([textOf(rows(), '+'), textOf(rows(), '-')], ['+-'.repeat(400), '-*+'.repeat(270)]);
    assert.deepEqual(
      diffRows('same\nold', 'same\nnew', budget).map(({ sign }) => sign),
      ['-', '-', '+', '+'],
    );
    assert.deepEqual(
      diffRows('same\nold', 'same\nnew').map(({ sign }) => sign),
      [' ', '-', '+'],
    );
  });
});

describe('the lines of a text that are new and gone', () => {
  const lines = (change: (index: number) => string): string => Array.from({ length: 40_000 }, (_, index) => `${change(index)}\n`).join('');
  const before = lines(index => `line ${index}`);

  it('are counted as git does, a line with its line end', () => {
    assert.deepEqual(lineCounts('a\nb', 'a\nb\n'), { plus: 1, minus: 1 });
    assert.deepEqual(lineCounts(before, before.replace('line 7\n', '')), { plus: 0, minus: 1 });
  });

  it('are those that differ also where they are too many to be compared in their order', () => {
    const after = lines(index => (index % 20 === 0 ? `other ${index}` : `line ${index}`));
    assert.deepEqual(lineCounts(before, after), { plus: 2_000, minus: 2_000 });
    assert.deepEqual(lineCounts(before, `${after}more\n`), { plus: 2_001, minus: 2_000 });
    const turned = lines(index => `line ${index < 10 ? index : 40_009 - index}`);
    assert.deepEqual(lineCounts(before, turned), { plus: 39_990, minus: 39_990 }, 'in another order');
  });
});
