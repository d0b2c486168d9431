// The answer of an earlier decision as a draft for the question that is asked now.
import assert from 'node:assert/strict';
import { sameAnswer } from '../../../src/memory/sameAnswer.js';
import type { Question } from '../../../src/shared/question.js';
import { decision } from '../../support/decisions.js';
import { choice, own, pick } from '../../support/questions.js';

const asked = choice('Which database?', 'Database', ['SQLite', 'PostgreSQL', 'MySQL']);
const several: Question = { ...asked, multiSelect: true };
const text: Question = { ...choice('Which name?', 'Name', []), kind: 'text' };
const number: Question = { ...text, kind: 'number' };
const date: Question = { ...text, kind: 'date' };

describe('the same answer again', () => {
  it('picks the option of the same label, wherever it stands now', () => {
    assert.deepEqual(sameAnswer(decision({ chosen: ['PostgreSQL'] }), asked), pick(1));
  });

  it('finds a label that is written in another way', () => {
    assert.deepEqual(sameAnswer(decision({ chosen: ['postgresql (Recommended)'] }), asked), pick(1));
    const hyphens = choice('Which tests?', 'Tests', ['Unit tests', 'End‑to‑end tests (empfohlen)']);
    assert.deepEqual(sameAnswer(decision({ chosen: ['end-to-end tests'] }), hyphens), pick(1));
  });

  it('takes the exact label before one that reads the same, and neither of two that read the same', () => {
    const doubled = choice('Which?', 'Which', ['postgres', 'Postgres', 'SQLite']);
    assert.deepEqual(sameAnswer(decision({ chosen: ['Postgres'] }), doubled), pick(1));
    assert.deepEqual(sameAnswer(decision({ chosen: ['POSTGRES'] }), doubled), own('POSTGRES'));
  });

  it('writes a label that is not offered into Other', () => {
    assert.deepEqual(sameAnswer(decision({ chosen: ['Oracle'] }), asked), own('Oracle'));
    assert.deepEqual(sameAnswer(decision({ chosen: ['MySQL', 'Oracle'], words: 'and files' }), several), own('Oracle, and files', 2));
  });

  it('is none where the question has no Other for what is not offered', () => {
    assert.equal(sameAnswer(decision({ chosen: ['Oracle'] }), { ...asked, onlyOptions: true }), undefined);
    assert.equal(sameAnswer(decision({ words: 'files' }), { ...asked, onlyOptions: true }), undefined);
  });

  it('never is more than one in a single select', () => {
    assert.equal(sameAnswer(decision({ chosen: ['SQLite', 'MySQL'] }), asked), undefined);
    assert.equal(sameAnswer(decision({ chosen: ['SQLite'], words: 'for now' }), asked), undefined);
    assert.equal(sameAnswer(decision({ chosen: ['Oracle', 'DB2'] }), asked), undefined);
  });

  it('picks several in ascending order, each once', () => {
    assert.deepEqual(sameAnswer(decision({ chosen: ['MySQL', 'SQLite', 'sqlite'] }), several), pick(0, 2));
  });

  it('keeps to how many may be chosen', () => {
    assert.equal(sameAnswer(decision({ chosen: ['MySQL', 'SQLite'] }), { ...several, maxChoices: 1 }), undefined);
    assert.equal(sameAnswer(decision({ chosen: ['MySQL'] }), { ...several, minChoices: 2 }), undefined);
  });

  it('fills in words, a number or a date that the question can take', () => {
    assert.deepEqual(sameAnswer(decision({ words: 'jotter' }), text), own('jotter'));
    assert.deepEqual(sameAnswer(decision({ chosen: ['60'] }), { ...number, max: 60 }), own('60'));
    assert.deepEqual(sameAnswer(decision({ words: '2027-01-31' }), date), own('2027-01-31'));
  });

  it('is none where the words break the bounds of the question', () => {
    assert.equal(sameAnswer(decision({ words: 'jotter' }), { ...text, maxLength: 5 }), undefined);
    assert.equal(sameAnswer(decision({ words: '61' }), { ...number, max: 60 }), undefined);
    assert.equal(sameAnswer(decision({ words: 'soon' }), number), undefined);
    assert.equal(sameAnswer(decision({ words: '2027-02-30' }), date), undefined);
  });

  it('fills in a number without its unit, and no number of another unit', () => {
    const pixels: Question = { ...number, unit: 'px' };
    const earlier = decision({ question: pixels, answer: own('12'), words: '12 px' });
    assert.deepEqual(sameAnswer(earlier, pixels), own('12'));
    assert.equal(sameAnswer(earlier, { ...number, unit: '%' }), undefined);
  });

  it('leaves the note behind, and does not look at a condition', () => {
    const noted = decision({ chosen: ['SQLite'], note: 'only here' });
    assert.deepEqual(sameAnswer(noted, { ...asked, showIf: { question: 0, is: ['Yes'] } }), pick(0));
  });

  it('is none where there was no answer', () => {
    for (const question of [asked, several, text, number]) assert.equal(sameAnswer(decision({}), question), undefined);
  });
});
