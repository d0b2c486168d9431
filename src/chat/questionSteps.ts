// Applies the events of a chat to its questions and makes the writes they need. questionMachine holds the life of one
// question. Pure.
import { isFinal, withLaterEdits } from '../shared/answers.js';
import type { Answer } from '../shared/question.js';
import type { Variant } from '../shared/variant.js';
import type { Effect } from './effects.js';
import type { Settlement } from './settlement.js';
import type { ChatEvent } from './events.js';
import { append, change, changeTurn, find, indexOf } from './items.js';
import { answering } from './outbox.js';
import type { QuestionEvent } from './questionEvents.js';
import { announcedQuestion, stepQuestion } from './questionMachine.js';
import type { QuestionState, ChatState } from './state.js';
import { isElicitation, nextTurnStart, openQuestions, outlivesTurn } from './state.js';
import type { Step } from './stepResult.js';
import { noEffects, write, writeEffect } from './stepResult.js';

export function toQuestion(state: ChatState, toolUseId: string, event: QuestionEvent, now: number): ChatState {
  return change(state, toolUseId, 'question', item => stepQuestion(item, event, { now, stopping: state.turn === 'stopping' }));
}

export function toOpenQuestions(state: ChatState, event: QuestionEvent, now: number): ChatState {
  const context = { now, stopping: state.turn === 'stopping' };
  return changeTurn(state, item => (item.kind === 'question' ? stepQuestion(item, event, context) : item));
}

/** What a subagent asks begins no turn, because the CLI would end none: it may come behind the turn that has started the subagent. */
function ensureQuestion(state: ChatState, toolUseId: string, isAgents = false): ChatState {
  if (indexOf(state, toolUseId, 'question') >= 0) return state;
  return append(isAgents ? state : answering(state), announcedQuestion(toolUseId));
}

export function questionFinished(state: ChatState, event: Variant<ChatEvent, 'questionFinished'>, now: number): Step {
  const seen = toQuestion(ensureQuestion(state, event.toolUseId), event.toolUseId, { type: 'seen', input: event.input }, now);
  if (event.input === undefined || find(seen, event.toolUseId, 'question')?.phase !== 'announced') return noEffects(seen);
  if (seen.routeSetting === 'toolResult') return noEffects(toQuestion(seen, event.toolUseId, { type: 'opened' }, now));
  return {
    state: seen,
    effects: seen.routeSetting === 'auto' && !seen.sendsControlRequests ? [{ type: 'awaitRequest', toolUseId: event.toolUseId }] : [],
  };
}

export function questionAsked(state: ChatState, event: Variant<ChatEvent, 'questionAsked'>, now: number): Step {
  // A resumed CLI asks before it sends `system/init`, so the question proves that it knows the session.
  const { sessionUnknown: _, askUserKeptAway: __, startRefused: ___, ...rest } = state;
  const running = state.process === 'starting' ? ({ process: 'running' } as const) : {};
  const { toolUseId, requestId, hook, input, agent, agentName } = event;
  const known = ensureQuestion({ ...rest, ...running, turnBegan: true, sendsControlRequests: true }, toolUseId, agent !== undefined);
  const before = find(known, toolUseId, 'question');
  const peer: ChatState['peer'] = before?.phase === 'parked' && !hook ? { ...known.peer, defers: false } : known.peer;
  const asker = { ...(agent && { agent }), ...(agentName !== undefined && { agentName }) };
  const asked = toQuestion({ ...known, peer }, toolUseId, { type: 'requested', requestId, hook, input, ...asker }, now);
  const question = find(asked, toolUseId, 'question');
  if (question === undefined) return noEffects(state);
  // An open question belongs to the current turn, even one from an earlier turn.
  const open = { ...asked, turnStart: Math.min(asked.turnStart, indexOf(asked, toolUseId, 'question')) };
  const whole = isFinal(question.phase) ? asked : open;
  // The question has a settlement: write the same one on the new request, so that the person acts once.
  if (question.settlement !== undefined) return writeSettlement(whole, toolUseId);
  const { timeoutSeconds } = input;
  return {
    state: whole,
    effects: [{ type: 'awaitAnswer', toolUseId, requestId, ...(timeoutSeconds !== undefined && { timeoutSeconds }) }],
  };
}

