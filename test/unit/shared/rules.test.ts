// What a question asks of its answer: conditions, needed answers, and the rules of words, numbers, dates and choices.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { askedNow, emptyAnswer, isAnsweredOrSkipped, normalizeAnswers } from '../../../src/shared/answers.js';
import type { Answer, Question } from '../../../src/shared/question.js';
import { isDate } from '../../../src/shared/kinds.js';
import { areValidAnswers, ruleProblem } from '../../../src/shared/rules.js';
import { choice, own } from '../../support/questions.js';
import { runs } from '../../support/tier.js';

const text: Question = { ...choice('Which name?', 'Name', []), kind: 'text' };
const date: Question = { ...text, kind: 'date' };
const several = choice('Which?', 'Which', ['A', 'B', 'C'], { multiSelect: true });
const picked = (...selected: number[]): Answer => ({ ...emptyAnswer, selected });
const problem = (asked: Partial<Question>, words: string, of: Question = text): unknown => ruleProblem({ ...of, ...asked }, own(words));

describe('the rules of an answer', () => {
  it('bound the length of words, in characters as people count them', () => {
    assert.deepEqual(problem({ minLength: 3 }, 'ab'), { code: 'tooShort', limit: 3 });
    assert.deepEqual(problem({ maxLength: 2 }, 'abc'), { code: 'tooLong', limit: 2 });
    assert.equal(problem({ minLength: 2, maxLength: 2 }, ' 😀😀 '), undefined);
  });

  it('ask for a pattern or a form', () => {
    assert.deepEqual(problem({ pattern: '^\\d+$' }, 'a1'), { code: 'otherForm' });
    assert.equal(problem({ pattern: '^\\d+$' }, '11'), undefined);
    assert.deepEqual(problem({ format: 'email' }, 'ada@home'), { code: 'notAnEmail' });
    assert.equal(problem({ format: 'email' }, 'ada@example.com'), undefined);
    assert.deepEqual(problem({ format: 'uri' }, 'example.com'), { code: 'notAUri' });
    assert.equal(problem({ format: 'uri' }, 'https://example.com'), undefined);
  });

  it('compare a pattern with a text of bounded length only, because each letter may cost thousands of steps', () => {
    const slow = { pattern: '^(.?){900}$' };
    assert.deepEqual(problem(slow, 'a'.repeat(1_000_000)), { code: 'tooLong', limit: 5_000 });
    assert.equal(problem({ pattern: '^a+$' }, 'a'.repeat(5_000)), undefined);
  });

  it('ask for a whole number, after its bounds', () => {
    const number: Question = { ...text, kind: 'number', min: 2 };
    assert.deepEqual(problem({ integer: true }, '2.5', number), { code: 'notWhole' });
    assert.deepEqual(problem({ integer: true }, '1.5', number), { code: 'tooSmall', limit: 2 });
    assert.equal(problem({ integer: true }, '3', number), undefined);
  });

  it('ask for a day that exists, within its bounds', () => {
    for (const [day, withTime, exists] of [
      ['2026-02-28', false, true],
      ['2026-02-29', false, false],
      ['2028-02-29', false, true],
      ['2026-13-01', false, false],
      ['2026-1-1', false, false],
      ['30.11.2026', false, false],
      ['2026-11-30T14:30', false, false],
      ['2026-11-30T14:30', true, true],
      ['2026-11-30T24:00', true, false],
      ['2026-11-30', true, false],
    ] as const)
      assert.equal(isDate(day, withTime), exists, day);
    assert.deepEqual(problem({ earliest: '2026-11-01' }, '2026-10-31', date), { code: 'tooEarly', limit: '2026-11-01' });
    assert.deepEqual(problem({ latest: '2026-11-01' }, '2026-11-02', date), { code: 'tooLate', limit: '2026-11-01' });
    assert.deepEqual(problem({}, 'soon', date), { code: 'notADate' });
    assert.equal(problem({ withTime: true, latest: '2026-11-30T14:30' }, '2026-11-30 14:30', date), undefined);
  });

  it('count no own answer that is empty, because it is not sent', () => {
    const asked = { ...several, minChoices: 2, maxChoices: 2 };
    const emptyOwn = (...selected: number[]): Answer => ({ ...picked(...selected), other: true, otherText: ' ' });
    assert.deepEqual(ruleProblem(asked, emptyOwn(0)), { code: 'tooFewChoices', limit: 2 });
    assert.equal(ruleProblem(asked, emptyOwn(0, 1)), undefined);
  });

  it('bound the number of choices, the own answer among them', () => {
    const asked = { ...several, minChoices: 2, maxChoices: 2 };
    assert.deepEqual(ruleProblem(asked, picked(0)), { code: 'tooFewChoices', limit: 2 });
    assert.deepEqual(ruleProblem(asked, picked(0, 1, 2)), { code: 'tooManyChoices', limit: 2 });
    assert.equal(ruleProblem(asked, { ...own('D'), selected: [0] }), undefined);
    assert.equal(ruleProblem({ ...asked, pattern: '^x' }, picked(0, 1)), undefined, 'a rule of words is for own words');
    assert.deepEqual(ruleProblem(asked, { ...own(' '), selected: [0] }), { code: 'tooFewChoices', limit: 2 }, 'no words, no answer');
    assert.equal(ruleProblem(asked, { ...own(' '), selected: [0, 1] }), undefined);
  });

  it('say of a draft what the host says of its answers as they are sent', () => {
    const given = fc.record({
      selected: fc.subarray([0, 1, 2]),
      other: fc.boolean(),
      otherText: fc.constantFrom('', ' ', 'D'),
      note: fc.constant(''),
      skipped: fc.boolean(),
    });
    const bound = fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined });
    fc.assert(
      fc.property(given, bound, bound, (one, least, most) => {
        const asked = { ...several, ...(least !== undefined && { minChoices: least }), ...(most !== undefined && { maxChoices: most }) };
        const isFine = isAnsweredOrSkipped(asked, one) && !one.skipped && ruleProblem(asked, one) === undefined;
        assert.equal(areValidAnswers([asked], normalizeAnswers([asked], [one])), isFine);
      }),
      { numRuns: runs(100) },
    );
  });

  it('say nothing where nothing is filled in, or the question is skipped', () => {
    const asked = { ...text, minLength: 3 };
    assert.equal(ruleProblem(asked, emptyAnswer), undefined);
    assert.equal(ruleProblem(asked, { ...own('a'), skipped: true }), undefined);
  });

  it('keep an answer that breaks them, or that is needed and missing, from being sent', () => {
    assert.equal(areValidAnswers([{ ...text, minLength: 3 }], [own('ab')]), false);
    assert.equal(areValidAnswers([{ ...text, minLength: 3 }], [own('abc')]), true);
    const needed: Question = { ...text, required: true };
    const skipped = { ...emptyAnswer, skipped: true };
    assert.equal(areValidAnswers([text, needed], [own('a'), skipped]), false);
    assert.equal(areValidAnswers([needed, text], [own('a'), skipped]), true);
    assert.equal(isAnsweredOrSkipped(needed, skipped), false);
  });
});

