// The person's Stop, and what follows when the CLI does not obey. Pure.
import type { SessionState } from './state.js';
import type { Step } from './stepResult.js';
import { noEffects, write, writeEffect } from './stepResult.js';

export function interrupt(state: SessionState): Step {
  if (state.turn === 'idle' || state.turn === 'stopping') return noEffects(state);
  return write(
    { ...state, turn: 'stopping' },
    interruptId => [writeEffect(interruptId, { type: 'interrupt' }), { type: 'awaitTurnEnd', interruptId }],
    (stopping, interruptId) => ({ ...stopping, interruptId }),
  );
}

/** Ignored unless `interruptId` belongs to the current Stop, because a later turn has an interrupt of its own. */
export function interruptOverdue(state: SessionState, interruptId: string): Step {
  const isLate = state.turn === 'stopping' && state.interruptId === interruptId && state.process !== 'none';
  return { state, effects: isLate ? [{ type: 'stopClaude' }] : [] };
}