/** Writes the settlement. A question settled in another program has no `writeId` yet. */
function writeSettlement(state: ChatState, toolUseId: string): Step {
  const writeId = `w${state.counter}`;
  const named = change(state, toolUseId, 'question', item => (item.writeId === undefined ? { ...item, writeId } : item));
  const question = find(named, toolUseId, 'question');
  if (question === undefined) return noEffects(state);
  return { state: { ...named, counter: state.counter + 1 }, effects: settlementEffects(named, question) };
}

/** The window ends. A held answer is written now; otherwise the open question is parked. */
export function endWindow(state: ChatState, now: number): Step {
  let step = noEffects(state);
  for (const { id, phase, held } of openQuestions(state)) {
    if (phase !== 'asked' || held === undefined) continue;
    const sent = settle(step.state, id, held.settlement, now);
    step = { state: sent.state, effects: [...step.effects, ...sent.effects] };
  }
  if (step.effects.length > 0) return step;
  // An elicitation ends with the window in any case, so it does not stop another question from being parked.
  return park(
    state,
    now,
    openQuestions(state).filter(question => !isElicitation(question)),
  );
}

/**
 * Answers the hook of the open question with `defer`, so that the CLI asks it again when resumed. Only where the CLI can, the
 * question came to its hook, and nothing else is open: of two questions the CLI brings back one (measured, 2.1.329), a running tool
 * would be cut off, and a prompt in the CLI's queue would run next, after which 2.1.329 never asks the question again. The question of a
 * subagent would be gone.
 */
function park(state: ChatState, now: number, open = openQuestions(state)): Step {
  const [question, ...others] = open;
  const hasQueue = state.queued.length > 0 || state.outbox.some(({ queued }) => queued);
  const isAlone = others.length === 0 && !hasQueue && !hasRunningTool(state);
  const canPark = isAlone && question?.agent === undefined && state.peer.defers !== false && state.turn === 'running';
  if (question?.requestId === undefined || !canPark) return noEffects(state);
  const { requestId } = question;
  const parked = toQuestion(state, question.id, { type: 'parked' }, now);
  if (parked === state) return noEffects(state);
  return write(parked, writeId => [writeEffect(writeId, { type: 'deferQuestion', requestId })]);
}

function hasRunningTool(state: ChatState): boolean {
  return state.items.some((item, index) => index >= state.turnStart && item.kind === 'tool' && item.state === 'running');
}

/** The timeout for `requestId` has ended without an act of the person. */
export function questionOverdue(state: ChatState, event: Variant<ChatEvent, 'questionOverdue'>, now: number): Step {
  const question = find(state, event.toolUseId, 'question');
  if (question?.phase !== 'asked' || question.requestId !== event.requestId || question.held !== undefined) return noEffects(state);
  if (event.onTimeout === 'dismiss')
    return question.dismissAt === undefined ? noEffects(state) : settle(state, event.toolUseId, { type: 'dismiss', byTimeout: true }, now);
  const reminded = toQuestion(state, event.toolUseId, { type: 'overdue' }, now);
  // Parking ends the CLI with its background tasks and what it has scheduled, so the CLI must be known to have none.
  return event.onTimeout === 'park' && state.peer.tellsTasks === true && !outlivesTurn(state) ? park(reminded, now) : noEffects(reminded);
}

/** Starts the CLI that will ask a parked question again, once the person has acted and no other process runs. */
export function resumeParked(state: ChatState, now: number): Step {
  const wanted = openQuestions(state).find(({ resume }) => resume === 'wanted');
  // The process that deferred the question still runs for another reason and will not ask it again, so it is stopped first.
  if (wanted !== undefined && state.process === 'running' && state.turn === 'idle')
    return { state: { ...state, process: 'ending' }, effects: [{ type: 'stopClaude' }] };
  if (wanted === undefined || state.process !== 'none' || state.sessionId === undefined) return noEffects(state);
  const started = toQuestion(state, wanted.id, { type: 'resumeStarted' }, now);
  return {
    state: { ...started, turn: 'starting', turnBegan: false, turnPrompts: [], process: 'starting', endsWithTurn: true },
    effects: [
      { type: 'startClaude', resume: state.sessionId },
      { type: 'checkDeferral', toolUseId: wanted.id, sessionId: state.sessionId },
    ],
  };
}

