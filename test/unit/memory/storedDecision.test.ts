// Several files of one decision mean the same in every order and however often they are there.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Judgement } from '../../../src/memory/decision.js';
import type { StoredDecision } from '../../../src/memory/storedDecision.js';
import { judgementOf, knownFrom, merged, parseStored, storedJudgement, textOf } from '../../../src/memory/storedDecision.js';
import { decisionFor } from '../../support/ledgers.js';
import { runs } from '../../support/tier.js';

const judgement = fc.oneof<fc.Arbitrary<Judgement>[]>(
  fc.record({ type: fc.constant('supersede' as const), reason: fc.string(), by: fc.constantFrom('b', 'c') }),
  fc.constant({ type: 'once' }),
  fc.constant({ type: 'accept' }),
  fc.record({ type: fc.constantFrom('notLike' as const, 'like' as const), question: fc.constantFrom('Which database for a?', 'x', 'y') }),
  fc.record({ type: fc.constant('tell' as const), told: fc.boolean() }),
);
const time = fc.nat({ max: 5 });
const file: fc.Arbitrary<StoredDecision> = fc
  .record({ at: time, note: fc.constantFrom('one', 'two'), said: fc.array(fc.tuple(judgement, time), { maxLength: 4 }) })
  .map(({ at, note, said }) => {
    const decision = decisionFor('a', { at, note });
    const alone = said.map(([one, when]): StoredDecision => ({ decision, judgements: [storedJudgement(one, when)] }));
    return alone.reduce(merged, { decision, judgements: [] });
  });
const files = fc.array(file, { minLength: 1, maxLength: 8 });

function together(given: readonly StoredDecision[]): StoredDecision {
  const [first = assert.fail(), ...others] = given;
  return others.reduce(merged, first);
}

describe('what the files of a decision say', () => {
  it('does not depend on their order, nor on what is there twice', () => {
    fc.assert(
      fc.property(files, fc.array(fc.nat(), { minLength: 16, maxLength: 16 }), (given, order) => {
        const others = [...given, ...given.filter((_, index) => index % 3 === 0)]
          .map((one, index) => ({ one, place: order[index] ?? 0 }))
          .sort((x, y) => x.place - y.place)
          .map(({ one }) => one);
        assert.equal(textOf(together(others)), textOf(together(given)));
      }),
      { numRuns: runs(200) },
    );
  });

  it('is the same once one file says it all', () => {
    fc.assert(
      fc.property(files, given => {
        const whole = together(given);
        for (const one of given) assert.equal(textOf(merged(whole, one)), textOf(whole));
        assert.deepEqual(parseStored(textOf(whole)), JSON.parse(JSON.stringify(whole)));
      }),
      { numRuns: runs(100) },
    );
  });

  it('is changed by each judgement but one that holds already', () => {
    fc.assert(
      fc.property(files, judgement, fc.nat({ max: 9 }), (given, next, now) => {
        const before = together(given);
        const said = judgementOf(before, next, now);
        if (said === undefined) return;
        const after = merged(before, said);
        const withoutTime = (stored: StoredDecision): unknown => {
          const { superseded, judgedAt: _, ...known } = knownFrom(stored);
          return { ...known, reason: superseded?.reason, by: superseded?.by };
        };
        assert.equal(isDeepStrictEqual(withoutTime(after), withoutTime(before)), false);
        assert.equal(judgementOf(after, next, now), undefined);
      }),
    );
  });

  it('is read only where it has the form of a decision', () => {
    const { decision } = { decision: decisionFor('a') };
    const good = { format: 1, decision, judgements: [] };
    const read = (value: unknown): unknown => parseStored(JSON.stringify(value));
    assert.deepEqual(read(good), { decision, judgements: [] });
    // As a later version may write it.
    assert.deepEqual(read({ ...good, decision: { ...decision, more: 1 } }), { decision: { ...decision, more: 1 }, judgements: [] });
    assert.equal(read({ format: 2 }), 'later');
    for (const value of [
      ...[null, 1, [], {}, { ...good, decision: {} }, { ...good, judgements: undefined }],
      { ...good, decision: { ...decision, at: 1e300 } },
      { ...good, decision: { ...decision, chosen: [1] } },
      { ...good, decision: { ...decision, question: { ...decision.question, options: [{}] } } },
      { ...good, judgements: [{ about: 'status', at: 1, said: { type: 'other' } }] },
    ])
      assert.equal(read(value), undefined, JSON.stringify(value));
    assert.equal(parseStored('{'), undefined);
  });
});
