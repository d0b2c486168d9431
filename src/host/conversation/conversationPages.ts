// The whole conversation of a chat as pages: the CLI's transcript, with the items between that only Parley has stored. Every item has a
// place on one scale: the byte at which its line begins in the transcript, with a fraction for each text behind the first of that line, or a
// fraction before the item that came after it. Reads files
// through what it is given; knows nothing of views or VS Code.
import type { TranscriptIndex } from '../../claude/transcripts/transcriptIndex.js';
import type { PastEntry } from '../../chat/events.js';
import type { ArchivedItem } from '../../chat/journalRecords.js';
import { refOf } from '../../chat/journalRecords.js';
import { findInItems } from '../../chat/itemSearch.js';
import { pastItems } from '../../chat/past.js';
import type { ChatItem } from '../../chat/state.js';
import { messageIdOf } from '../../shared/textIds.js';
import type { ToolCall } from '../../shared/toolInput.js';
import type { FoundItem, ItemPage, ItemsAround, OlderItems, PageRequest, Place } from './olderItems.js';

export interface ConversationSource {
  /** The items that the chat holds in memory. */
  readonly items: () => readonly ChatItem[];
  /** Undefined where the CLI has no transcript of the session. */
  readonly index: () => Promise<TranscriptIndex | undefined>;
  /** The chat's archive, oldest first. */
  readonly archive: () => Promise<readonly ArchivedItem[]>;
}

/** Items of a page, at least, where there are as many. */
const pageSize = 40;
/** Behind every byte of a file: the place of an item of which nothing tells where it is. No larger, because fractions of a step count there. */
const behindAll = 2 ** 33;

interface PlacedItem {
  readonly at: number;
  readonly item: ChatItem;
}

interface Conversation {
  readonly index: TranscriptIndex | undefined;
  readonly archive: readonly ArchivedItem[];
  /** The names of all archived items, by `sameAs`. */
  readonly own: ReadonlySet<string>;
  /** The archived items of which it is known where they stand: all, once the transcript has been read back to its beginning. */
  readonly archived: () => readonly PlacedItem[];
  /** Where an item begins that has been read in the transcript. */
  readonly offsetOf: (item: ChatItem) => number | undefined;
}

export class ConversationPages implements Omit<OlderItems, 'hasOlder'> {
  constructor(private readonly source: ConversationSource) {}

  async page({ direction, after, before }: PageRequest): Promise<ItemPage> {
    const conversation = await this.#read();
    const from = after === undefined ? -Infinity : await this.#placeOf(conversation, after);
    const to = await this.#placeOf(conversation, before);
    const { items, rest } = await (direction === 'older' ? older(conversation, from, to) : newer(conversation, from, to));
    return { items: items.map(({ item }) => item), rest: rest === undefined ? undefined : String(rest) };
  }

  async *upTo(limit: Place): AsyncGenerator<readonly ChatItem[]> {
    const conversation = await this.#read();
    const to = await this.#placeOf(conversation, limit);
    let from: number | undefined = -Infinity;
    while (from !== undefined) {
      const { items, rest }: PlacedPage = await newer(conversation, from, to);
      yield items.map(({ item }) => item);
      from = rest;
    }
  }

  async around(hit: string, limit: Place | undefined): Promise<ItemsAround> {
    const conversation = await this.#read();
    const to = limit === undefined ? Infinity : await this.#placeOf(conversation, limit);
    const at = Number(hit);
    const [before, behind] = await Promise.all([older(conversation, -Infinity, at), newer(conversation, at, to)]);
    return {
      items: [...before.items, ...behind.items].map(({ item }) => item),
      start: before.rest === undefined ? undefined : String(before.rest),
      end: behind.rest === undefined ? undefined : String(behind.rest),
    };
  }

  async *find(query: string, signal: AbortSignal): AsyncGenerator<readonly FoundItem[]> {
    const conversation = await this.#read();
    const window = this.source.items();
    yield findInItems(
      window.map((item, index) => ({ at: behindAll + conversation.archive.length + index, item })),
      query,
    ).map(hitOf);
    const known = new Set([...window, ...conversation.archive.map(({ item }) => item)].map(nameOf));
    const own = new Map(findInItems(conversation.archive, query).map(({ item, line }) => [item, line]));
    /** Parley's own items that stand behind this place and have not been given. */
    const ownFrom = (from: number): readonly FoundItem[] => {
      const placed = own.size === 0 ? [] : conversation.archived().filter(({ at }) => at >= from);
      return placed.flatMap(({ at, item }) => {
        const line = own.get(item);
        own.delete(item);
        return line === undefined ? [] : [hitOf({ at, item, line })];
      });
    };
    for await (const { hits, from } of conversation.index?.find(query, signal) ?? []) {
      const told = hits.filter(({ itemId, text }) => !known.has(text === undefined ? itemId : textName('text', itemId, text)));
      yield [...told.map(({ itemId, offset, line }) => ({ item: itemId, at: offset, cursor: String(offset), line })), ...ownFrom(from)];
    }
    if (!signal.aborted) yield ownFrom(-Infinity);
  }

