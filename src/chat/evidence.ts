// What a person has decided is final when the CLI cannot lose it any more: its turn has come to its end and no other process has written in its place, or the
// transcript holds the result of its call, which is looked for while the turn goes on. Until then it is `unproven`, and the end of the process has the transcript searched. No other process's turn proves it. Pure.
import type { Variant } from '../shared/variant.js';
import type { Effect } from './effects.js';
import type { ChatEvent, FoundResults } from './events.js';
import { changeAll, withoutGoOn } from './items.js';
import { stepQuestion } from './questionMachine.js';
import type { PermissionState, QuestionState, ChatItem, ChatState } from './state.js';
import { isElicitation } from './state.js';
import type { Step } from './stepResult.js';

type Decided = QuestionState | PermissionState;
type TurnChecked = Variant<ChatEvent, 'turnChecked'>;

/** They may stand in front of the turn: after an interrupt no turn has come to its end behind them. */
export function unproven(state: ChatState): readonly Decided[] {
  return state.items.filter(isUnproven);
}

function isUnproven(item: ChatItem): item is Decided {
  return (item.kind === 'question' || item.kind === 'permission') && item.unproven !== undefined;
}

/** The call whose result holds the decision. */
function callOf(item: Decided): string {
  return item.kind === 'permission' ? item.toolUseId : (item.call ?? item.id);
}

/**
 * A turn has come to its end, so the CLI has written all of it. Only another process can have written in the place of a decision, which `checkTurn` looks
 * for. A decision whose call has not ended may still be on its way.
 */
export function turnIsOver(state: ChatState): ChatState {
  const running = new Set(state.items.flatMap(item => (item.kind === 'tool' && item.state === 'running' ? [item.id] : [])));
  const isOver = (item: Decided): boolean => item.kind === 'question' || !running.has(item.toolUseId);
  return changeAll(state, item => (isUnproven(item) && item.unproven === true && isOver(item) ? { ...item, unproven: 'turnOver' } : item));
}

function isForServer(item: Decided): boolean {
  return item.kind === 'question' && isElicitation(item);
}

export function checkTurn(state: ChatState): readonly Effect[] {
  const { sessionId } = state;
  const over = unproven(state).filter(item => item.unproven === 'turnOver');
  const toolUseIds = [...new Set(over.map(callOf))];
  return sessionId === undefined || toolUseIds.length === 0 ? [] : [{ type: 'checkTurn', toolUseIds, sessionId }];
}

/** `interrupted`: those of these calls in whose place another process has written. A server has got what it asked for all the same. */
export function turnChecked(state: ChatState, { toolUseIds, interrupted }: TurnChecked, now: number): ChatState {
  const [checked, missing] = [new Set(toolUseIds), new Set(interrupted)];
  const evidenceOf = (item: Decided): Evidence => {
    if (item.unproven !== 'turnOver' || !checked.has(callOf(item))) return undefined;
    return missing.has(callOf(item)) && !isForServer(item) ? 'interrupted' : true;
  };
  return withEvidence(state, evidenceOf, now);
}

/**
 * Adds the effect `awaitResult` for answers that the CLI has taken in this step. They are final long before the end of a turn that goes on for
 * hours, and other chats are told of them then.
 */
export function withResultsAwaited(before: ChatState, next: Step): Step {
  const { items, sessionId } = next.state;
  if (before.items === items || sessionId === undefined) return next;
  const taken = items.filter((item, at) => item !== before.items[at] && isTaken(item)) as readonly QuestionState[];
  const awaited = taken.filter(({ id }) => !before.items.some(item => item.id === id && isTaken(item)));
  if (awaited.length === 0) return next;
  const effects = awaited.map(item => ({ type: 'awaitResult' as const, toolUseId: item.id, call: callOf(item), sessionId }));
  return { ...next, effects: [...next.effects, ...effects] };
}

function isTaken(item: ChatItem): boolean {
  return item.kind === 'question' && item.phase === 'answered' && item.unproven === true;
}

export function resultSeen(state: ChatState, toolUseId: string, now: number): ChatState {
  return withEvidence(state, item => (item.kind === 'question' && item.id === toolUseId ? true : undefined), now);
}

/** The process has ended, so only the transcript can tell what it had not proven. */
export function exitedUnproven(state: ChatState): ChatState {
  return changeAll(state, item => (isUnproven(item) && item.unproven !== 'exited' ? { ...item, unproven: 'exited' } : item));
}

/** What the CLI may have lost, because its process has ended, is looked for in the transcript. */
export function checkResults(state: ChatState): readonly Effect[] {
  const { sessionId } = state;
  const toolUseIds = [...new Set(unproven(state).map(callOf))];
  return sessionId === undefined || toolUseIds.length === 0 ? [] : [{ type: 'checkResults', toolUseIds, sessionId }];
}

/**
 * Says nothing of what the running process has in its hands, which may be the same question once more. An answer that Claude has not read is no work that it can go on with, and its card has an offer of its own.
 */
export function withResults(state: ChatState, found: FoundResults, now: number): ChatState {
  const foundOf = (item: Decided): Evidence => (item.unproven === 'exited' ? found[callOf(item)] : undefined);
  const told = withEvidence(state, foundOf, now);
  return unproven(state).some(item => item.kind === 'question' && isMissing(foundOf(item))) ? withoutGoOn(told) : told;
}

/** The server has ended in this call, so nobody knows whether it has read the answers that the CLI had taken for it. */
export function serverEnded(state: ChatState, toolUseId: string, now: number): ChatState {
  const isMeant = (item: Decided): boolean => item.kind === 'question' && item.call === toolUseId && isTaken(item);
  return withEvidence(state, item => (isMeant(item) ? false : undefined), now);
}

/** The CLI does not know the session, and so nothing of what its process had not proven. */
export function sessionLost(state: ChatState, now: number): ChatState {
  return withResults(state, Object.fromEntries(unproven(state).map(item => [callOf(item), false])), now);
}

/** Undefined where nothing is known of the decision. */
type Evidence = FoundResults[string] | undefined;

function isMissing(evidence: Evidence): boolean {
  return evidence === false || evidence === 'interrupted';
}

function withEvidence(state: ChatState, evidenceOf: (item: Decided) => Evidence, now: number): ChatState {
  const context = { now, stopping: state.turn === 'stopping' };
  return changeAll(state, item => {
    const known = isUnproven(item) ? evidenceOf(item) : undefined;
    if (known === undefined || !isUnproven(item)) return item;
    const reason = known === 'interrupted' ? 'openElsewhere' : 'exited';
    if (item.kind === 'question') return stepQuestion(item, known === true ? { type: 'proven' } : { type: 'missing', reason }, context);
    // What the transcript holds was written, also where nobody has heard of the write.
    const { unproven, writeId, ...rest } = item;
    const written = writeId === undefined || unproven === 'exited' ? rest : { ...rest, writeId };
    return known === true ? written : { ...written, lost: reason === 'openElsewhere' ? reason : true };
  });
}
