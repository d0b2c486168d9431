// Names the places beside items of the window for the view: each gets a cursor. Knows nothing of who reads items there.
import type { Place } from '../conversation/olderItems.js';

/** The cursors of one snapshot and of what has left its window since. */
export class WindowPlaces {
  readonly #places: Place[] = [];

  add(place: Place): string {
    return `window:${this.#places.push(place) - 1}`;
  }

  /** A place named by `add`, or one that the conversation itself has named (`conversationCursor`). Throws for any other. */
  placeOf(cursor: string): Place {
    const within = withoutPrefix(cursor);
    const place = cursor.startsWith('item:') ? { cursor: within } : this.#places[Number(within)];
    if (place === undefined) throw new Error(`The view names a place that it was not given: ${cursor}`);
    return place;
  }
}

/** The view's name of a place that the conversation has named; it cannot be taken for one of the window. */
export function conversationCursor(cursor: string): string {
  return `item:${cursor}`;
}

/** A cursor as the conversation has named it. */
export function withoutPrefix(cursor: string): string {
  return cursor.slice(cursor.indexOf(':') + 1);
}
