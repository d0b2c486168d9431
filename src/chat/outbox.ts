// The outbox: prompts that the CLI has not confirmed, how they are written, and which events remove them. Pure.
import type { Effect, Outgoing } from './effects.js';
import { withMayForget } from './forgotten.js';
import { change, find, withoutGoOn, withTurnRunning } from './items.js';
import { isClaudes } from './rows.js';
import type { StoredItem } from './journalRecords.js';
import type { ChatState, OutboxEntry, TurnPrompt } from './state.js';
import { openQuestions } from './state.js';
import { writeEffect } from './stepResult.js';

/** A write for each unconfirmed prompt, in order. `entries`: only these. */
export function outboxWrites(state: ChatState, entries: readonly OutboxEntry[] = state.outbox): readonly Effect[] {
  return entries.flatMap(({ uuid, itemId, writeId }) => {
    const item = find(state, itemId, 'prompt');
    if (item === undefined) return [];
    const { text, attachments } = item;
    return [writeEffect(writeId, { type: 'prompt', uuid, text, ...(attachments && { attachments }) })];
  });
}

export function settlePrompt(state: ChatState, uuid: string, to: 'sent' | 'failed'): ChatState {
  const entry = state.outbox.find(one => one.uuid === uuid);
  if (entry === undefined) return state;
  const outbox = state.outbox.filter(one => one !== entry);
  const settled = change({ ...state, outbox }, entry.itemId, 'prompt', ({ queue: _, ...item }) => ({ ...item, state: to }));
  return to === 'sent' ? withMayForget(settled, uuid) : settled;
}

/** The process has exited, so the person decides which prompts are sent again. */
export function failPrompts(state: ChatState): ChatState {
  return state.outbox.reduce((failed, { uuid }) => settlePrompt(failed, uuid, 'failed'), state);
}

/** The process has exited, so no CLI gives back what was wanted back. No other one gets that, nor what the person has stopped. */
export function failWanted(state: ChatState): ChatState {
  const wanted = state.outbox.filter(({ takeBack, stopped }) => takeBack === true || stopped === true);
  if (wanted.length === 0) return state;
  const failed = wanted.reduce((before, { uuid }) => settlePrompt(before, uuid, 'failed'), state);
  const isOver = failed.outbox.length === 0 && failed.turn === 'starting' && openQuestions(failed).length === 0;
  return isOver ? { ...failed, turn: 'idle' } : failed;
}

/** Claude has begun to answer. A peer that confirms no prompt gives no other sign that it took them. */
export function answering(state: ChatState): ChatState {
  return confirmWritten(withTurnRunning(withoutGoOn(state)));
}

/**
 * A turn has ended, so the prompt that began it was taken. This is the only sign for slash commands and for prompts that a hook
 * refuses, because the CLI never echoes them. The first prompt sent in mid-turn begins the next turn.
 */
export function turnOver(state: ChatState): ChatState {
  const begun = state.outbox.filter(({ queued, written }) => written && !queued);
  const over = begun.reduce((sent, { uuid }) => settlePrompt(sent, uuid, 'sent'), confirmWritten(state));
  const outbox = unqueued(over.outbox);
  return outbox === over.outbox ? over : { ...over, outbox };
}

/** The prompts that began the turn go back to the person, who decides whether they are sent again. */
export function promptRefused(state: ChatState): ChatState {
  const begun = state.outbox.filter(({ queued, written }) => written && !queued);
  return begun.reduce((refused, { uuid }) => settlePrompt(refused, uuid, 'failed'), state);
}

/** Marks the first queued prompt as the one that begins the next turn. */
function unqueued(outbox: ChatState['outbox']): ChatState['outbox'] {
  const [next, ...others] = outbox;
  return next?.queued === true ? [{ ...next, queued: false }, ...others] : outbox;
}

/** Whether the item of a turn shows no answer of Claude's: one that streams may be broken off and leave nothing. */
export function isNoAnswer(item: StoredItem): boolean {
  return item.kind !== 'confirmed' && (!isClaudes(item) || ('streaming' in item && item.streaming));
}

/**
 * The prompts that the CLI has begun to answer and may have kept nowhere: it has finished nothing behind them. 2.0.77 writes a prompt into its
 * transcript with the first block that is whole, newer versions some 0.1 s after they have taken it.
 */
export function unkeptPrompts({ turn, turnStart, items, mayForget = [] }: ChatState): readonly string[] {
  // After Stop the person has an offer already.
  if (turn === 'idle' || turn === 'stopping') return [];
  const begun = items.slice(turnStart);
  if (!begun.every(isNoAnswer)) return [];
  const sent = begun.flatMap(item => (item.kind === 'prompt' && item.state === 'sent' ? [item.uuid] : []));
  // `checkForgotten` looks for the others.
  return sent.filter(uuid => !mayForget.includes(uuid));
}

