// The kinds of question: their rules, and that no other file has a rule of its own for one of them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerProblem, emptyAnswer, otherTextOf } from '../../../src/shared/answers.js';
import { defaultAnswer, kinds } from '../../../src/shared/kinds.js';
import { areValidAnswers } from '../../../src/shared/rules.js';
import type { Question } from '../../../src/shared/question.js';
import { choice, own } from '../../support/questions.js';

const number: Question = { ...choice('How many?', 'Number', []), kind: 'number', min: 2, max: 4.5, unit: 'kB' };
const text: Question = { ...choice('Which name?', 'Name', []), kind: 'text' };
const several = choice('Which?', 'Which', ['A', 'B', 'C'], { multiSelect: true });

/** The files that compare a question's kind, or name one that has options. */
function filesWithRules(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(
      file =>
        /\.tsx?$/.test(file) &&
        /'choice'|\b(?:asked|question)\??\.kind [!=]==|\bkind [!=]== '(?:number|date)'/.test(readFileSync(file, 'utf8')),
    );
}

describe('a kind of question', () => {
  it('has its rules in one file, and its name in another', () => {
    // The inputs of both tools, the forms of MCP servers and the files of decisions have names of their own for the kinds.
    const inputs = [
      'src/claude/stream/questions.ts',
      'src/claude/ask/input.ts',
      'src/claude/elicitation/fields.ts',
      'src/memory/madrReading.ts',
    ];
    // A date has a form, which stands in the words for the rules.
    const dates = ['webview/question/model/problemWords.ts'];
    const named = ['src/shared/question.ts', ...inputs, ...dates];
    assert.deepEqual([...filesWithRules('src'), ...filesWithRules('webview')].sort(), named.sort());
  });

  it('begins with its default: labels, a text, or a number', () => {
    assert.deepEqual(defaultAnswer({ ...several, defaultValue: ['A', 'C', 'D'] }).selected, [0, 2]);
    assert.deepEqual(defaultAnswer({ ...several, multiSelect: false, defaultValue: ['A', 'C'] }).selected, [0]);
    assert.deepEqual(defaultAnswer({ ...text, defaultValue: 'Jotter' }), own('Jotter'));
    assert.deepEqual(defaultAnswer({ ...number, defaultValue: 3 }), own('3'));
    assert.deepEqual(defaultAnswer(number), emptyAnswer);
  });

  it('says why a typed text is no answer, with the bound that it crosses', () => {
    assert.deepEqual(answerProblem(number, own('a lot')), { code: 'notANumber' });
    assert.deepEqual(answerProblem(number, own('1.5')), { code: 'tooSmall', limit: 2 });
    assert.deepEqual(answerProblem(number, own('4.6')), { code: 'tooLarge', limit: 4.5 });
    assert.equal(answerProblem(number, own(' 4.5 ')), undefined);
    assert.equal(answerProblem(number, own(' ')), undefined);
    assert.equal(answerProblem(text, own('a lot')), undefined);
    assert.equal(answerProblem(several, own('a lot')), undefined);
  });

  it('with its options only takes no other words', () => {
    const only = { ...several, onlyOptions: true as const };
    assert.equal(areValidAnswers([several], [own('D')]), true);
    assert.equal(areValidAnswers([only], [own('D')]), false);
    assert.equal(areValidAnswers([only], [{ ...emptyAnswer, selected: [0, 2] }]), true);
  });

  it('reads with its unit, and is sent without blanks where they mean nothing', () => {
    assert.equal(otherTextOf(number, own(' 3 ')), '3 kB');
    assert.equal(otherTextOf({ ...text, unit: 'kB' }, own(' 3 ')), '3');
    assert.deepEqual([kinds.number.toText(' 3 '), kinds.text.toText(' a '), kinds.choice.toText(' a ')], ['3', ' a ', ' a ']);
  });

  it('is taken by the CLI as offered by Claude where it is a label, or a plain number within the bounds', () => {
    assert.deepEqual(
      ['3', '3.0', ' 3', '3e0', '5'].map(typed => kinds.number.isOffered(number, typed)),
      [true, true, false, false, false],
    );
    assert.deepEqual([kinds.choice.isOffered(several, 'B'), kinds.choice.isOffered(several, 'D')], [true, false]);
    assert.equal(kinds.text.isOffered(text, 'B'), false);
  });
});