  async toolCall(id: string): Promise<ToolCall | undefined> {
    return (await this.source.index())?.toolCall(id);
  }

  async toolResult(id: string): Promise<string | undefined> {
    return (await this.source.index())?.toolResult(id);
  }

  async resultImages(id: string): Promise<readonly string[]> {
    return (await (await this.source.index())?.resultImages(id)) ?? [];
  }

  async #read(): Promise<Conversation> {
    const [index, archive] = await Promise.all([this.source.index(), this.source.archive()]);
    const window = this.source.items();
    await index?.know(window.length);
    const offsetOf = (item: ChatItem): number | undefined => offsetIn(index?.offsets ?? noOffsets, item);
    let kept: { readonly of: unknown; readonly archived: readonly PlacedItem[] } | undefined;
    const archived = (): readonly PlacedItem[] => {
      const of = `${index?.offsets.size ?? 0} ${index?.isWhole ?? true}`;
      if (kept?.of !== of) kept = { of, archived: placed(archive, offsetOf, window, index?.isWhole ?? true) };
      return kept.archived;
    };
    return { index, archive, own: new Set(archive.map(({ item }) => sameAs(item))), archived, offsetOf };
  }

  async #placeOf(conversation: Conversation, place: Place): Promise<number> {
    if ('cursor' in place) return Number(place.cursor);
    const item = 'behind' in place ? place.behind : place.inFrontOf;
    const { index } = conversation;
    const items = this.source.items();
    const start = items.findIndex(one => refOf(one)[1] === refOf(item)[1] && one.kind === item.kind);
    const behind = start < 0 ? [] : items.slice(start);
    let isWhole = index === undefined;
    for (let count = 2 * items.length + 1; ; count *= 2) {
      const own = placeIn(conversation, item);
      if (own !== undefined) return 'behind' in place ? nextPlace(own) : own;
      for (const one of behind) {
        const at = placeIn(conversation, one);
        if (at !== undefined) return at;
      }
      if (isWhole) return Infinity;
      // It stands farther back than the window is long: it has left the window, or another program has gone on behind it.
      isWhole = (await index?.know(count)) !== false;
    }
  }
}

const noOffsets: ReadonlyMap<string, number> = new Map();

interface PlacedPage {
  readonly items: readonly PlacedItem[];
  readonly rest: number | undefined;
}

/** The last items of the stretch from `from` on and before `to`. */
async function older({ index, archived, own, offsetOf }: Conversation, from: number, to: number): Promise<PlacedPage> {
  const before = Number.isFinite(to) && to < behindAll ? Math.ceil(to) : undefined;
  const page = await index?.page({ count: pageSize, ...(before !== undefined && { before }) });
  // An archived item in front of the first entry may stand elsewhere in what has not been read, so it comes with the next page.
  const start = page?.hasOlder === true ? page.firstOffset : -Infinity;
  const isInside = ({ at }: PlacedItem): boolean => at >= Math.max(start, from) && at < to;
  const all = joined(placedEntries(page?.entries ?? [], offsetOf).filter(isInside), archived().filter(isInside), own);
  const items = all.length > 2 * pageSize ? all.slice(-pageSize) : all;
  const first = items[0]?.at;
  if (items.length < all.length && first !== undefined) return { items, rest: first };
  return { items, rest: start > from ? start : undefined };
}

/** The first items of the stretch from `from` on and before `to`. */
async function newer({ index, archived, own, offsetOf }: Conversation, from: number, to: number): Promise<PlacedPage> {
  const page = await index?.pageFrom({ count: pageSize, from: Number.isFinite(from) ? Math.max(0, Math.floor(from)) : 0 });
  const end = page?.hasNewer === true ? frontOf(page.endOffset) : Infinity;
  const isInside = ({ at }: PlacedItem): boolean => at >= from && at < Math.min(end, to);
  const all = joined(placedEntries(page?.entries ?? [], offsetOf).filter(isInside), archived().filter(isInside), own);
  const next = all.length > 2 * pageSize ? all[pageSize]?.at : undefined;
  if (next !== undefined) return { items: all.filter(({ at }) => at < next), rest: next };
  return { items: all, rest: end < to ? end : undefined };
}

