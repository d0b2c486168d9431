// The words of the person in a chat that was forked name the images of the old chat by their paths: here they get the paths of the copies, so that they are
// shown, and stay when the old chat goes.
import { sep } from 'node:path';
import type { ChatItem } from '../../chat/state.js';

/** The item with references into the folder `to` in the place of those into `from`, both absolute. What Claude has read stays as it was. */
export function withOwnReferences(item: ChatItem, from: string, to: string): ChatItem {
  if (item.kind !== 'question') return item;
  const { draft, settlement, typed } = item;
  const own = <T>(value: T): T => renamed(value, endOf(from), endOf(to));
  return {
    ...item,
    draft: own(draft),
    ...(settlement !== undefined && { settlement: own(settlement) }),
    ...(typed !== undefined && { typed: own(typed) }),
  };
}

/** The last two names, as a reference has them, which may be relative to the work folder. */
function endOf(folder: string): string {
  return `/${folder.split(sep).slice(-2).join('/')}/`;
}

/** All texts of the value, which is as JSON has it. */
function renamed<T>(value: T, from: string, to: string): T {
  return JSON.parse(JSON.stringify(value), (_name, part: unknown) => (typeof part === 'string' ? part.replaceAll(from, to) : part)) as T;
}
