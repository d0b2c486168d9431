// A piece of a conversation from its transcript. Owns which events belong to a piece; must not know how the lines were found.
import type { PastEntry } from '../../chat/events.js';
import { isResult } from './transcriptReader.js';

/**
 * A piece of the conversation that a transcript holds. A result of a tool call or question is in the page of its call, wherever
 * its line is, so that a page alone tells how each of its items ended, and no item is in two pages.
 */
export interface TranscriptPage {
  /** Oldest first; results whose lines lie behind the page come last. */
  readonly entries: readonly PastEntry[];
  /** The first byte of the line of the page's first entry; the page before this one ends here. */
  readonly firstOffset: number;
  /** The first byte of the line behind the page, or the end of what was read. */
  readonly endOffset: number;
  /** There are items before `firstOffset`. Where the file was not read from its start, there may turn out to be none. */
  readonly hasOlder: boolean;
  /** There are items from `endOffset` on. */
  readonly hasNewer: boolean;
}

/** What `within` tells, without results of calls before it, and with the results of its own calls among `behind`. */
export function pageEntries(within: readonly PastEntry[], behind: readonly PastEntry[] = []): readonly PastEntry[] {
  const calls = new Set<string>();
  for (const { event } of within) if ('toolUseId' in event && !isResult(event)) calls.add(event.toolUseId);
  const isOfPage = ({ event }: PastEntry): boolean => !isResult(event) || ('toolUseId' in event && calls.has(event.toolUseId));
  return [...within.filter(isOfPage), ...behind.filter(entry => isResult(entry.event) && isOfPage(entry))];
}
