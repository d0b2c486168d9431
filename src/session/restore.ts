// A session that ran in a window that is gone, as it is when the next window begins. Pure.
import type { SessionState } from './state.js';
import { initialState } from './state.js';
import { toOpenQuestions } from './questionSteps.js';
import { step } from './step.js';

/** Nothing runs any more; what was open has ended as it does when the process goes, with what was filled in. */
export function restoredState(kept: SessionState, routeSetting: SessionState['routeSetting'], now: number): SessionState {
  const state = toOpenQuestions({ ...initialState(routeSetting), ...kept, routeSetting }, { type: 'windowEnded' }, now);
  return step(state, { type: 'processExited', asked: true, code: 0, signal: null, stderr: '' }, now).state;
}
