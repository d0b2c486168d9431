// The result of a step, and the usual ways to make one. Pure.
import type { Effect } from './effects.js';
import type { SessionState } from './state.js';

export interface Step {
  readonly state: SessionState;
  readonly effects: readonly Effect[];
}

export const noEffects = (state: SessionState): Step => ({ state, effects: [] });

export function write(
  state: SessionState,
  effects: (writeId: string) => readonly Effect[],
  note: (state: SessionState, writeId: string) => SessionState = same => same,
): Step {
  const writeId = `w${state.counter}`;
  return { state: note({ ...state, counter: state.counter + 1 }, writeId), effects: effects(writeId) };
}

export function writeEffect(writeId: string, message: Extract<Effect, { type: 'writeToClaude' }>['message']): Effect {
  return { type: 'writeToClaude', writeId, message };
}
