// The person's Stop, and what follows when the CLI does not obey. Pure.
import { append } from './items.js';
import { withPromptsStopped } from './outbox.js';
import { refusalOf } from './refusals.js';
import type { ChatState } from './state.js';
import { subagentAsks } from './state.js';
import type { Step } from './stepResult.js';
import { noEffects, write, writeEffect } from './stepResult.js';

export function interrupt(state: ChatState): Step {
  if (state.turn === 'idle' || state.turn === 'stopping') return noEffects(state);
  return write(
    { ...withoutEnd(withPromptsStopped(withRefusalTold(state))), turn: 'stopping' },
    interruptId => [writeEffect(interruptId, { type: 'interrupt' }), { type: 'awaitTurnEnd', interruptId }],
    (stopping, interruptId) => ({ ...stopping, interruptId }),
  );
}

function withoutEnd({ endsProcess: _, retrying: __, ...state }: ChatState): ChatState {
  return state;
}

/** The CLI tries a rejected key ten times and says so last. The person who stops it before wants to correct the key, which a new process reads. */
function withRefusalTold(state: ChatState): ChatState {
  const problem = refusalOf(state.retrying?.reason);
  return problem === undefined ? state : append(state, { kind: 'problem', id: `i${state.counter}`, problem });
}

/**
 * Ignored unless `interruptId` belongs to the current Stop, because a later turn has an interrupt of its own, and the time begins anew with an answer
 * to a subagent. Where a subagent waits for the person, only the person ends the process.
 */
export function interruptOverdue(state: ChatState, interruptId: string): Step {
  return state.interruptId === interruptId && !subagentAsks(state) ? endProcess(state) : noEffects(state);
}

/** The person has answered the last subagent that waited for them under Stop, so the time in which the CLI may end its turn begins now. */
export function awaitedAnew(before: ChatState, step: Step): Step {
  const { state, effects } = step;
  const isAnswered = before.turn === 'stopping' && subagentAsks(before) && state.turn === 'stopping' && !subagentAsks(state);
  if (!isAnswered) return step;
  return write(
    state,
    interruptId => [...effects, { type: 'awaitTurnEnd', interruptId }],
    (stopping, interruptId) => ({ ...stopping, interruptId }),
  );
}

/** The CLI does not obey, so its process is ended. The process itself may take some seconds for that. */
export function endProcess(state: ChatState): Step {
  const isLate = state.turn === 'stopping' && state.process !== 'none' && state.endsProcess !== true;
  return isLate ? { state: { ...state, endsProcess: true }, effects: [{ type: 'stopClaude' }] } : noEffects(state);
}
