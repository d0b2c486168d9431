// The lines of a ledger mean the same in every order and however often they are there.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Judgement, KnownDecision } from '../../src/memory/decision.js';
import type { LedgerRecord } from '../../src/memory/ledgerRecords.js';
import { byAge, LedgerFold, parseRecord } from '../../src/memory/ledgerRecords.js';
import { sortedInSlices } from '../../src/memory/slices.js';
import { decisionFor } from '../support/ledgers.js';
import { runs } from '../support/tier.js';

const id = fc.constantFrom('a', 'b', 'c', 'd');
const judgement = fc.oneof<fc.Arbitrary<Judgement>[]>(
  fc.record({ type: fc.constant('supersede' as const), reason: fc.string(), by: id }),
  fc.constant({ type: 'once' }),
  fc.constant({ type: 'accept' }),
  fc.record({ type: fc.constantFrom('notLike' as const, 'like' as const), question: fc.constantFrom('Which database for a?', 'x', 'y') }),
  fc.record({ type: fc.constant('tell' as const), told: fc.boolean() }),
);
const time = fc.nat({ max: 5 });
const record = fc.oneof<fc.Arbitrary<LedgerRecord>[]>(
  fc.tuple(id, time, fc.constantFrom('one', 'two')).map(([of, at, note]) => ({ type: 'add', decision: decisionFor(of, { at, note }) })),
  fc.record({ type: fc.constant('judge' as const), record: fc.constantFrom('u', 'v', 'w'), id, at: time, judgement }),
);
/** A line, or ids that were deleted. */
const step = fc.oneof(record, fc.constantFrom(['a'], ['b', 'c']));

const notLikeIn = (name: string, question: string, at: number): LedgerRecord => ({
  ...{ type: 'judge', record: name, id: 'd', at },
  judgement: { type: 'notLike', question },
});

function known(fold: LedgerFold): readonly KnownDecision[] {
  return [...fold.ids].flatMap(one => fold.known(one) ?? []).sort(byAge);
}

function folded(steps: readonly (LedgerRecord | readonly string[])[]): LedgerFold {
  const fold = new LedgerFold();
  for (const one of steps) {
    if ('type' in one) fold.apply(one, 10);
    else fold.forget(one);
    // Whoever asks in between changes nothing.
    known(fold);
  }
  return fold;
}

describe('what a ledger means', () => {
  it('does not depend on the order of its lines, nor on lines that are there twice', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(step, { maxLength: 30, selector: one => ('type' in one && one.type === 'judge' ? `${one.record} ${one.at}` : one) }),
        fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
        (steps, order) => {
          const others = [...steps, ...steps.filter((_, index) => index % 3 === 0)]
            .map((one, index) => ({ one, place: order[index] ?? 0 }))
            .sort((x, y) => x.place - y.place)
            .map(({ one }) => one);
          assert.deepEqual(known(folded(others)), known(folded(steps)));
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('is the same after it was rewritten, in as many bytes as were counted', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), steps => {
        const fold = folded(steps);
        const before = known(fold);
        const records = [...fold.records(before)];
        const rewritten = folded([[...fold.forgotten], ...records]);
        assert.deepEqual(known(rewritten), before);
        fold.settle();
        assert.deepEqual(known(fold), before);
        assert.deepEqual([fold.liveBytes, rewritten.liveBytes], [10 * records.length, 10 * records.length]);
      }),
      { numRuns: runs(100) },
    );
  });

  it('is changed by each judgement but one that holds already', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), id, judgement, (records, of, next) => {
        const fold = folded(records);
        const withoutTime = (): unknown => {
          const decision = fold.known(of);
          return { ...decision, ...(decision?.superseded && { superseded: { ...decision.superseded, at: 0 } }) };
        };
        const [before, holds] = [withoutTime(), fold.holds(of, next)];
        fold.apply({ type: 'judge', record: 'x', id: of, at: 6, judgement: next }, 10);
        if (fold.has(of)) assert.equal(isDeepStrictEqual(withoutTime(), before), holds);
        else assert.equal(holds, false);
      }),
      {
        examples: [
          [
            [notLikeIn('u', 'x', 1), { type: 'add', decision: decisionFor('d', { at: 0 }) }, notLikeIn('v', 'y', 0)],
            'd',
            { type: 'notLike', question: 'y' },
          ],
        ],
      },
    );
  });

  it('is read only from lines that Parley writes', () => {
    for (const value of [
      null,
      1,
      [],
      {},
      { type: 'add' },
      { type: 'add', decision: {} },
      { type: 'judge', id: 'a' },
      { type: 'x', id: 'a' },
    ])
      assert.equal(parseRecord(value), undefined);
  });
});

describe('values that are sorted in slices', () => {
  it('are sorted like others', async () => {
    for (const length of [0, 1, 2_048, 2_049, 10_000]) {
      const values = Array.from({ length }, (_, index) => (index * 7_919) % 10_007);
      for (const given of [values, [...values].sort((a, b) => a - b), [...values].sort((a, b) => b - a)])
        assert.deepEqual(
          await sortedInSlices(given, (a, b) => a - b),
          [...values].sort((a, b) => a - b),
        );
    }
  });
});
