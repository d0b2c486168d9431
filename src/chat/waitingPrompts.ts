// Prompts that wait in Parley while a turn runs: nothing of them is written, so they can be changed, moved and taken back for certain, and no end
// of a process can lose or repeat them. Owns `waiting`, and taking back a prompt that is in the CLI's queue already. Pure.
import type { Variant } from '../shared/variant.js';
import type { Effect } from './effects.js';
import type { ChatEvent } from './events.js';
import { append, change, find } from './items.js';
import { withStop } from './lifecycle.js';
import { promptNotWritten, promptWritten } from './outbox.js';
import { sendPrompt, withoutEmptyTurn } from './prompts.js';
import type { OutboxEntry, ChatState, WaitingPrompt } from './state.js';
import { nextTurnStart, openQuestions } from './state.js';
import type { Step } from './stepResult.js';
import { noEffects } from './stepResult.js';
import { interrupt } from './stop.js';

/** Returns the same state while a question is open; then the host gives the words back to the message box. */
export function submitPrompt(state: ChatState, { way, ...prompt }: Variant<ChatEvent, 'promptSubmitted'>): Step {
  const { uuid, text, attachments = [] } = prompt;
  if (openQuestions(state).length > 0 || (text.trim() === '' && attachments.length === 0)) return noEffects(state);
  const going = goingOn(state);
  if (way === undefined || state.turn === 'idle') return sendPrompt(going, prompt);
  return wait(going, { uuid, text, ...(attachments.length > 0 && { attachments }), way });
}

/** What is sent while a turn is being stopped is meant to come after the stop. */
function wait(state: ChatState, prompt: WaitingPrompt): Step {
  if (prompt.way === 'after' && state.turn !== 'stopping') return noEffects({ ...state, waiting: [...state.waiting, prompt] });
  const urgent = state.waiting.filter(({ way }) => way === 'now').length;
  return interrupt({ ...state, waiting: state.waiting.toSpliced(urgent, 0, { ...prompt, way: 'now' }) });
}

/** Sends a waiting prompt before its time. */
export function hurryPrompt(state: ChatState, { uuid, way }: Variant<ChatEvent, 'promptHurried'>): Step {
  const prompt = state.waiting.find(one => one.uuid === uuid);
  const isLacking = way === 'next' && state.turn !== 'idle' && state.peer.takesBack !== true;
  if (prompt === undefined || isLacking || openQuestions(state).length > 0) return noEffects(state);
  const going = goingOn(without(state, uuid));
  if (way === 'next' || state.turn === 'idle') return sendPrompt(going, prompt);
  return wait(going, { ...prompt, way: 'now' });
}

/** A prompt that goes `now` keeps its place in front. */
export function movePrompt(state: ChatState, { uuid, by }: Variant<ChatEvent, 'promptMoved'>): ChatState {
  const from = state.waiting.findIndex(one => one.uuid === uuid);
  const [moved, neighbour] = [state.waiting[from], state.waiting[from + by]];
  if (moved?.way !== 'after' || neighbour?.way !== 'after') return state;
  return { ...state, waiting: state.waiting.with(from, neighbour).with(from + by, moved) };
}

export function takePromptOut(state: ChatState, uuid: string): ChatState {
  return state.waiting.some(one => one.uuid === uuid) ? without(state, uuid) : state;
}

/** A waiting prompt is taken back at once. For a prompt in the CLI's queue the CLI decides, because Claude may have read it. */
export function wantPromptBack(state: ChatState, id: string): Step {
  const waiting = state.waiting.find(({ uuid }) => uuid === id);
  if (waiting !== undefined) {
    const { way: _, ...prompt } = waiting;
    return noEffects(append(without(state, id), { kind: 'prompt', id: `i${state.counter}`, ...prompt, state: 'takenBack' }));
  }
  const entry = state.outbox.find(({ itemId }) => itemId === id);
  if (entry === undefined || state.peer.takesBack !== true || find(state, id, 'prompt')?.queue !== 'next') return noEffects(state);
  const outbox = state.outbox.map(one => (one === entry ? { ...entry, takeBack: true as const } : one));
  const wanted = change({ ...state, outbox }, id, 'prompt', item => ({ ...item, queue: 'takingBack' }));
  return { state: wanted, effects: entry.written ? [{ type: 'takeBackPrompt', uuid: entry.uuid }] : [] };
}

