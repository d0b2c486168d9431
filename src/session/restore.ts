// A session that ran in a window that is gone, as it is when the next window begins. Pure.
import type { TranscriptRead } from './events.js';
import { failPrompts } from './outbox.js';
import { caughtUp } from './past.js';
import type { SessionItem, SessionState } from './state.js';
import { initialState } from './state.js';
import { toOpenQuestions } from './questionSteps.js';
import { step } from './step.js';

/**
 * Nothing runs any more; what was open has ended as it does when the process goes, with what was filled in. What the CLI did
 * after the last that was kept comes first: an answer may have reached Claude that nobody here has heard of.
 */
export function restoredState(
  kept: SessionState,
  routeSetting: SessionState['routeSetting'],
  now: number,
  news: Omit<TranscriptRead, 'type'> = { entries: [], since: 0 },
): SessionState {
  const whole: SessionState = { ...initialState(routeSetting), ...kept, routeSetting, items: kept.items.map(asToday) };
  const told = caughtUp({ ...whole, process: 'none' }, { type: 'transcriptRead', ...news });
  // Nobody performs an effect here, so nothing may be left that would be sent by one.
  const state = failPrompts(toOpenQuestions(told, { type: 'windowEnded' }, now));
  return step(state, { type: 'processExited', asked: true, code: 0, signal: null, stderr: '' }, now).state;
}

/** Earlier versions counted the host's edits, and no revisions; no card of that window is left that could have missed one. */
function asToday(item: SessionItem): SessionItem {
  return item.kind === 'question' ? { ...item, hostEdits: [], revision: Number.isInteger(item.revision) ? item.revision : 0 } : item;
}
