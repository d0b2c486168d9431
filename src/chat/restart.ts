// A process ends because the chat is out of sight, or because only another one can do what the person has chosen. Pure.
import { bypass } from '../shared/features/steering/modes.js';
import type { Variant } from '../shared/variant.js';
import type { ChatEvent } from './events.js';
import { processUnneeded } from './lifecycle.js';
import type { ChatState } from './state.js';
import type { Step } from './stepResult.js';
import { noEffects } from './stepResult.js';

/** What is scheduled keeps the process behind a chat that nobody sees, and not one in whose place the person needs another. */
export function unneeded(state: ChatState, { restarts }: Variant<ChatEvent, 'processUnneeded'>): Step {
  if (restarts === true) return noEffects({ ...state, restarts });
  return state.scheduled === undefined ? processUnneeded(state) : noEffects(state);
}

/** Ends the process as soon as nothing runs in it, before what waits is sent: that goes to the next one. Not where the person has chosen another mode since. */
export function withRestart(step: Step): Step {
  const { restarts, ...state } = step.state;
  if (restarts !== true) return step;
  const isRunning = state.process === 'starting' || state.process === 'running';
  // The next process begins in the step in which the one before has ended.
  const isNext = step.effects.some(({ type }) => type === 'startClaude');
  if (!isRunning || isNext || state.steering?.mode !== bypass) return { ...step, state };
  const ended = processUnneeded(state);
  return ended.state === state ? step : { state: ended.state, effects: [...step.effects, ...ended.effects] };
}
