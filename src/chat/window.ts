// Which items a chat keeps in its state: the newest ones, and older ones that can still change. Owns the size of that window
// and the rule by which items leave it; must not know where the items that have left it are kept. Pure.
import { nameOf } from './backgroundCut.js';
import { isBegun } from './items.js';
import type { StoredChat, StoredItem } from './journalRecords.js';
import { isNoAnswer } from './outbox.js';
import { hasAnswersToSend } from './lostAnswers.js';
import { rowOf } from './rows.js';
import type { ChatItem, ChatState } from './state.js';

type StoredState = StoredChat['state'];

/** Number of final items that stay when a chat is trimmed. */
export const windowSize = 100;

/**
 * The oldest items that may leave the state, oldest first: nothing can change them, and no act of a person needs them. Empty
 * until the state holds more than `2 * size` such items, so that a long conversation is trimmed once in `size` items. The
 * newest `size` of them stay, and `size` is at least 1, so the last item of a state always stays.
 */
export function trimmable(state: ChatState, size = windowSize): readonly ChatItem[] {
  if (state.items.length <= 2 * size) return [];
  const needed = neededItems(state);
  const final = state.items.filter(item => !isPinned(item, needed));
  return final.length <= 2 * size ? [] : final.slice(0, final.length - size);
}

/** The state without those of the items `ids` that may leave it. The same state object when none of them may. */
export function withoutItems(state: ChatState, ids: readonly string[]): ChatState {
  const leaving = new Set(ids);
  const needed = neededItems(state);
  // An item may have changed since the caller chose it, so that a person can act on it again.
  const stays = (item: ChatItem): boolean => !leaving.has(item.id) || isPinned(item, needed);
  const items = state.items.filter(stays);
  if (items.length === state.items.length) return state;
  const turnStart = state.items.slice(0, state.turnStart).filter(stays).length;
  // Where their process ends they are named.
  const left = state.items.flatMap(item => (item.kind === 'tool' && !stays(item) ? [{ id: item.id, name: nameOf(item) }] : []));
  const background = [...(state.leftInBackground ?? []), ...left].filter(({ id }) => state.inBackground.includes(id));
  return { ...state, items, turnStart, hasOlder: true, ...(background.length > 0 && { leftInBackground: background }) };
}

/** The state without what Claude had begun to say and to ask in a message that was broken off. What the person can act on stays. */
export function withoutBegun(state: ChatState, ids: readonly string[]): ChatState {
  const broken = new Set(ids);
  const stays = (item: ChatItem): boolean => !broken.has(item.id) || !isBegun(item);
  const items = state.items.filter(stays);
  if (items.length === state.items.length) return state;
  return { ...state, items, turnStart: state.items.slice(0, state.turnStart).filter(stays).length };
}

/**
 * The stored state without its oldest items: the newest `size` stay, and older items that can still change. The same state object where
 * there are no more.
 */
export function newestItems(state: StoredState, size: number): StoredState {
  const first = state.items.length - size;
  if (first <= 0) return state;
  const needed = neededItems(state);
  // Of a place the transcript holds the item, which is final.
  const stays = (item: StoredItem, position: number): boolean =>
    position >= first || (item.kind === 'confirmed' ? needed.has(item.id) : isPinned(item, needed));
  const items = state.items.filter(stays);
  return { ...state, items, turnStart: state.items.slice(0, state.turnStart).filter(stays).length, hasOlder: true };
}

function isPinned(item: ChatItem, needed: ReadonlySet<string>): boolean {
  if (rowOf(item).isUnfinished(item)) return true;
  if (item.kind === 'prompt') return item.state === 'failed' || needed.has(item.id) || needed.has(item.uuid);
  if (item.kind === 'permission') return item.unproven !== undefined;
  return item.kind === 'question' && (item.unproven !== undefined || hasAnswersToSend(item));
}

/**
 * The ids of items that are needed beside their own state: of prompts on their way, of those to which no answer has begun, because nobody may have read
 * them, and by their uuid of those that Claude may forget.
 */
function neededItems({ outbox, items, turnStart, mayForget = [] }: NeedingState): ReadonlySet<string> {
  const begun = items.slice(turnStart);
  const unanswered = begun.every(isNoAnswer) ? begun.flatMap(({ kind, id }) => (kind === 'prompt' ? [id] : [])) : [];
  return new Set([...outbox.map(({ itemId }) => itemId), ...unanswered, ...mayForget]);
}

interface NeedingState extends Pick<ChatState, 'outbox' | 'turnStart' | 'mayForget'> {
  readonly items: readonly StoredItem[];
}
