import assert from 'node:assert/strict';
import type { SessionEvent } from '../../src/session/events.js';
import type { SessionState } from '../../src/session/state.js';
import { initialState } from '../../src/session/state.js';
import { step } from '../../src/session/step.js';
import { toSend } from '../../src/shared/answers.js';
import { answer, choice, own, pick } from '../support/questions.js';

const questions = [choice('One?', 'One', ['A', 'B']), choice('Two?', 'Two', ['C', 'D']), choice('Three?', 'Three', ['E', 'F'])];
/** A choice with words that do not count, own words, and one that is not answered but has a beginning of words. */
const draft = [{ ...pick(1), otherText: 'not this' }, own('mine'), answer({ note: 'half a note', otherText: 'half' })];

function after(...events: SessionEvent[]): SessionState {
  const begun: SessionEvent[] = [
    { type: 'promptSubmitted', text: 'hello' },
    { type: 'processStarted' },
    { type: 'questionAsked', toolUseId: 't', requestId: 'r', hook: false, input: { questions, raw: {} } },
    { type: 'draftSaved', toolUseId: 't', draft },
    { type: 'questionAnswered', toolUseId: 't', answers: toSend(questions, draft), undoTime: 5_000 },
  ];
  return [...begun, ...events].reduce((state, event, now) => step(state, event, now).state, initialState('auto'));
}

const question = (state: SessionState) => state.items.find(item => item.kind === 'question');

describe('answers that are held for an undo', () => {
  it('wait, and nothing is written', () => {
    const held = question(after());
    assert.deepEqual([held?.phase, held?.held?.until, held?.settlement], ['asked', 4 + 5_000, undefined]);
  });

  it('come back whole when they are undone: also what was not sent', () => {
    const undone = question(after({ type: 'answerUndone', toolUseId: 't' }));
    assert.deepEqual([undone?.held, undone?.draft], [undefined, draft]);
  });

  it('are not written by the clock of a hold that was undone', () => {
    const { held } = question(after()) ?? {};
    const again = after({ type: 'answerUndone', toolUseId: 't' }, { type: 'holdElapsed', toolUseId: 't', holdId: held?.id ?? '' });
    assert.equal(question(again)?.phase, 'asked');
  });

  it('are written once the time is over', () => {
    const { held } = question(after()) ?? {};
    const { state, effects } = step(after(), { type: 'holdElapsed', toolUseId: 't', holdId: held?.id ?? '' }, 9_000);
    assert.deepEqual([question(state)?.phase, effects.map(({ type }) => type)], ['sending', ['writeToClaude']]);
    assert.deepEqual(question(state)?.draft, toSend(questions, draft));
  });

  it('are kept when the CLI goes meanwhile', () => {
    const lost = question(after({ type: 'processExited', asked: false, code: 1, signal: null, stderr: '' }));
    assert.deepEqual([lost?.phase, lost?.draft, lost?.held], ['lost', draft, undefined]);
  });

  it('take no other words while they wait', () => {
    const typed = question(after({ type: 'draftSaved', toolUseId: 't', draft: [pick(0), pick(0), pick(0)] }));
    assert.deepEqual(typed?.draft, draft);
  });
});
