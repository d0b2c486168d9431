// A draft is stored by itself when nothing else of its item has changed.
import assert from 'node:assert/strict';
import { isSameButDraft } from '../../../src/chat/drafts.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { QuestionState, ChatState } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { choice, own } from '../../support/questions.js';

const input = { questions: [choice('Which?', 'Which', ['A', 'B'])], raw: {} };
const after = (state: ChatState, ...events: readonly ChatEvent[]): ChatState =>
  events.reduce((before, event, now) => step(before, event, now).state, state);
const asked = (toolUseId: string): ChatEvent => ({ type: 'questionAsked', toolUseId, requestId: `r-${toolUseId}`, hook: false, input });
const typed = (text: string, toolUseId = 't1'): ChatEvent => ({
  type: 'answerDrafted',
  toolUseId,
  question: 0,
  answer: own(text),
  on: 0,
});
const begun = after(initialState('auto'), { type: 'promptSubmitted', uuid: 'u', text: 'hello' }, asked('t1'), asked('t2'));
const ended: ChatEvent = { type: 'toolFinished', toolUseId: 't1', isError: false, text: '' };
const questionOf = (state: ChatState, id = 't1'): QuestionState => {
  const found = state.items.find(item => item.id === id);
  return found?.kind === 'question' ? found : assert.fail(id);
};

describe('what changed in an item', () => {
  it('is only the draft of an open question, with what a draft ends', () => {
    const counting = after(begun, { type: 'countdownStarted', toolUseId: 't1', requestId: 'r-t1', until: 9 });
    const [before, drafted] = [questionOf(counting), questionOf(after(counting, typed('a')))];
    assert.equal(isSameButDraft(before, drafted), true);
    assert.equal(isSameButDraft({ ...before, unsent: true }, drafted), true);
    const reference: ChatEvent = { type: 'referenceAdded', toolUseId: 't1', question: 0, field: 'note', text: '@a' };
    assert.equal(isSameButDraft(before, questionOf(after(counting, reference))), true);
    assert.equal(isSameButDraft(before, { ...drafted, overdueAt: 1 }), false);
    assert.equal(isSameButDraft({ ...before, overdueAt: 1 }, drafted), false);
  });

  it('is not only the draft where the question is over, or an item is of another kind or not there', () => {
    const over = questionOf(after(begun, ended));
    assert.equal(isSameButDraft(over, { ...over, draft: [] }), false);
    const [prompt] = begun.items;
    const question = questionOf(begun);
    assert.equal(isSameButDraft(prompt, question), false);
    assert.equal(isSameButDraft(question, prompt), false);
    assert.equal(isSameButDraft(undefined, question), false);
    assert.equal(isSameButDraft(question, undefined), false);
  });
});
