// The steps of the memory: the told text, Claude's changes of the Product Doc, and the answers to remember. Pure.
import type { Variant } from '../shared/variant.js';
import type { ChatEvent } from './events.js';
import { append, change, find } from './items.js';
import type { QuestionState, ChatState } from './state.js';
import type { Step } from './stepResult.js';

/** Appends the row that says what Claude was told, once for each session, and once more when the project card has changed since. */
export function memoryTold(state: ChatState, { told, count, isOlder }: Variant<ChatEvent, 'memoryTold'>): ChatState {
  const isShown = state.told !== undefined && (!isOlder || state.told.isOlder === true);
  const known: ChatState = { ...state, told: { ...told, ...(isOlder && { isOlder }) } };
  return isShown ? known : append(known, { kind: 'told', id: `i${state.counter}`, count, ...(isOlder && { isOlder }) });
}

/** Appends the row of a change, or updates it in its place when the change is undone. */
export function docChanged(state: ChatState, { id, change: diff, isNew, state: now }: Variant<ChatEvent, 'docChanged'>): ChatState {
  return find(state, id, 'docChange') === undefined
    ? append(state, { kind: 'docChange', id, change: diff, ...(isNew && { isNew }), state: now })
    : change(state, id, 'docChange', item => ({ ...item, change: diff, state: now }));
}

/**
 * Adds the effect `rememberAnswers` for questions that this step has answered for good. A question that was never open here was answered elsewhere and
 * earlier.
 */
export function withAnswersKept(before: ChatState, next: Step): Step {
  if (before.items === next.state.items) return next;
  const toolUseIds = answeredBetween(before, next.state);
  return toolUseIds.length === 0 ? next : { ...next, effects: [...next.effects, { type: 'rememberAnswers', toolUseIds }] };
}

/** Ids of the questions that are answered after, and were there without an answer, or with one that the CLI could still lose, before. */
export function answeredBetween(before: ChatState, after: ChatState): readonly string[] {
  const answered = after.items.filter((item, position) => {
    // Most items are as before, and looking each question up among all of them would take their number squared.
    if (item.kind !== 'question' || !isForGood(item) || item === before.items[position]) return false;
    const was = find(before, item.id, 'question');
    return was !== undefined && !isForGood(was);
  });
  return answered.map(({ id }) => id);
}

/** Answered, and the CLI cannot lose the answer any more. */
function isForGood({ phase, unproven }: QuestionState): boolean {
  return phase === 'answered' && unproven === undefined;
}