/** The pipe has taken a prompt. Where the person wants it back by now, the CLI is asked for it: earlier it would not have known it. */
export function takeBackWritten(state: ChatState, writeId: string): readonly Effect[] {
  const entry = state.outbox.find(one => one.writeId === writeId);
  return entry?.takeBack === true && !entry.written ? [{ type: 'takeBackPrompt', uuid: entry.uuid }] : [];
}

/**
 * The person's Stop means what was sent before it. The CLI would run the prompts of its queue next, so it is asked for them first; those that it gives
 * back did not reach Claude.
 */
export function stopTurn(state: ChatState): Step {
  if (state.turn === 'idle' || state.turn === 'stopping' || state.peer.takesBack !== true) return interrupt(state);
  const isStopped = ({ takeBack, itemId }: OutboxEntry): boolean => takeBack !== true && find(state, itemId, 'prompt')?.queue === 'next';
  const outbox = state.outbox.map(entry => (isStopped(entry) ? { ...entry, stopped: true as const } : entry));
  const asked = outbox.filter((entry, index) => entry !== state.outbox[index]);
  const wanted = asked.reduce<Step>(
    (step, { itemId }) => {
      const next = wantPromptBack(step.state, itemId);
      return { state: next.state, effects: [...step.effects, ...next.effects] };
    },
    noEffects({ ...state, outbox }),
  );
  const stopped = interrupt(wanted.state);
  return { state: stopped.state, effects: [...wanted.effects, ...stopped.effects] };
}

export function promptBack(state: ChatState, { uuid, isBack }: Variant<ChatEvent, 'promptBack'>): ChatState {
  const entry = state.outbox.find(one => one.uuid === uuid);
  if (entry === undefined) return state;
  if (!isBack) return change(state, entry.itemId, 'prompt', item => ({ ...item, queue: 'late' }));
  const back = withPromptBack(promptWritten(state, entry.writeId), entry, backAs(entry));
  return withStopOver(
    state,
    change(back, entry.itemId, 'prompt', item => ({ ...item, uuidSpent: true as const })),
  );
}

/** Nothing of the prompt was written. Stop gives it back as a prompt that did not reach Claude, and the turn is over where it was all of it. */
export function promptUnwritten(state: ChatState, writeId: string): ChatState {
  const entry = state.outbox.find(one => one.writeId === writeId);
  if (entry === undefined || entry.written) return state;
  return withStopOver(state, withPromptBack(state, entry, backAs(entry)));
}

/** What Stop has got back can be sent again. */
function backAs({ takeBack, stopped }: OutboxEntry): 'takenBack' | 'failed' {
  return takeBack === true && stopped !== true ? 'takenBack' : 'failed';
}

/** Stop is over where the CLI has not begun the turn and its last prompt went back. */
function withStopOver(before: ChatState, back: ChatState): ChatState {
  if (before.turn !== 'stopping' || back.turn !== 'idle') return back;
  const told = withStop(back);
  return { ...told, turnStart: nextTurnStart(told) };
}

function withPromptBack(state: ChatState, entry: OutboxEntry, to: 'takenBack' | 'failed'): ChatState {
  const failed = promptNotWritten(state, entry.writeId);
  const turnPrompts = failed.turnPrompts.filter(({ id }) => id !== entry.itemId);
  return withoutEmptyTurn(change({ ...failed, turnPrompts }, entry.itemId, 'prompt', item => ({ ...item, state: to })));
}