describe('a question that depends on another', () => {
  const store = choice('Store?', 'Store', ['Postgres', 'SQLite', 'None']);
  const port: Question = { ...text, showIf: { question: 0, is: ['Postgres'] } };
  const why: Question = { ...text, showIf: { question: 0, isNot: ['Postgres'] } };
  const tls: Question = { ...text, required: true, showIf: { question: 1 } };
  const all = [store, port, why, tls];

  it('is asked while that one has the answer', () => {
    const shown = (first: Answer, second: Answer = emptyAnswer): readonly boolean[] => askedNow(all, [first, second]);
    assert.deepEqual(shown(emptyAnswer), [true, false, false, false]);
    assert.deepEqual(shown(picked(0)), [true, true, false, false]);
    assert.deepEqual(shown(picked(1)), [true, false, true, false]);
    assert.deepEqual(shown(own('Redis')), [true, false, true, false]);
    assert.deepEqual(shown(own('Postgres')), [true, true, false, false]);
    assert.deepEqual(shown({ ...picked(0), skipped: true }), [true, false, false, false]);
    assert.deepEqual(shown(picked(0), own('5432')), [true, true, false, true], 'in a chain');
    assert.deepEqual(shown(picked(1), own('5432')), [true, false, true, false], 'the chain ends where a link is not asked');
  });

  it('compares numbers by their value', () => {
    const many: Question = { ...text, kind: 'number' };
    assert.deepEqual(askedNow([many, { ...text, showIf: { question: 0, is: ['5'] } }], [own(' 5.0 ')]), [true, true]);
  });

  it('counts for nothing while it is not asked, and what was typed stays in the draft', () => {
    const draft = [picked(1), own('5432'), emptyAnswer, own('yes')];
    assert.deepEqual(normalizeAnswers(all, draft), [picked(1), ...Array.from({ length: 3 }, () => ({ ...emptyAnswer, skipped: true }))]);
    assert.equal(areValidAnswers(all, normalizeAnswers(all, draft)), true);
    assert.equal(areValidAnswers(all, [picked(0), own('5432'), emptyAnswer, { ...emptyAnswer, skipped: true }]), false, 'one is needed');
  });

  it('is asked exactly where a naive reading of the conditions says so', () => {
    const conditions = fc.array(fc.record({ on: fc.nat(9), is: fc.option(fc.nat(2)), isNot: fc.option(fc.nat(2)) }), { maxLength: 9 });
    fc.assert(
      fc.property(conditions, fc.array(fc.option(fc.nat(2)), { minLength: 10, maxLength: 10 }), (given, picks) => {
        const options = ['A', 'B', 'C'];
        const asked: Question[] = [choice('0?', '', options)];
        for (const { on, is, isNot } of given)
          asked.push({
            ...choice(`${asked.length}?`, '', options),
            showIf: {
              question: on % asked.length,
              ...(is !== null && { is: [options[is] ?? ''] }),
              ...(isNot !== null && { isNot: [options[isNot] ?? ''] }),
            },
          });
        const draft = asked.map((_, index) => (typeof picks[index] === 'number' ? picked(picks[index]) : emptyAnswer));
        const naive = (index: number): boolean => {
          const condition = asked[index]?.showIf;
          if (condition === undefined) return true;
          const label = options[draft[condition.question]?.selected[0] ?? -1];
          if (!naive(condition.question) || label === undefined) return false;
          return (condition.is?.includes(label) ?? true) && condition.isNot?.includes(label) !== true;
        };
        assert.deepEqual(
          askedNow(asked, draft),
          asked.map((_, index) => naive(index)),
        );
      }),
      { numRuns: runs(100) },
    );
  });
});