/**
 * The resumed CLI does not know the question and waits for a prompt. The question becomes `lost`, and the answers can go as a
 * message.
 */
export function deferralMissing(state: ChatState, toolUseId: string, now: number): Step {
  if (find(state, toolUseId, 'question')?.resume !== 'started') return noEffects(state);
  const told = toQuestion(state, toolUseId, { type: 'forgotten' }, now);
  // The process stays to take the answers as a prompt. Should the CLI ask after all, the question is open again.
  return noEffects({ ...told, turn: 'idle', process: 'running', turnStart: nextTurnStart(told) });
}

/**
 * The resumed CLI lacks the tool of the question that it was to ask, so the question becomes `lost`. What is left of the turn is the prompts
 * that wait.
 */
export function deferralUnavailable(state: ChatState, now: number): ChatState {
  if (state.process !== 'starting') return state;
  const resumed = openQuestions(state).filter(({ resume }) => resume === 'started');
  const told = resumed.reduce((before, { id }) => toQuestion(before, id, { type: 'forgotten' }, now), state);
  return told.outbox.length > 0 ? told : { ...told, turn: 'idle', process: 'running', turnStart: nextTurnStart(told) };
}

/** The person submitted: write at once, or hold the answer for `undoTime` ms. */
export function answer(state: ChatState, event: Variant<ChatEvent, 'questionAnswered'>, now: number): Step {
  const { toolUseId, on, undoTime } = event;
  const asked = find(state, toolUseId, 'question');
  const answers = asked === undefined || on === undefined ? event.answers : withEditsAfter(asked, event.answers, on);
  if (undoTime <= 0) return settle(state, toolUseId, { type: 'answer', answers }, now);
  const holdId = `h${state.counter}`;
  const settlement: Settlement = { type: 'answer', answers };
  const held = toQuestion(state, toolUseId, { type: 'held', settlement, holdId, undoTime }, now);
  if (held === state) return noEffects(state);
  return { state: { ...held, counter: held.counter + 1 }, effects: [{ type: 'awaitHold', toolUseId, holdId, ms: undoTime }] };
}

function withEditsAfter({ questions, hostEdits }: QuestionState, answers: readonly Answer[], on: number): readonly Answer[] {
  return answers.map((given, index) => {
    const asked = questions[index];
    return asked === undefined ? given : withLaterEdits(asked, given, index, hostEdits, on);
  });
}

/** Ignored unless `holdId` is the current hold, because an undone hold no longer counts. */
export function holdElapsed(state: ChatState, event: Variant<ChatEvent, 'holdElapsed'>, now: number): Step {
  const held = find(state, event.toolUseId, 'question')?.held;
  return held?.id === event.holdId ? settle(state, event.toolUseId, held.settlement, now) : noEffects(state);
}

export function settle(state: ChatState, toolUseId: string, settlement: Settlement, now: number): Step {
  const settled = toQuestion(state, toolUseId, { type: 'settled', settlement, writeId: `w${state.counter}` }, now);
  const question = find(settled, toolUseId, 'question');
  if (settled === state || question === undefined) return noEffects(state);
  const counted = { ...settled, counter: settled.counter + 1 };
  return question.resume === undefined ? { state: counted, effects: settlementEffects(settled, question) } : resumeParked(counted, now);
}

function settlementEffects(state: ChatState, question: QuestionState): readonly Effect[] {
  const { settlement, writeId, route, requestId, hook } = question;
  if (settlement === undefined || writeId === undefined || route === undefined) return [];
  const request = route === 'control' && requestId !== undefined ? { requestId, hook: hook === true } : {};
  const { tool, elicitation, questions, raw } = question;
  const input = { ...(tool && { tool }), ...(elicitation && { elicitation }), questions, raw };
  return [writeEffect(writeId, { type: 'settleQuestion', route, toolUseId: question.id, ...request, input, settlement, peer: state.peer })];
}

export function countdownStarted(state: ChatState, event: Variant<ChatEvent, 'countdownStarted'>, now: number): ChatState {
  const isCurrent = find(state, event.toolUseId, 'question')?.requestId === event.requestId;
  return isCurrent ? toQuestion(state, event.toolUseId, { type: 'countdownStarted', until: event.until }, now) : state;
}
