// When the items of a conversation began, for the times that the page shows. Pure.
import type { ChatItem, ChatState } from './state.js';
import { find } from './items.js';

/** The items that carry a time. Thinking and what Parley says itself stand beside them, and a question has times of its own. */
type TimedKind = 'prompt' | 'text' | 'tool';

/** `after`, whose new items begin `now` (epoch milliseconds) where nothing else is said of them. Items join at the end only. */
export function withTimes(before: ChatState, after: ChatState, now: number): ChatState {
  let first = after.items.length;
  while (first > 0 && isNew(before, after.items[first - 1])) first--;
  if (first === after.items.length) return after;
  return { ...after, items: after.items.map((item, index) => (index < first ? item : withTime(item, now))) };
}

/** The item, begun at this time unless it says another. 0 stands for a time that is not known. */
export function withTime<I extends ChatItem>(item: I, at: number): I {
  return isTimed(item) && item.at === undefined && at > 0 ? { ...item, at } : item;
}

function isNew(before: ChatState, item: ChatItem | undefined): boolean {
  return item !== undefined && find(before, item.id, item.kind) === undefined;
}

function isTimed(item: ChatItem): item is Extract<ChatItem, { kind: TimedKind }> {
  return item.kind === 'prompt' || item.kind === 'text' || item.kind === 'tool';
}
