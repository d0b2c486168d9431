// Turns a stored state into the state after its window and process ended. Pure.
import type { Steering } from '../shared/features/steering/modes.js';
import type { TranscriptRead } from './events.js';
import { withBackgroundCut } from './backgroundCut.js';
import { isServerGone } from './elicitationSteps.js';
import { serverEnded } from './evidence.js';
import { failPrompts } from './outbox.js';
import { applyTranscript, withParked } from './past.js';
import { withoutSince } from './callTimes.js';
import { find } from './items.js';
import type { QuestionState, ChatItem, ChatState, ThoughtState } from './state.js';
import { cutOff, withGoOn } from './lifecycle.js';
import { initialState, nextTurnStart, openQuestions } from './state.js';
import { toOpenQuestions, toQuestion } from './questionSteps.js';
import { isClaudes } from './rows.js';
import { step } from './step.js';
import { withWaitingRestored } from './waitingPrompts.js';

/**
 * First applies the CLI's later transcript entries, because an answer may have reached Claude after the last save. Then ends
 * everything open as on a process exit. Drafts stay. `parked`: the questions that the CLI keeps, by its transcript alone.
 */
export function restoredState(
  kept: ChatState,
  routeSetting: ChatState['routeSetting'],
  now: number,
  news: Omit<TranscriptRead, 'type'> = { entries: [], since: 0 },
  parked: ReadonlySet<string> = new Set(),
): ChatState {
  const begun: ChatState = { ...initialState(routeSetting), ...kept, routeSetting, items: kept.items.map(asRestored) };
  const whole = kept.steering === undefined ? begun : { ...begun, steering: steeringAfter(kept.steering) };
  const read = applyTranscript({ ...whole, process: 'none' }, { type: 'transcriptRead', ...news });
  const told = withParked(withServersEnded(withFormsTaken(whole, read, now), now), parked);
  // The caller performs no effects, so no item may be left that an effect would send.
  const state = withWaitingRestored(failPrompts(toOpenQuestions(told, { type: 'windowEnded' }, now)));
  // Whether it has ended in order is not known.
  const ended = step(state, { type: 'processExited', requestedByUs: true, code: null, signal: null, stderr: '' }, now).state;
  if (!isCutOff(whole, told, ended)) {
    const cut = withBackgroundCut(ended, whole);
    const forgets = cut !== ended && kept.endsWithTurn === true;
    return withoutTurn(forgets ? withGoOn(cut, `i${ended.counter}`, forgets) : cut);
  }
  const said = cutOff({ ...ended, turnStart: kept.turnStart });
  return withoutTurn(said);
}

/** What was said of the end belongs to no later turn. */
function withoutTurn(state: ChatState): ChatState {
  return { ...state, turnStart: nextTurnStart(state) };
}

/**
 * The window ended in the middle of a turn, or while subagents worked. Not after Stop, where a question still waits, where the prompts did not
 * reach Claude, and where Claude has come to its end behind the window. In the chat of other agents there is no Claude.
 */
function isCutOff(kept: ChatState, told: ChatState, ended: ChatState): boolean {
  const wasBusy = kept.turn === 'starting' || kept.turn === 'running' || (kept.turn === 'idle' && kept.subagents > 0);
  if (!wasBusy || kept.sessionId === undefined || openQuestions(ended).length > 0) return false;
  if (ended.items.slice(kept.turnStart).some(item => item.kind === 'prompt' && item.state === 'failed')) return false;
  // What Parley and others tell behind Claude's words takes nothing from them. A prompt behind them has no answer, but for one that was taken back.
  const last = told.items.findLast(item => (item.kind === 'prompt' ? item.state !== 'takenBack' : isClaudes(item)));
  if (last?.kind !== 'text' || last.streaming) return true;
  const was = kept.items.find(({ id, kind }) => kind === 'text' && id === last.id);
  return was?.kind === 'text' && !was.streaming;
}

/** The call in which a server has asked has come to its result behind the window, so the server has got what was on its way. */
function withFormsTaken(kept: ChatState, told: ChatState, now: number): ChatState {
  const isTaken = ({ phase, call = '' }: QuestionState): boolean =>
    phase === 'sending' && find(kept, call, 'tool')?.state === 'running' && find(told, call, 'tool')?.state === 'done';
  return openQuestions(told)
    .filter(isTaken)
    .reduce((taken, { id }) => toQuestion(taken, id, { type: 'taken' }, now), told);
}

/** A server has ended in its call behind the window, so nobody knows whether it has read what the CLI had taken for it. */
function withServersEnded(told: ChatState, now: number): ChatState {
  const calls = told.items.flatMap(item => (item.kind === 'tool' && item.state === 'failed' && isServerGone(item.result) ? [item.id] : []));
  return calls.reduce((state, call) => serverEnded(state, call, now), told);
}

/** The next process begins in the worktree to which the CLI goes back by itself, and otherwise in the folder in which it is started. */
function steeringAfter({ at: _, ...steering }: Steering): Steering {
  return steering.returnsTo === undefined ? steering : { ...steering, at: steering.returnsTo };
}

/** The state with its open questions ended, because whoever asked them is gone for ever. */
export function withdrawn(state: ChatState, now: number): ChatState {
  return toOpenQuestions(state, { type: 'cancelled' }, now);
}

/** No card is open that a host edit still has to reach. */
function asRestored(item: ChatItem): ChatItem {
  if (item.kind === 'tool') return withoutSince(item);
  if (item.kind === 'thought') return thoughtWithoutSince(item);
  return item.kind === 'question' ? { ...item, hostEdits: [] } : item;
}

/** Drops `since`, because the window's end hides how long the thought lasted. */
function thoughtWithoutSince({ since: _, ...thought }: ThoughtState): ChatItem {
  return thought;
}