/** Claude does not know these prompts when the session goes on, so the person can send them again, and there is nothing to go on with. One that is on its way again stays so. */
export function withPromptsMissing(state: ChatState, uuids: readonly string[]): ChatState {
  return state.items.reduce((before, item) => {
    if (item.kind !== 'prompt' || item.state !== 'sent' || !uuids.includes(item.uuid)) return before;
    return change(withoutGoOn(before), item.id, 'prompt', prompt => ({ ...prompt, state: 'failed' }));
  }, state);
}

/** Treats the written prompts as taken where the peer confirms none, once Claude answers or a turn has ended. */
function confirmWritten(state: ChatState): ChatState {
  if (state.peer.confirms === true) return state;
  return state.outbox.filter(({ written }) => written).reduce((sent, { uuid }) => settlePrompt(sent, uuid, 'sent'), state);
}

/** Marks unconfirmed prompts as sent when the transcript holds their uuid. A prompt that waits in an older copy of the state waits no more. */
export function promptsFound(before: ChatState, uuids: ReadonlySet<string>): ChatState {
  const isWritten = before.waiting.some(({ uuid }) => uuids.has(uuid));
  const state = isWritten ? { ...before, waiting: before.waiting.filter(({ uuid }) => !uuids.has(uuid)) } : before;
  const unconfirmed = state.items.filter(item => item.kind === 'prompt' && item.state !== 'sent' && uuids.has(item.uuid));
  return unconfirmed.reduce((found, { id }) => {
    const outbox = found.outbox.filter(({ itemId }) => itemId !== id);
    return change({ ...found, outbox }, id, 'prompt', ({ queue: _, ...item }) => ({ ...item, state: 'sent' }));
  }, state);
}

/** Stop means what was sent before it, whether it is written or not. What is wanted back is not written anyway. */
export function withPromptsStopped(state: ChatState): ChatState {
  const isMeant = ({ written, takeBack }: OutboxEntry): boolean => !written && takeBack !== true;
  if (!state.outbox.some(isMeant)) return state;
  return { ...state, outbox: state.outbox.map(entry => (isMeant(entry) ? { ...entry, stopped: true } : entry)) };
}

/** Whether the prompt may still be written. */
function isPromptDue({ outbox }: ChatState, uuid: string): boolean {
  return outbox.some(entry => entry.uuid === uuid && entry.stopped !== true && entry.takeBack !== true);
}

export function promptWritten(state: ChatState, writeId: string): ChatState {
  const outbox = state.outbox.map(entry => {
    if (entry.writeId !== writeId || entry.written) return entry;
    const { stopped, ...taken } = entry;
    // The CLI is asked for this one.
    return { ...taken, written: true, ...(stopped && entry.takeBack && { stopped }) };
  });
  return outbox.every((entry, index) => entry === state.outbox[index]) ? state : { ...state, outbox };
}

/** The turn that this prompt would have begun is begun by the prompt behind it. */
export function promptNotWritten(state: ChatState, writeId: string): ChatState {
  const entry = state.outbox.find(one => one.writeId === writeId);
  if (entry === undefined) return state;
  const failed = settlePrompt(state, entry.uuid, 'failed');
  return entry.queued ? failed : { ...failed, outbox: unqueued(failed.outbox) };
}

/** Whether the state holds the prompt. `submitPrompt` refuses one while a question is open. */
export function hasPrompt(state: ChatState, uuid: string): boolean {
  return (
    state.waiting.some(one => one.uuid === uuid) || state.items.findLastIndex(item => item.kind === 'prompt' && item.uuid === uuid) >= 0
  );
}

/** Whether the transcript could confirm a prompt. */
export function hasUnconfirmed({ outbox, waiting, items }: ChatState): boolean {
  return outbox.length > 0 || waiting.length > 0 || items.some(item => item.kind === 'prompt' && item.state === 'failed');
}

/** What the prompts of these entries say. */
export function turnPromptsOf(state: ChatState, entries: readonly OutboxEntry[]): readonly TurnPrompt[] {
  return entries.flatMap(({ itemId }) => {
    const prompt = find(state, itemId, 'prompt');
    if (prompt === undefined) return [];
    const { id, text, attachments } = prompt;
    return [{ id, text, ...(attachments !== undefined && { attachments }) }];
  });
}

/**
 * Says whether `message` may still be written. It may not where it carries the rules of a permission that the CLI has taken back or whose turn is
 * over: neither the permission nor its rules apply any more. Nor may a prompt that is stopped or wanted back before it is written, or an interrupt
 * where nothing is left to stop.
 */
export function isDue(state: ChatState, message: Outgoing): boolean {
  if (message.type === 'prompt') return isPromptDue(state, message.uuid);
  if (message.type === 'interrupt') return state.turn === 'stopping';
  const hasRules = message.type === 'allowTool' && message.updates !== undefined;
  return !hasRules || find(state, message.requestId, 'permission')?.state === 'allowed';
}
