// Whether two questions ask for the same decision, measured on labelled pairs of which half were not looked at when the measure was made.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { likenessOf, profileOf, threshold } from '../../../src/memory/likeness.js';
import { choice } from '../../support/questions.js';
import type { Question } from '../../../src/shared/question.js';

interface Asked {
  readonly question: string;
  readonly header: string;
  readonly options: readonly string[];
}

/** `hard`: the same words, and another subject. */
interface Pair {
  readonly a: Asked;
  readonly b: Asked;
  readonly same: boolean;
  readonly kind: 'same' | 'hard' | 'easy';
  readonly half: 'tune' | 'held';
}

const pairs = JSON.parse(readFileSync('test/fixtures/likeness.json', 'utf8')) as readonly Pair[];
const likeness = (a: Question, b: Question): number => likenessOf(profileOf(a), profileOf(b));
const asQuestion = ({ question, header, options }: Asked): Question => choice(question, header, options);
const likenessOfPair = ({ a, b }: Pair): number => likeness(asQuestion(a), asQuestion(b));

describe('the labelled pairs of questions', () => {
  it('are 300 or more, a third of them hard, and no question is in both halves', () => {
    assert.ok(pairs.length >= 300);
    assert.ok(pairs.filter(({ kind }) => kind === 'hard').length >= pairs.length / 3);
    const textsOf = (half: string): readonly string[] =>
      pairs.filter(pair => pair.half === half).flatMap(({ a, b }) => [JSON.stringify(a), JSON.stringify(b)]);
    const tuned = new Set(textsOf('tune'));
    assert.deepEqual(
      textsOf('held').filter(text => tuned.has(text)),
      [],
    );
  });

  for (const half of ['tune', 'held'] as const)
    it(`are told apart with a precision of 0.97 and a recall of 0.6 in the half "${half}"`, () => {
      const found = pairs.filter(pair => pair.half === half && likenessOfPair(pair) >= threshold);
      const right = found.filter(({ same }) => same).length;
      const [precision, recall] = [right / found.length, right / pairs.filter(pair => pair.half === half && pair.same).length];
      console.log(`      ${half}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ${found.length} found`);
      assert.ok(precision >= 0.97, `precision ${precision}`);
      assert.ok(recall >= 0.6, `recall ${recall}`);
    });
});

describe('the likeness of two questions', () => {
  it('is a number from 0 to 1 that does not depend on their order', () => {
    for (const { a, b } of pairs) {
      const [one, other] = [likeness(asQuestion(a), asQuestion(b)), likeness(asQuestion(b), asQuestion(a))];
      assert.ok(one >= 0 && one <= 1, `${one}: ${a.question}`);
      assert.ok(Math.abs(one - other) < 1e-9, `${one} and ${other}: ${a.question}`);
    }
  });

  // The square of the length takes minutes, and mocha's limit of time ends it.
  it('is told in a moment of a question without blanks', () => {
    for (const letter of ['a', 'é', '漢']) {
      const long = choice(letter.repeat(200_000), letter.repeat(200_000), [letter.repeat(200_000), 'B']);
      assert.ok(likeness(long, long) <= 1);
    }
  });

  it('says that a question is like itself', () => {
    for (const { a } of pairs) assert.ok(likeness(asQuestion(a), asQuestion(a)) >= threshold, a.question);
  });

  it('is 0 where files, names, versions or numbers differ', () => {
    const differ = [
      ['May I delete src/old/import.ts?', 'May I delete src/old/export.ts?'],
      ['Rename `load` everywhere?', 'Rename `save` everywhere?'],
      ['Rename getUser now?', 'Rename getOrder now?'],
      ['Move to version 18?', 'Move to version 19?'],
    ];
    for (const [a = '', b = ''] of differ) assert.equal(likeness(choice(a, '', ['Yes', 'No']), choice(b, '', ['Yes', 'No'])), 0, a);
  });

  it('is 0 for questions of which nothing is left without stop words', () => {
    assert.equal(likeness(choice('What now?', '', ['A', 'B']), choice('', '', ['A', 'B'])), 0);
  });

  it('counts other options against the same question', () => {
    const asked = choice('Which database?', '', ['PostgreSQL', 'SQLite']);
    assert.ok(likeness(asked, choice('Which database?', '', ['app_dev', 'app_test'])) < threshold);
    assert.ok(likeness(asked, choice('Which database?', '', ['Postgres (Recommended)', 'MySQL', 'SQLite'])) >= threshold);
  });
});
