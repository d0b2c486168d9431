// What a view needs in order to show a conversation beyond the window that the session's state holds. Owns the interface and its terms
// only; must not know transcripts, archives or messages.
import type { ChatItem } from '../../chat/state.js';
import type { Hit } from '../../shared/contract/places.js';
import type { ToolCall } from '../../shared/toolInput.js';

/**
 * A place between two items: one that an earlier reply of `OlderItems` has named, or one beside an item of the session's state. That item is
 * the object of the state, and it may have left the state's window since.
 */
export type Place = { readonly cursor: string } | { readonly inFrontOf: ChatItem } | { readonly behind: ChatItem };

export interface PageRequest {
  /** Which end of the stretch is wanted: `older` its last items, `newer` its first. */
  readonly direction: 'older' | 'newer';
  /** The beginning of the stretch; undefined for the beginning of the conversation. */
  readonly after: Place | undefined;
  /** The end of the stretch. */
  readonly before: Place;
}

export interface ItemPage {
  /** Final items in the order of the conversation, all between `after` and `before`: about 40, fewer where the stretch has fewer. */
  readonly items: readonly ChatItem[];
  /** The end (`older`) or the beginning (`newer`) of the rest of the stretch; undefined when nothing is left of it. */
  readonly rest: string | undefined;
}

/** An item in which words were found. */
export interface FoundItem extends Hit {
  /** The line in which they stand first. */
  readonly line: string;
}

export interface ItemsAround {
  /** Final items in the order of the conversation, about 20 on each side of the hit. */
  readonly items: readonly ChatItem[];
  /** The place in front of them; undefined when the conversation begins with them. */
  readonly start: string | undefined;
  /** The place behind them; undefined when they reach the limit. */
  readonly end: string | undefined;
}

/** The whole conversation of one session. Every cursor stays valid for as long as the session is shown. */
export interface OlderItems {
  /** Whether items stand in front of the window. Asked at each snapshot, so it must not read anything. */
  readonly hasOlder: boolean;
  /** Rejects when the items cannot be read; the person is offered to try again. */
  page(request: PageRequest): Promise<ItemPage>;
  /** All items from the beginning of the conversation up to `limit`, page by page, as they are now. Rejects like `page`. */
  upTo(limit: Place): AsyncIterable<readonly ChatItem[]>;
  /** The items around a hit, none of them behind `limit`. Rejects like `page`. */
  around(hit: string, limit: Place | undefined): Promise<ItemsAround>;
  /**
   * Finds the items in which the words occur, ignoring case, as they are found, from the end of the conversation on, each item once, those of the
   * window included: an item of the window is named by the id that it has there. Each batch may be empty; `signal` ends the search early.
   */
  find(query: string, signal: AbortSignal): AsyncIterable<readonly FoundItem[]>;
  /** The call of a tool's row, with its whole input; undefined where nothing holds it any more. Rejects when the transcript cannot be read. */
  toolCall(id: string): Promise<ToolCall | undefined>;
  /** Its whole result, from the CLI's transcript; undefined where that has none. Rejects when it cannot be read. */
  toolResult(id: string): Promise<string | undefined>;
  /** The images in its result, as base64, from the CLI's transcript. Rejects when it cannot be read. */
  resultImages(id: string): Promise<readonly string[]>;
}
