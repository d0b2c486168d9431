// The result of a step, and the usual ways to make one. Pure.
import type { Effect } from './effects.js';
import type { ChatState } from './state.js';

export interface Step {
  readonly state: ChatState;
  readonly effects: readonly Effect[];
}

export const noEffects = (state: ChatState): Step => ({ state, effects: [] });

export function write(
  state: ChatState,
  effects: (writeId: string) => readonly Effect[],
  note: (state: ChatState, writeId: string) => ChatState = same => same,
): Step {
  const writeId = `w${state.counter}`;
  return { state: note({ ...state, counter: state.counter + 1 }, writeId), effects: effects(writeId) };
}

export function writeEffect(writeId: string, message: Extract<Effect, { type: 'writeToClaude' }>['message']): Effect {
  return { type: 'writeToClaude', writeId, message };
}
