// The steps that say which files a turn has changed. Pure.
import type { Variant } from '../shared/variant.js';
import type { ChatEvent } from './events.js';
import { append } from './items.js';
import type { ChangesState, ChatState } from './state.js';

export function turnFollowed(state: ChatState, { turn }: Variant<ChatEvent, 'turnFollowed'>): ChatState {
  return turn === undefined ? withoutFollowed(state) : { ...state, followed: turn };
}

/** The chat after the end of a window that had seen Claude work until then, in epoch milliseconds. */
export function withFollowedUntil(state: ChatState, until: number): ChatState {
  const { followed } = state;
  return followed === undefined || followed.until !== undefined ? state : { ...state, followed: { ...followed, until } };
}

/** Puts the row behind its turn, which another one may have followed by now. */
export function filesChanged(before: ChatState, { type: _, trees, ...counts }: Variant<ChatEvent, 'filesChanged'>): ChatState {
  const state = withoutFollowed(before);
  const row: ChangesState = { kind: 'changes', id: `i${state.counter}`, ...counts, ...trees };
  if (state.turn === 'idle') return append(state, row);
  const items = state.items.toSpliced(state.turnStart, 0, row);
  return { ...state, items, counter: state.counter + 1, turnStart: state.turnStart + 1 };
}

function withoutFollowed(state: ChatState): ChatState {
  if (state.followed === undefined) return state;
  const { followed: _, ...rest } = state;
  return rest;
}