/** In order. Of an item that both have, Parley's is the richer one, which can be outside of this stretch: `own` names all of Parley's. */
function joined(told: readonly PlacedItem[], archived: readonly PlacedItem[], own: ReadonlySet<string>): readonly PlacedItem[] {
  const others = told.filter(({ item }) => !own.has(sameAs(item)));
  return [...others, ...archived].sort((one, other) => one.at - other.at);
}

/** Equal for an item of Parley's and the item that the transcript makes: a streamed text has another id there, and the same message. */
function sameAs(item: ChatItem): string {
  return 'streaming' in item ? textName(item.kind, item.id, item.text) : refOf(item).join(' ');
}

function textName(kind: 'text' | 'thought', id: string, text: string): string {
  return `${kind} ${messageIdOf(id)} ${text}`;
}

type OffsetOf = (item: ChatItem) => number | undefined;

function placedEntries(entries: readonly PastEntry[], offsetOf: OffsetOf): readonly PlacedItem[] {
  return pastItems(entries).map(({ item }) => ({ item, at: offsetOf(item) ?? behindAll }));
}

function offsetIn(offsets: ReadonlyMap<string, number>, item: ChatItem): number | undefined {
  const [, id] = refOf(item);
  if (!('streaming' in item)) return offsets.get(id);
  const [, uuid = '', nth = '0'] = id.split(':');
  const line = offsets.get(uuid);
  return line === undefined ? offsets.get(messageIdOf(id)) : line + Number(nth) * step;
}

function placeIn({ archived, offsetOf }: Conversation, item: ChatItem): number | undefined {
  const own = archived().find(one => one.item.kind === item.kind && one.item.id === item.id)?.at;
  return own ?? offsetOf(item);
}

/** Between the item before a byte and the item at that byte, with room for archived items behind it. */
function frontOf(offset: number): number {
  return offset - 0.5;
}

/** Less than the distance of two archived items. */
function nextPlace(at: number): number {
  return at + step / 2;
}

/** 100,000 archived items fit between two bytes; a file of 1 GB leaves so much precision. */
const step = 2 ** -18;

/** `isWhole`: all of the transcript has been read, so what it does not tell is not known. */
function placed(
  archive: readonly ArchivedItem[],
  offsetOf: OffsetOf,
  window: readonly ChatItem[],
  isWhole: boolean,
): readonly PlacedItem[] {
  const known = new Map<string, number>();
  // From the last to the first, because the place of an item can be that of the item behind it.
  const told = archive.toReversed().map(({ item, next }, position) => {
    const anchor = next && (known.get(next.join(' ')) ?? offsetOf(anchorItem(next)) ?? placeInWindow(window, next, offsetOf));
    const front = anchor === undefined ? undefined : frontOf(Math.ceil(anchor)) + (archive.length - position) * step;
    const at = offsetOf(item) ?? front;
    if (at !== undefined) known.set(refOf(item).join(' '), at);
    return at;
  });
  // What hangs on nothing that is there stands behind the item that was archived before it; what is older than all that was read is not known yet.
  let before: number | undefined = isWhole ? -1 : undefined;
  const all = told.toReversed().flatMap((at, position): PlacedItem[] => {
    before = at ?? (before === undefined ? undefined : before + step);
    const item = archive[position]?.item;
    return before === undefined || item === undefined ? [] : [{ item, at: before }];
  });
  // An item that was archived twice counts once.
  const last = new Map(all.map(({ item }, position) => [refOf(item).join(' '), position]));
  return all.filter(({ item }, position) => last.get(refOf(item).join(' ')) === position);
}

/** An item that only Parley has, and that is still in the window, has the place of the item behind it. */
function placeInWindow(window: readonly ChatItem[], ref: NonNullable<ArchivedItem['next']>, offsetOf: OffsetOf): number | undefined {
  const start = window.findIndex(item => refOf(item).join(' ') === ref.join(' '));
  if (start < 0) return undefined;
  for (const item of window.slice(start)) {
    const at = offsetOf(item);
    if (at !== undefined) return at;
  }
  return behindAll;
}

/** As much of the item behind an archived item as its place needs. */
function anchorItem([kind, id]: NonNullable<ArchivedItem['next']>): ChatItem {
  return kind === 'text' || kind === 'thought'
    ? { kind, id, text: '', streaming: false }
    : { kind: 'tool', id, name: '', summary: '', state: 'done', result: '' };
}

function hitOf({ item, at, line }: PlacedItem & { readonly line: string }): FoundItem {
  return { item: item.id, at, cursor: String(at), line };
}

function nameOf(item: ChatItem): string {
  return 'streaming' in item ? textName(item.kind, item.id, item.text) : refOf(item)[1];
}
