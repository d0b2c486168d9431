import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../src/chat/events.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { ChatState } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { normalizeAnswers } from '../../../src/shared/answers.js';
import { answer, choice, drafted, own, pick } from '../../support/questions.js';

const questions = [choice('One?', 'One', ['A', 'B']), choice('Two?', 'Two', ['C', 'D']), choice('Three?', 'Three', ['E', 'F'])];
/** A choice with words that do not count, own words, and one that is not answered but has a beginning of words. */
const draft = [{ ...pick(1), otherText: 'not this' }, own('mine'), answer({ note: 'half a note', otherText: 'half' })];

function after(...events: ChatEvent[]): ChatState {
  const begun: ChatEvent[] = [
    { type: 'promptSubmitted', uuid: 'hello', text: 'hello' },
    { type: 'processStarted' },
    { type: 'questionAsked', toolUseId: 't', requestId: 'r', hook: false, input: { questions, raw: {} } },
    ...drafted('t', draft),
    { type: 'questionAnswered', toolUseId: 't', answers: normalizeAnswers(questions, draft), undoTime: 5_000 },
  ];
  return [...begun, ...events].reduce((state, event, now) => step(state, event, now).state, initialState('auto'));
}

const question = (state: ChatState) => state.items.find(item => item.kind === 'question');

describe('answers that are held for an undo', () => {
  it('wait, and nothing is written', () => {
    const held = question(after());
    assert.deepEqual([held?.phase, held?.held?.until, held?.settlement], ['asked', 6 + 5_000, undefined]);
  });

  it('are not written for other options than those that the person chose from', () => {
    const id = question(after())?.held?.id ?? '';
    const input = { questions: [choice('One?', 'One', ['B', 'A']), ...questions.slice(1)], raw: {} };
    const again = after({ type: 'questionAsked', toolUseId: 't', requestId: 'r2', hook: false, input });
    const { effects } = step(again, { type: 'holdElapsed', toolUseId: 't', holdId: id }, 9_000);
    const written = effects.flatMap(effect => (effect.type === 'writeToClaude' ? [effect.message] : []));
    const [message] = written;
    const sent = message?.type === 'settleQuestion' && message.settlement.type === 'answer' && message.settlement.answers[0]?.selected[0];
    // The person pressed B.
    if (message?.type === 'settleQuestion') assert.equal(message.input.questions[0]?.options[Number(sent)]?.label, 'B');
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
    assert.deepEqual(question(state)?.draft, normalizeAnswers(questions, draft));
  });

  it('are kept when the CLI goes meanwhile', () => {
    const lost = question(after({ type: 'processExited', requestedByUs: false, code: 1, signal: null, stderr: '' }));
    assert.deepEqual([lost?.phase, lost?.draft, lost?.held], ['lost', draft, undefined]);
  });

  it('take no other words while they wait', () => {
    const typed = question(after(...drafted('t', [pick(0), pick(0), pick(0)])));
    assert.deepEqual(typed?.draft, draft);
  });

  it('are sent when the window ends: the person has submitted them', () => {
    const { state, effects } = step(after(), { type: 'parkRequested' }, 9_000);
    const [write] = effects;
    assert.ok(write?.type === 'writeToClaude' && write.message.type === 'settleQuestion');
    assert.deepEqual(write.message.settlement, { type: 'answer', answers: normalizeAnswers(questions, draft) });
    assert.equal(question(state)?.phase, 'sending');
  });

  it('of a parked question are open again in the next window, which says that nothing was sent', () => {
    const hooked: ChatEvent[] = [
      { type: 'promptSubmitted', uuid: 'hello', text: 'hello' },
      { type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329' },
      { type: 'questionAsked', toolUseId: 't', requestId: 'r', hook: true, input: { questions, raw: {} } },
      { type: 'parkRequested' },
      { type: 'turnEnded', outcome: 'deferred' },
      { type: 'processExited', requestedByUs: true, code: 0, signal: null, stderr: '' },
      { type: 'questionAnswered', toolUseId: 't', answers: normalizeAnswers(questions, draft), undoTime: 5_000 },
    ];
    const kept = hooked.reduce((state, event, now) => step(state, event, now).state, initialState('auto'));
    assert.equal(question(kept)?.phase, 'parked');
    assert.ok(question(kept)?.held !== undefined);
    const next = restoredState(JSON.parse(JSON.stringify(kept)) as ChatState, 'auto', 9_000);
    const open = question(next);
    assert.deepEqual([open?.phase, open?.held, open?.unsent], ['parked', undefined, true]);
    assert.deepEqual(open?.draft[0]?.selected, [1]);
    const edited = step(next, { type: 'answerDrafted', toolUseId: 't', question: 0, answer: pick(0), on: 0 }, 9_001).state;
    assert.equal(question(edited)?.unsent, undefined);
  });
});

describe('a countdown to a dismissal', () => {
  it('is over once answers have been submitted, also when they are undone', () => {
    const counting = after({ type: 'answerUndone', toolUseId: 't' });
    const begun: ChatEvent[] = [
      { type: 'countdownStarted', toolUseId: 't', requestId: 'r', until: 50 },
      { type: 'questionAnswered', toolUseId: 't', answers: normalizeAnswers(questions, draft), undoTime: 5_000 },
      { type: 'answerUndone', toolUseId: 't' },
    ];
    const undone = begun.reduce((state, event) => step(state, event, 40).state, counting);
    const { effects } = step(undone, { type: 'questionOverdue', toolUseId: 't', requestId: 'r', onTimeout: 'dismiss' }, 51);
    assert.deepEqual([question(undone)?.dismissAt, effects], [undefined, []]);
  });
});

describe('the clock of a question whose answers are held', () => {
  it('does not park it: the hold goes on', () => {
    const held: ChatEvent[] = [
      { type: 'promptSubmitted', uuid: 'hello', text: 'hello' },
      { type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329', tellsTasks: true },
      { type: 'writeAcknowledged', writeId: 'w0' },
      { type: 'questionAsked', toolUseId: 't', requestId: 'r', hook: true, input: { questions, raw: {} } },
      { type: 'questionAnswered', toolUseId: 't', answers: normalizeAnswers(questions, draft), undoTime: 5_000 },
    ];
    const before = held.reduce((state, event, now) => step(state, event, now).state, initialState('auto'));
    const { state, effects } = step(before, { type: 'questionOverdue', toolUseId: 't', requestId: 'r', onTimeout: 'park' }, 9);
    assert.deepEqual([question(state)?.phase, question(state)?.held?.until, effects], ['asked', 4 + 5_000, []]);
  });
});
