// How turns, processes and writes begin and end, and what that means for what is under way. Pure.
import type { Effect } from './effects.js';
import type { SessionEvent } from './events.js';
import { append, changeTurn } from './items.js';
import { endedPermission } from './permissions.js';
import type { QuestionEvent } from './questionMachine.js';
import { isResuming, resumeParked, toOpenQuestions, toQuestion } from './questionSteps.js';
import type { SessionState } from './state.js';
import { openQuestions } from './state.js';
import type { Step } from './stepResult.js';
import { quiet, writeEffect } from './stepResult.js';

type Of<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;

/** What cannot change any more once the turn is over, whatever ended it. */
function settleTurn(state: SessionState, event: QuestionEvent, now: number): SessionState {
  const questions = toOpenQuestions(state, event, now);
  return changeTurn({ ...questions, queued: [] }, item => {
    if (item.kind === 'text' && item.streaming) return { ...item, streaming: false };
    if (item.kind === 'tool' && item.state === 'running') return { ...item, state: 'stopped' };
    if (item.kind === 'permission' && item.state === 'asked') return endedPermission(item, 'withdrawn');
    return item;
  });
}

export function turnEnded(state: SessionState, event: Of<'turnEnded'>, now: number): Step {
  const deferred = event.outcome === 'deferred';
  const ended = settleTurn(state, { type: 'turnEnded', success: event.outcome === 'success', deferred }, now);
  // What goes wrong after Stop is what Stop does.
  const told =
    event.problem === undefined || state.turn === 'stopping'
      ? ended
      : append(ended, { kind: 'problem', id: `i${ended.counter}`, problem: event.problem });
  // The CLI that has nothing to do but wait for what is parked is not kept.
  return { state: { ...told, turn: 'idle', turnStart: nextTurnStart(told) }, effects: deferred ? [{ type: 'stopClaude' }] : [] };
}

/** What is parked belongs to a turn that goes on later. */
function nextTurnStart(state: SessionState): number {
  return openQuestions(state).length > 0 ? state.turnStart : state.items.length;
}

export function processUnneeded(state: SessionState): Step {
  const isNeeded = state.turn !== 'idle' || state.process !== 'running' || state.backgroundTasks > 0;
  return isNeeded ? quiet(state) : { state: { ...state, process: 'ending' }, effects: [{ type: 'stopClaude' }] };
}

/** What the CLI can do is told with its version: of another one nothing is known yet. */
export function processStarted(state: SessionState, { version }: Of<'processStarted'>): SessionState {
  const peer = version === undefined || version === state.peer.version ? state.peer : { version, capabilities: [] };
  return { ...state, peer, turn: state.turn === 'starting' ? 'running' : state.turn };
}

export function startFailed(state: SessionState, event: Of<'startFailed'>, now: number): SessionState {
  // A parked question that could not be asked again is still parked: nothing of it was written.
  const unsent = toOpenQuestions(failPrompts(state), { type: 'windowEnded' }, now);
  const failed = append(unsent, { kind: 'problem', id: `i${state.counter}`, problem: event.problem });
  return { ...failed, turn: 'idle', process: 'none', turnStart: nextTurnStart(failed) };
}

export function processExited(state: SessionState, event: Of<'processExited'>, now: number): Step {
  if (state.process === 'ending' && state.turn === 'starting') return startAgain(state);
  const isNew = state.process === 'starting' && !isResuming(state);
  if (isNew && state.sessionId !== undefined && state.turn !== 'stopping' && !event.asked)
    return startAnew(toOpenQuestions(state, { type: 'exited' }, now));
  const wasBusy = state.turn !== 'idle';
  const ended = settleTurn(failPrompts(state), { type: 'exited' }, now);
  const { code, signal, stderr } = event;
  const told = wasBusy && !event.asked ? append(ended, { kind: 'exit', id: `i${ended.counter}`, code, signal, stderr }) : ended;
  return resumeParked({ ...told, turn: 'idle', process: 'none', backgroundTasks: 0, turnStart: nextTurnStart(told) }, now);
}

/** The CLI ended before it took up the session: it does not know it, as after a kill at a bad moment. Its prompts go to a new one. */
function startAnew(state: SessionState): Step {
  const { sessionId: _, ...rest } = append(state, {
    kind: 'problem',
    id: `i${state.counter}`,
    problem: { code: 'notResumed', detail: '' },
  });
  return { state: { ...rest, turn: 'starting' }, effects: [{ type: 'startClaude' }, ...promptWrites(state)] };
}

/** What was sent while an idle process was on its way out. */
function startAgain(state: SessionState): Step {
  const start: Effect = { type: 'startClaude', ...(state.sessionId !== undefined && { resume: state.sessionId }) };
  return { state: { ...state, process: 'starting', backgroundTasks: 0 }, effects: [start, ...promptWrites(state)] };
}

/** The prompts of this turn once more. */
function promptWrites(state: SessionState): readonly Effect[] {
  const prompts = state.items.filter((item, index) => index >= state.turnStart && item.kind === 'prompt' && item.state !== 'failed');
  return prompts.flatMap(item =>
    item.kind === 'prompt' && item.writeId !== undefined ? [writeEffect(item.writeId, { type: 'prompt', text: item.text })] : [],
  );
}

/** What a process that never named its session has taken, nobody has read. */
function failPrompts(state: SessionState): SessionState {
  const unread = state.process === 'starting' && !isResuming(state) ? ['sending', 'sent'] : ['sending'];
  return changeTurn(state, item => (item.kind === 'prompt' && unread.includes(item.state) ? { ...item, state: 'failed' } : item));
}

export function acknowledged(state: SessionState, writeId: string, now: number): SessionState {
  const sent = changeTurn(state, item => (item.kind === 'prompt' && item.writeId === writeId ? { ...item, state: 'sent' } : item));
  return byWriteId(sent, writeId, { type: 'written' }, now);
}

export function writeFailed(state: SessionState, writeId: string, now: number): SessionState {
  const failed = changeTurn(state, item => {
    if (item.kind === 'prompt' && item.writeId === writeId) return { ...item, state: 'failed' };
    return item.kind === 'permission' && item.writeId === writeId ? endedPermission(item, 'withdrawn') : item;
  });
  return byWriteId(failed, writeId, { type: 'writeFailed' }, now);
}

function byWriteId(state: SessionState, writeId: string, event: QuestionEvent, now: number): SessionState {
  const question = openQuestions(state).find(item => item.writeId === writeId);
  return question === undefined ? state : toQuestion(state, question.id, event, now);
}
