// Owns the requests of a view for items beyond its window, from one snapshot to the next: pages, and one search at a time. Whoever makes it ends
// it with the next snapshot, because the view begins anew: later replies are dropped. The images of options are read for the view in the same
// way. Must not know where items and images are read.
import type { ChatItem } from '../../chat/state.js';
import type { ConversationIntent } from '../../shared/contract/reading.js';
import type { Hit } from '../../shared/contract/places.js';
import type { HostMessage } from '../../shared/contract/toView.js';
import type { OptionImage } from '../../shared/optionImages.js';
import { permittedParts } from '../../shared/permitted.js';
import { plain } from '../../shared/plain.js';
import type { PermissionPart, TranscriptItem } from '../../shared/transcript.js';
import type { Variant } from '../../shared/variant.js';
import type { FoundItem, OlderItems } from '../conversation/olderItems.js';
import type { ImagePlaces } from '../paths/optionImages.js';
import { keepOptionImage, keepResultImage } from '../paths/optionImages.js';
import type { WindowPlaces } from './windowPlaces.js';
import { conversationCursor, withoutPrefix } from './windowPlaces.js';

/** Hits after which a search waits until the view asks for more. */
export const hitsAtOnce = 1_000;

/** The most characters of the path or the `data:` address in the log. */
const loggedImage = 120;

/** What one snapshot has shown. */
export interface ShownConversation {
  /** The chat's key. */
  readonly chat: string;
  readonly items: OlderItems;
  readonly places: WindowPlaces;
}

interface ConversationReaderOptions {
  readonly post: (message: HostMessage) => void;
  readonly warn: (text: string) => void;
  readonly viewItem: (item: ChatItem) => TranscriptItem;
  /** The folders in which the images of options are read and kept now. */
  readonly imagePlaces: () => ImagePlaces;
}

interface Search {
  readonly id: number;
  readonly abort: AbortController;
  /** Set while the search waits for `findMore`. */
  resume?: () => void;
}

/** More of them would push the conversation away. */
const mostResultImages = 10;

export class ConversationReader {
  #search: Search | undefined;
  #ended = false;

  constructor(
    private readonly shown: ShownConversation,
    private readonly options: ConversationReaderOptions,
  ) {}

  /** Ends the search and drops what is still being read. */
  end(): void {
    this.#ended = true;
    this.#cancelFind();
  }

