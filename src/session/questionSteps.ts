// What an event does to the questions of a session, and what has to be written for it. One question's own life is in
// questionMachine. Pure.
import { isFinal } from '../shared/answers.js';
import type { Effect, Settlement } from './effects.js';
import type { SessionEvent } from './events.js';
import { append, change, changeTurn, find, indexOf } from './items.js';
import { answering } from './outbox.js';
import type { QuestionEvent } from './questionMachine.js';
import { announcedQuestion, stepQuestion } from './questionMachine.js';
import type { QuestionState, SessionState } from './state.js';
import { nextTurnStart, openQuestions } from './state.js';
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
  return indexOf(state, toolUseId, 'question') < 0 ? append(answering(state), announcedQuestion(toolUseId)) : state;
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
  // A resumed CLI asks before it names its session.
  const { sessionUnknown: _, ...rest } = state;
  const running = state.process === 'starting' ? ({ process: 'running' } as const) : {};
  const known = ensureQuestion({ ...rest, ...running, turnBegan: true, peerControls: true }, event.toolUseId);
  const before = find(known, event.toolUseId, 'question');
  const { toolUseId, requestId, hook, input } = event;
  const peer: SessionState['peer'] = before?.phase === 'parked' && !hook ? { ...known.peer, defers: false } : known.peer;
  const asked = toQuestion({ ...known, peer }, toolUseId, { type: 'requested', requestId, hook, input }, now);
  const question = find(asked, toolUseId, 'question');
  if (question === undefined) return quiet(state);
  // An open question belongs to the turn, also one of an earlier turn.
  const open = { ...asked, turnStart: Math.min(asked.turnStart, indexOf(asked, toolUseId, 'question')) };
  const whole = isFinal(question.phase) ? asked : open;
  // Settled already, or on its way: the same once more, on the new request. The person acts once.
  if (question.settlement !== undefined) return writeSettlement(whole, toolUseId);
  return { state: whole, effects: [{ type: 'awaitAnswer', toolUseId, requestId }] };
}

/** A question that was settled in another program has no `writeId` yet. */
function writeSettlement(state: SessionState, toolUseId: string): Step {
  const writeId = `w${state.counter}`;
  const named = change(state, toolUseId, 'question', item => (item.writeId === undefined ? { ...item, writeId } : item));
  const question = find(named, toolUseId, 'question');
  if (question === undefined) return quiet(state);
  return { state: { ...named, counter: state.counter + 1 }, effects: settlementEffects(named, question) };
}

/** The window ends: what the person has submitted is sent, though it could have been undone; otherwise the question is handed back. */
export function endWindow(state: SessionState, now: number): Step {
  let step = quiet(state);
  for (const { id, phase, held } of openQuestions(state)) {
    if (phase !== 'asked' || held === undefined) continue;
    const sent = settle(step.state, id, held.settlement, now);
    step = { state: sent.state, effects: [...step.effects, ...sent.effects] };
  }
  return step.effects.length === 0 ? park(state, now) : step;
}

/**
 * Hands the open question back to the CLI, which asks it again when it is resumed. Only where the CLI can, the question came to its hook and
 * nothing else is under way: of two, the CLI brings back one (measured, 2.1.329), a tool that runs would be cut off, and a prompt
 * in the CLI's queue would be run next, after which 2.1.329 never asks the question again.
 */
function park(state: SessionState, now: number): Step {
  const [question, ...others] = openQuestions(state);
  const hasQueue = state.queued.length > 0 || state.outbox.some(({ queued }) => queued);
  const isAlone = others.length === 0 && !hasQueue && !hasRunningTool(state);
  const canPark = isAlone && state.peer.defers !== false && state.turn === 'running';
  if (question?.requestId === undefined || !canPark) return quiet(state);
  const { requestId } = question;
  const parked = toQuestion(state, question.id, { type: 'parked' }, now);
  if (parked === state) return quiet(state);
  return write(parked, writeId => [writeEffect(writeId, { type: 'deferQuestion', requestId })]);
}

function hasRunningTool(state: SessionState): boolean {
  return state.items.some((item, index) => index >= state.turnStart && item.kind === 'tool' && item.state === 'running');
}

/** The person has not answered `requestId` in the time that the settings give. */
export function questionOverdue(state: SessionState, event: Of<'questionOverdue'>, now: number): Step {
  const question = find(state, event.toolUseId, 'question');
  if (question?.phase !== 'asked' || question.requestId !== event.requestId || question.held !== undefined) return quiet(state);
  if (event.then === 'dismiss')
    return question.dismissAt === undefined ? quiet(state) : settle(state, event.toolUseId, { type: 'dismiss', byTimeout: true }, now);
  const reminded = toQuestion(state, event.toolUseId, { type: 'overdue' }, now);
  // To park ends the CLI, and with it all that runs in its background: so the CLI must be known to run nothing there.
  return event.then === 'park' && state.peer.tellsTasks === true && state.backgroundTasks === 0 ? park(reminded, now) : quiet(reminded);
}

/** Starts the CLI that is to ask a parked question again, once the person has acted on it and no other process is there. */
export function resumeParked(state: SessionState, now: number): Step {
  const wanted = openQuestions(state).find(({ resume }) => resume === 'wanted');
  // The process that handed it back goes on for some other reason, and would never ask.
  if (wanted !== undefined && state.process === 'running' && state.turn === 'idle')
    return { state: { ...state, process: 'ending' }, effects: [{ type: 'stopClaude' }] };
  if (wanted === undefined || state.process !== 'none' || state.sessionId === undefined) return quiet(state);
  const started = toQuestion(state, wanted.id, { type: 'resumeStarted' }, now);
  return {
    state: { ...started, turn: 'starting', turnBegan: false, process: 'starting' },
    effects: [
      { type: 'startClaude', resume: state.sessionId },
      { type: 'checkDeferral', toolUseId: wanted.id, sessionId: state.sessionId },
    ],
  };
}

/** A CLI that never took the question back waits for a prompt, and would wait for ever. The answers can go as one. */
export function deferralMissing(state: SessionState, toolUseId: string, now: number): Step {
  if (find(state, toolUseId, 'question')?.resume !== 'started') return quiet(state);
  const told = toQuestion(state, toolUseId, { type: 'forgotten' }, now);
  // The process stays: it takes the answers as a prompt, and should it ask after all, the question is open again.
  return quiet({ ...told, turn: 'idle', process: 'running', turnStart: nextTurnStart(told) });
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
  const counted = { ...settled, counter: settled.counter + 1 };
  return question.resume === undefined ? { state: counted, effects: settlementEffects(settled, question) } : resumeParked(counted, now);
}

function settlementEffects(state: SessionState, question: QuestionState): readonly Effect[] {
  const { settlement, writeId, route, requestId, hook } = question;
  if (settlement === undefined || writeId === undefined || route === undefined) return [];
  const request = route === 'control' && requestId !== undefined ? { requestId, hook: hook === true } : {};
  const input = { questions: question.questions, raw: question.raw };
  return [writeEffect(writeId, { type: 'settleQuestion', route, toolUseId: question.id, ...request, input, settlement, peer: state.peer })];
}
