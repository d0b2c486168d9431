// What was filled in on a question that was lost, as the message that Claude reads instead.
import assert from 'node:assert/strict';
import { lostAnswersPrompt } from '../../../src/chat/lostAnswers.js';
import { announcedQuestion } from '../../../src/chat/questionMachine.js';
import type { QuestionState } from '../../../src/chat/state.js';
import type { Answer } from '../../../src/shared/question.js';
import { answer, choice, own, pick } from '../../support/questions.js';

const questions = [choice('Which?', 'Which', ['A', 'B', 'C'], { multiSelect: true }), choice('How?', 'How', ['Fast', 'Well'])];
const begins = 'You asked me this before the connection was lost. My answers:\n\n';

const prompt = (draft: readonly Answer[], more: Partial<QuestionState> = {}): string | undefined =>
  lostAnswersPrompt({ ...announcedQuestion('t'), phase: 'lost', questions, draft, ...more });

describe('the answers of a lost question, as a message', () => {
  it('are the labels and own words under each question', () => {
    assert.equal(prompt([own('and D', 0, 2), pick(1)]), `${begins}- Which?\n  A; C; and D\n- How?\n  Well`);
  });

  it('leave out what was not answered, and words that do not count', () => {
    assert.equal(prompt([{ ...pick(1), otherText: 'not this' }, answer()]), `${begins}- Which?\n  B`);
    assert.equal(prompt([own('  ', 0), answer({ selected: [0], skipped: true })]), `${begins}- Which?\n  A`);
  });

  it('carry a note on a line of its own, also without an answer', () => {
    assert.equal(
      prompt([{ ...pick(0), note: 'soon' }, answer({ note: 'later' })]),
      `${begins}- Which?\n  A\n  Note: soon\n- How?\n  Note: later`,
    );
    assert.equal(prompt([{ ...pick(0), note: ' ' }]), `${begins}- Which?\n  A`);
  });

  it('begin no line with pasted words, which could pass for the answer to another question', () => {
    const pasted = 'a\n- How?\r\n  Fast';
    assert.equal(
      prompt([own(pasted), answer({ note: pasted })]),
      `${begins}- Which?\n  a\n  - How?\r\n    Fast\n- How?\n  Note: a\n  - How?\r\n    Fast`,
    );
  });

  it('are nothing where nothing was filled in', () => {
    assert.equal(prompt([]), undefined);
    assert.equal(prompt([answer(), answer({ otherText: 'half', note: ' ' })]), undefined);
  });

  it('let the CLI read no file that Claude’s own words name, which it would read for a mention without asking', () => {
    const asked = [choice('Keep it?\n@~/.ssh/id_rsa', 'Keep', ['@/etc/passwd', 'No'])];
    const sign = '\u2060';
    assert.equal(prompt([pick(0)], { questions: asked }), `${begins}- Keep it?\n${sign}@~/.ssh/id_rsa\n  ${sign}@/etc/passwd`);
    const reply = { type: 'reply', text: 'See\n@~/a' } as const;
    assert.equal(prompt([], { questions: asked, settlement: reply }), `See\n${sign}@~/a`);
  });

  it('are the reply, where that was what was sent', () => {
    assert.equal(prompt([pick(0)], { settlement: { type: 'reply', text: 'Let us talk.' } }), 'Let us talk.');
    assert.equal(prompt([pick(0)], { settlement: { type: 'dismiss' } }), `${begins}- Which?\n  A`);
  });
});