  perform(intent: ConversationIntent): void {
    switch (intent.type) {
      case 'readPage':
        void this.#reply(intent.id, () => this.#readPage(intent));
        return;
      case 'goToHit':
        void this.#reply(intent.id, () => this.#readAround(intent));
        return;
      case 'find':
        void this.#find(intent.id, intent.query);
        return;
      case 'findMore':
        if (this.#search?.id === intent.id) this.#search.resume?.();
        return;
      case 'cancelFind':
        this.#cancelFind();
        return;
      case 'readToolInput':
        void this.#readToolInput(intent.id);
        return;
      case 'readOptionImage':
        void this.#readOptionImage(intent);
        return;
    }
  }

  async #readPage({ id, direction, after, before }: Extract<ConversationIntent, { type: 'readPage' }>): Promise<HostMessage> {
    const { items: conversation, places } = this.shown;
    const [from, to] = [after === null ? undefined : places.placeOf(after), places.placeOf(before)];
    const { items, rest } = await conversation.page({ direction, after: from, before: to });
    return { type: 'page', ...this.#head(id, items), rest: cursorFor(rest) };
  }

  async #readAround({ id, cursor, before }: Extract<ConversationIntent, { type: 'goToHit' }>): Promise<HostMessage> {
    const { items: conversation, places } = this.shown;
    const limit = before === null ? undefined : places.placeOf(before);
    const { items, start, end } = await conversation.around(withoutPrefix(cursor), limit);
    return { type: 'around', ...this.#head(id, items), start: cursorFor(start), end: cursorFor(end) };
  }

  async #readToolInput(id: string): Promise<void> {
    let parts: PermissionPart[] | null = null;
    try {
      const call = await this.shown.items.toolCall(id);
      if (call !== undefined) parts = [...permittedParts(call.name, call.input)];
    } catch (error) {
      this.options.warn(`The input of a tool call could not be read: ${String(error)}`);
    }
    if (!this.#ended) this.options.post({ type: 'toolInput', chat: this.shown.chat, id, parts });
    try {
      await this.#showResultImages(id);
    } catch (error) {
      this.options.warn(`The images of a result could not be read: ${String(error)}`);
    }
  }

  async #showResultImages(id: string): Promise<void> {
    const { imageFolder } = this.options.imagePlaces();
    const files: string[] = [];
    for (const base64 of (await this.shown.items.resultImages(id)).slice(0, mostResultImages)) {
      const kept = await keepResultImage(base64, imageFolder);
      // Its kind and size stand in the words of the result.
      if ('file' in kept) files.push(kept.file);
      else this.options.warn(`An image of a result is not shown: ${kept.problem}`);
    }
    if (files.length > 0 && !this.#ended) this.options.post({ type: 'resultImages', chat: this.shown.chat, id, files });
  }

  async #readOptionImage(asked: Variant<ConversationIntent, 'readOptionImage'>): Promise<void> {
    const { id, image } = asked;
    let shown: OptionImage = { problem: 'unreadable' };
    let cause = '';
    try {
      shown = await keepOptionImage(asked, this.options.imagePlaces());
    } catch (error) {
      cause = `: ${String(error)}`;
    }
    if ('problem' in shown)
      this.options.warn(`The image of an option is not shown (${shown.problem}${cause}): ${plain(image, loggedImage)}`);
    if (!this.#ended) this.options.post({ type: 'optionImage', id, shown });
  }

  #head(id: number, items: readonly ChatItem[]): { chat: string; id: number; items: TranscriptItem[] } {
    return { chat: this.shown.chat, id, items: items.map(item => this.options.viewItem(item)) };
  }

  async #reply(id: number, read: () => Promise<HostMessage>): Promise<void> {
    let message: HostMessage;
    try {
      message = await read();
    } catch (error) {
      this.options.warn(`Older items could not be read: ${String(error)}`);
      message = { type: 'readFailed', chat: this.shown.chat, id };
    }
    if (!this.#ended) this.options.post(message);
  }

  async #find(id: number, query: string): Promise<void> {
    this.#cancelFind();
    const search: Search = { id, abort: new AbortController() };
    this.#search = search;
    const tell = (hits: Hit[], state: 'searching' | 'paused' | 'done' | 'failed'): void => {
      if (this.#search === search) this.options.post({ type: 'found', chat: this.shown.chat, id, hits, state });
    };
    try {
      let untilPause = hitsAtOnce;
      for await (const batch of this.shown.items.find(query, search.abort.signal)) {
        if (search.abort.signal.aborted) return;
        untilPause -= batch.length;
        if (batch.length > 0) tell(batch.map(hitFor), untilPause > 0 ? 'searching' : 'paused');
        if (untilPause > 0) continue;
        await paused(search);
        untilPause = hitsAtOnce;
      }
      tell([], 'done');
    } catch (error) {
      if (search.abort.signal.aborted) return;
      this.options.warn(`Searching the conversation failed: ${String(error)}`);
      tell([], 'failed');
    }
  }

  #cancelFind(): void {
    const search = this.#search;
    this.#search = undefined;
    search?.abort.abort();
    search?.resume?.();
  }
}

/** Waits until `findMore`, or the end of the search. */
function paused(search: Search): Promise<void> {
  return new Promise(resolve => {
    search.resume = resolve;
  });
}

/** The hit in the view's form. */
export const hitFor = ({ item, at, cursor }: FoundItem): Hit => ({ item, at, cursor: conversationCursor(cursor) });

function cursorFor(cursor: string | undefined): string | null {
  return cursor === undefined ? null : conversationCursor(cursor);
}
