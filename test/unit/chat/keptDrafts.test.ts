// A draft is stored by itself when nothing else of its session has changed, and is put back into the session when that is read.
import assert from 'node:assert/strict';
import { draftsOf, isSameButDraft, onlyDraftsDiffer, withDrafts } from '../../../src/chat/drafts.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { QuestionState, ChatState } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { choice, own, pick } from '../../support/questions.js';

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

describe('the drafts of a session', () => {
  it('are those of its open questions', () => {
    const state = after(begun, typed('a'));
    const draft = { id: 't1', revision: 1, draft: [own('a')], hostEdits: [] };
    assert.deepEqual(draftsOf(state), [draft, { ...draft, id: 't2', revision: 0, draft: questionOf(state, 't2').draft }]);
    assert.deepEqual(
      draftsOf(after(state, ended)).map(({ id }) => id),
      ['t2'],
    );
  });

  it('are put back where they are newer, and nothing else changes', () => {
    const newer = after(begun, typed('a'), typed('b'));
    assert.deepEqual(withDrafts(begun, draftsOf(newer)), newer);
    assert.deepEqual(withDrafts(newer, draftsOf(begun)), newer);
    assert.deepEqual(withDrafts(newer, []), newer);
  });

  it('are left as they are where they are of the same revision', () => {
    const state = after(begun, typed('a'));
    assert.deepEqual(withDrafts(state, [{ id: 't1', revision: 1, draft: [pick(1)], hostEdits: [] }]), state);
  });

  it('are not put into an item of another kind', () => {
    const [prompt] = begun.items;
    assert.ok(prompt);
    assert.deepEqual(withDrafts(begun, [{ id: prompt.id, revision: 9, draft: [pick(1)], hostEdits: [] }]), begun);
  });

  it('end what a draft ends: the countdown, and the word that nothing was sent', () => {
    const counting = after(begun, { type: 'countdownStarted', toolUseId: 't1', requestId: 'r-t1', until: 9 });
    const unsent = {
      ...counting,
      items: counting.items.map(item => (item.kind === 'question' ? { ...item, unsent: true as const } : item)),
    };
    const back = questionOf(withDrafts(unsent, draftsOf(after(begun, typed('a')))));
    assert.deepEqual([back.draft, 'unsent' in back, 'dismissAt' in back], [[own('a')], false, false]);
    assert.equal('unsent' in questionOf(withDrafts(unsent, draftsOf(after(begun, typed('a')))), 't2'), true);
  });
});

describe('what changed in a session', () => {
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

  it('is only drafts, or more', () => {
    assert.equal(onlyDraftsDiffer(begun, begun), true);
    assert.equal(onlyDraftsDiffer(begun, after(begun, typed('a'))), true);
    assert.equal(onlyDraftsDiffer(begun, after(begun, typed('a'), typed('b', 't2'))), true);
    assert.equal(onlyDraftsDiffer(begun, after(begun, typed('a'), ended)), false);
    assert.equal(onlyDraftsDiffer(begun, { ...begun, turn: 'idle' }), false);
    assert.equal(onlyDraftsDiffer(begun, { ...begun, sessionId: 's' }), false);
    assert.equal(onlyDraftsDiffer({ ...begun, sessionId: 's' }, begun), false);
    assert.equal(onlyDraftsDiffer(begun, { ...begun, items: begun.items.slice(0, -1) }), false);
    assert.equal(onlyDraftsDiffer({ ...begun, items: begun.items.slice(0, -1) }, begun), false);
  });
});
