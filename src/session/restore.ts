// A session that another window has kept: as it is when that one is gone, and as it is shown while it is not. Pure.
import type { SessionState } from './state.js';
import { initialState } from './state.js';
import { isFinal } from '../shared/answers.js';
import { toOpenQuestions } from './questionSteps.js';
import { step } from './step.js';

/** Nothing runs any more; what was open has ended as it does when the process goes, with what was filled in. */
export function restoredState(kept: SessionState, routeSetting: SessionState['routeSetting'], now: number): SessionState {
  const state = toOpenQuestions({ ...initialState(routeSetting), ...kept, routeSetting }, { type: 'windowEnded' }, now);
  return step(state, { type: 'processExited', asked: true, code: 0, signal: null, stderr: '' }, now).state;
}

/** To be looked at while another window has it: what is open in it can be seen, and not answered. */
export function picturedState(kept: SessionState): SessionState {
  const items = kept.items.map(item =>
    item.kind === 'question' && !isFinal(item.phase) ? { ...item, phase: 'announced' as const } : item,
  );
  return { ...kept, items };
}
