// The step that says which files a turn has changed. Pure.
import type { Variant } from '../shared/variant.js';
import type { ChatEvent } from './events.js';
import { append } from './items.js';
import type { ChangesState, ChatState } from './state.js';

/** Puts the row behind its turn, which another one may have followed by now. */
export function filesChanged(state: ChatState, { type: _, trees, ...counts }: Variant<ChatEvent, 'filesChanged'>): ChatState {
  const row: ChangesState = { kind: 'changes', id: `i${state.counter}`, ...counts, ...trees };
  if (state.turn === 'idle') return append(state, row);
  const items = state.items.toSpliced(state.turnStart, 0, row);
  return { ...state, items, counter: state.counter + 1, turnStart: state.turnStart + 1 };
}
