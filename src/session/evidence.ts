// What a person has decided is final when the CLI cannot lose it any more: its turn has come to its end, or the transcript holds the result of its call.
// Until then it is `unproven`, and the end of the process has the transcript searched. Pure.
import type { Effect } from './effects.js';
import { change, find, withoutGoOn } from './items.js';
import { toQuestion } from './questionSteps.js';
import type { PermissionState, QuestionState, SessionItem, SessionState } from './state.js';

type Decided = QuestionState | PermissionState;

/** They may stand in front of the turn: after an interrupt no turn has come to its end behind them. */
export function unproven(state: SessionState): readonly Decided[] {
  return state.items.filter(isUnproven);
}

function isUnproven(item: SessionItem): item is Decided {
  return (item.kind === 'question' || item.kind === 'permission') && item.unproven === true;
}

/** The call whose result holds the decision. */
function callOf(item: Decided): string {
  return item.kind === 'permission' ? item.toolUseId : (item.call ?? item.id);
}

/** A turn has come to its end, so the CLI has written all of it. A decision whose call has not ended may still be on its way. */
export function proven(state: SessionState, now: number): SessionState {
  const ended = unproven(state).filter(item => item.kind === 'question' || find(state, item.toolUseId, 'tool')?.state !== 'running');
  return ended.reduce((before, item) => withEvidence(before, item, true, now), state);
}

/** What the CLI may have lost, because its process has ended, is looked for in the transcript. */
export function checkResults(state: SessionState): readonly Effect[] {
  const { sessionId } = state;
  const toolUseIds = [...new Set(unproven(state).map(callOf))];
  return sessionId === undefined || toolUseIds.length === 0 ? [] : [{ type: 'checkResults', toolUseIds, sessionId }];
}

/**
 * `found`: by the ids of calls, whether the transcript holds the result. An answer that Claude has not read is no work that it can go on with, and its
 * card has an offer of its own.
 */
export function withResults(state: SessionState, found: Readonly<Record<string, boolean>>, now: number): SessionState {
  const known = unproven(state).filter(item => found[callOf(item)] !== undefined);
  const told = known.reduce((before, item) => withEvidence(before, item, found[callOf(item)] === true, now), state);
  return known.some(item => item.kind === 'question' && found[callOf(item)] === false) ? withoutGoOn(told) : told;
}

function withEvidence(state: SessionState, { kind, id }: Decided, isThere: boolean, now: number): SessionState {
  if (kind === 'question') return toQuestion(state, id, { type: isThere ? 'proven' : 'missing' }, now);
  return change(state, id, 'permission', ({ unproven: _, ...item }) => (isThere ? item : { ...item, lost: true }));
}
