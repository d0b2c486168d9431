// What an event does to the questions of a session, and what has to be written for it. One question's own life is in
// questionMachine. Pure.
import { isFinal } from '../shared/answers.js';
import type { Effect, Settlement } from './effects.js';
import type { SessionEvent } from './events.js';
import { append, busy, change, changeTurn, find, indexOf } from './items.js';
import type { QuestionEvent } from './questionMachine.js';
import { announcedQuestion, stepQuestion } from './questionMachine.js';
import type { QuestionState, SessionState } from './state.js';
import type { Step } from './stepResult.js';
import { quiet, write, writeEffect } from './stepResult.js';

type Of<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;

export function toQuestion(state: SessionState, toolUseId: string, event: QuestionEvent, now: number): SessionState {
  return change(state, toolUseId, 'question', item => stepQuestion(item, event, { now, stopping: state.turn === 'stopping' }));
}

export function toOpenQuestions(state: SessionState, event: QuestionEvent, now: number): SessionState {
  const context = { now, stopping: state.turn === 'stopping' };
  return changeTurn(state, item => (item.kind === 'question' ? stepQuestion(item, event, context) : item));
}

function ensureQuestion(state: SessionState, toolUseId: string): SessionState {
  return indexOf(state, toolUseId, 'question') < 0 ? append(busy(state), announcedQuestion(toolUseId)) : state;
}

export function questionSeen(state: SessionState, event: Of<'questionSeen'>, now: number): Step {
  const seen = toQuestion(ensureQuestion(state, event.toolUseId), event.toolUseId, { type: 'seen', input: event.input }, now);
  if (event.input === undefined || find(seen, event.toolUseId, 'question')?.phase !== 'announced') return quiet(seen);
  if (seen.routeSetting === 'toolResult') return quiet(toQuestion(seen, event.toolUseId, { type: 'opened' }, now));
  return {
    state: seen,
    effects: seen.routeSetting === 'auto' && !seen.peerControls ? [{ type: 'awaitRequest', toolUseId: event.toolUseId }] : [],
  };
}

export function questionAsked(state: SessionState, event: Of<'questionAsked'>, now: number): Step {
  const known = ensureQuestion({ ...state, peerControls: true }, event.toolUseId);
  const before = find(known, event.toolUseId, 'question');
  if (before !== undefined && isFinal(before.phase)) {
    return write(known, writeId => [
      writeEffect(writeId, { type: 'refuseRequest', requestId: event.requestId, reason: 'This question is already settled.' }),
    ]);
  }
  const asked = toQuestion(known, event.toolUseId, { type: 'requested', requestId: event.requestId, input: event.input }, now);
  const question = find(asked, event.toolUseId, 'question');
  // Asked anew while the answer is on its way: the same answer again, on the new request. The person acts once.
  return question?.phase === 'sending' ? { state: asked, effects: settlementEffects(asked, question) } : quiet(asked);
}

/** The person submitted: written at once, or held back for as long as it can be undone. */
export function answer(state: SessionState, event: Of<'questionAnswered'>, now: number): Step {
  const { toolUseId, answers, undoTime } = event;
  if (undoTime <= 0) return settle(state, toolUseId, { type: 'answer', answers }, now);
  const holdId = `h${state.counter}`;
  const settlement: Settlement = { type: 'answer', answers };
  const held = toQuestion(state, toolUseId, { type: 'held', settlement, holdId, undoTime }, now);
  if (held === state) return quiet(state);
  return { state: { ...held, counter: held.counter + 1 }, effects: [{ type: 'awaitHold', toolUseId, holdId, ms: undoTime }] };
}

/** Only the hold that it was set for: an undone one has no say any more. */
export function holdElapsed(state: SessionState, event: Of<'holdElapsed'>, now: number): Step {
  const held = find(state, event.toolUseId, 'question')?.held;
  return held?.id === event.holdId ? settle(state, event.toolUseId, held.settlement, now) : quiet(state);
}

export function settle(state: SessionState, toolUseId: string, settlement: Settlement, now: number): Step {
  const settled = toQuestion(state, toolUseId, { type: 'settled', settlement, writeId: `w${state.counter}` }, now);
  const question = find(settled, toolUseId, 'question');
  if (settled === state || question === undefined) return quiet(state);
  return { state: { ...settled, counter: settled.counter + 1 }, effects: settlementEffects(settled, question) };
}

function settlementEffects(state: SessionState, question: QuestionState): readonly Effect[] {
  const { settlement, writeId, route, requestId } = question;
  if (settlement === undefined || writeId === undefined || route === undefined) return [];
  const request = route === 'control' && requestId !== undefined ? { requestId } : {};
  const input = { questions: question.questions, raw: question.raw };
  return [writeEffect(writeId, { type: 'settleQuestion', route, toolUseId: question.id, ...request, input, settlement, peer: state.peer })];
}