/**
 * Ends the turn's claim on the waiting prompts: they go on by themselves only behind a turn that has ended by itself. After Stop, an error or the
 * end of the process the person decides. What goes `now` is the reason of a stop, so the stop does not hold it up.
 */
export function withWaitingHeldUp(before: ChatState, event: ChatEvent, after: ChatState): ChatState {
  if (after.waiting.length === 0) return after.waitsForPerson === undefined ? after : goingOn(after);
  // Another program goes on with the session, so a question that ends there does not set the prompts going here.
  if (event.type === 'transcriptRead' && after.turn === 'idle') return after.waitsForPerson === undefined ? heldUp(after, false) : after;
  // Behind such an end the CLI may go on with what was in its own queue.
  if (before.turn === 'idle' || (after.turn !== 'idle' && event.type !== 'turnEnded')) return after;
  const isStopped = before.turn === 'stopping';
  if (event.type === 'turnEnded' && !isStopped && (event.outcome === 'success' || event.outcome === 'deferred')) return after;
  return heldUp(after, isStopped && endsStop.has(event.type));
}

const endsStop: ReadonlySet<ChatEvent['type']> = new Set(['turnEnded', 'processExited', 'promptUnwritten', 'promptBack'] as const);

/** `urgentGoes`: the prompts that go `now` still do. */
function heldUp(state: ChatState, urgentGoes: boolean): ChatState {
  const waiting = urgentGoes ? state.waiting : state.waiting.map(one => ({ ...one, way: 'after' as const }));
  return { ...state, waiting, waitsForPerson: true };
}

/** The state of a window that has ended: no effect is performed for it, so no prompt may leave by itself. */
export function withWaitingRestored(state: ChatState): ChatState {
  return state.waiting.length === 0 ? state : heldUp(state, false);
}

/** Sends the waiting prompts whose time has come: every one that goes `now`, else the first. */
export function withWaitingSent(step: Step): Step {
  // The CLI has begun with what was in its own queue.
  const jumps = step.state.outbox.length > 0;
  let next = step;
  while (isUrgentDue(next.state)) next = sendFirst(next, jumps);
  const { turn, waiting, waitsForPerson } = next.state;
  const isDue = waiting.length > 0 && turn === 'idle' && waitsForPerson !== true && openQuestions(next.state).length === 0;
  return isDue ? sendFirst(next, false) : next;
}

function isUrgentDue(state: ChatState): boolean {
  return state.waiting[0]?.way === 'now' && state.turn !== 'stopping' && openQuestions(state).length === 0;
}

function sendFirst({ state, effects }: Step, jumps: boolean): Step {
  const [first] = state.waiting;
  if (first === undefined) return { state, effects };
  const rest = without(state, first.uuid);
  const sent = sendPrompt(first.way === 'now' ? goingOn(rest) : rest, first);
  return { state: sent.state, effects: [...effects, ...(jumps ? sent.effects.map(urgent) : sent.effects)] };
}

function urgent(effect: Effect): Effect {
  if (effect.type !== 'writeToClaude' || effect.message.type !== 'prompt') return effect;
  return { ...effect, message: { ...effect.message, priority: 'now' } };
}

function without(state: ChatState, uuid: string): ChatState {
  return { ...state, waiting: state.waiting.filter(one => one.uuid !== uuid) };
}

function goingOn({ waitsForPerson: _, ...state }: ChatState): ChatState {
  return state;
}

/** The waiting prompt as it lies there; undefined where it does not wait (any more). */
export function waitingPrompt({ waiting }: ChatState, uuid: string): WaitingPrompt | undefined {
  return waiting.find(one => one.uuid === uuid);
}

/** What the person took back, for the message box. */
export function takenBack(
  state: ChatState,
  id: string,
): { readonly text: string; readonly attachments: WaitingPrompt['attachments'] } | undefined {
  const item = find(state, id, 'prompt');
  return item?.state === 'takenBack' || item?.state === 'failed' ? { text: item.text, attachments: item.attachments } : undefined;
}
