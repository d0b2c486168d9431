// Finds words in items that are not in the transcript. Must not know where the items are kept. The search of a transcript is in claude/transcripts/transcriptSearch. Pure.
import { createFinder, lineIn } from '../shared/textSearch.js';
import { rowOf } from './rows.js';
import type { ChatItem } from './state.js';

/** The items that show `query`, in either case, each with the line where it stands first. */
export function findInItems<T extends { readonly item: ChatItem }>(
  items: readonly T[],
  query: string,
): readonly (T & { readonly line: string })[] {
  const find = createFinder(query);
  return items.flatMap(one => {
    const line = lineIn(rowOf(one.item).texts(one.item), find);
    return line === undefined ? [] : [Object.assign({ line }, one)];
  });
}
