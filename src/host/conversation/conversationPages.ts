// The whole conversation of a chat as pages: the CLI's transcript, with the items between that only Parley has stored. Every item has a
// position: the byte at which its line begins in the transcript and its place in that line, or behind the line before the item that came
// after it. Reads files through what it is given; knows nothing of views or VS Code.
import type { TranscriptIndex } from '../../claude/transcripts/transcriptIndex.js';
import type { PastEntry } from '../../chat/events.js';
import type { ArchivedItem } from '../../chat/journalRecords.js';
import { refOf } from '../../chat/journalRecords.js';
import { pastItems } from '../../chat/past.js';
import type { ChatItem } from '../../chat/state.js';
import type { Position } from '../../shared/position.js';
import { comparePositions } from '../../shared/position.js';
import { messageIdOf } from '../../shared/textIds.js';
import type { ToolCall } from '../../shared/toolInput.js';
import type { FoundItem, ItemPage, ItemsAround, OlderItems, PageRequest, Place } from './olderItems.js';
import { createFinder, lineIn } from '../../shared/textSearch.js';
import { rowOf } from '../../chat/rows.js';

interface ConversationSource {
  /** The items that the chat holds in memory. */
  readonly items: () => readonly ChatItem[];
  /** Undefined where the CLI has no transcript of the session. */
  readonly index: () => Promise<TranscriptIndex | undefined>;
  /** The transcript is that of another branch, and this prompt with all behind it is no part of this conversation; undefined where all is. */
  readonly until?: () => string | undefined;
  /** The chat's archive, oldest first. */
  readonly archive: () => Promise<readonly ArchivedItem[]>;
}

/** Items of a page, at least, where there are as many. */
const pageSize = 40;
/** The byte behind every file: the place of an item whose place nothing tells. */
const behindAll = 2 ** 52;
/** The order of the first archived item. A line has fewer texts. */
const firstArchived = 2 ** 20;
const beginning: Position = [-Infinity, 0];
const end: Position = [Infinity, 0];

interface PlacedItem {
  readonly at: Position;
  readonly item: ChatItem;
}

interface Conversation {
  readonly index: TranscriptIndex | undefined;
  readonly archive: readonly ArchivedItem[];
  /** The names of all archived items, by `sameAs`. */
  readonly own: ReadonlySet<string>;
  /** The archived items of which it is known where they stand: all, once the transcript has been read back to its beginning. */
  readonly archived: () => readonly PlacedItem[];
  /** The first byte of an item that has been read in the transcript. */
  readonly offsetOf: OffsetOf;
}

export class ConversationPages implements Omit<OlderItems, 'hasOlder'> {
  constructor(private readonly source: ConversationSource) {}

  async page({ direction, after, before }: PageRequest): Promise<ItemPage> {
    const conversation = await this.#read();
    const from = after === undefined ? beginning : await this.#placeOf(conversation, after);
    const to = await this.#placeOf(conversation, before);
    const { items, rest } = await (direction === 'older' ? older(conversation, from, to) : newer(conversation, from, to));
    return { items: items.map(({ item }) => item), rest: rest && cursorOf(rest) };
  }

  async *upTo(limit: Place): AsyncGenerator<readonly ChatItem[]> {
    const conversation = await this.#read();
    const to = await this.#placeOf(conversation, limit);
    let from: Position | undefined = beginning;
    while (from !== undefined) {
      const { items, rest }: PlacedPage = await newer(conversation, from, to);
      yield items.map(({ item }) => item);
      from = rest;
    }
  }

  async around(hit: string, limit: Place | undefined): Promise<ItemsAround> {
    const conversation = await this.#read();
    const to = limit === undefined ? end : await this.#placeOf(conversation, limit);
    const at = positionOf(hit);
    const [before, behind] = await Promise.all([older(conversation, beginning, at), newer(conversation, at, to)]);
    return {
      items: [...before.items, ...behind.items].map(({ item }) => item),
      start: before.rest && cursorOf(before.rest),
      end: behind.rest && cursorOf(behind.rest),
    };
  }

  async *find(query: string, signal: AbortSignal): AsyncGenerator<readonly FoundItem[]> {
    const conversation = await this.#read();
    const window = this.source.items();
    yield findInItems(
      window.map((item, index) => ({ at: [behindAll, index] as const, item })),
      query,
    ).map(hitOf);
    const known = new Set([...window, ...conversation.archive.map(({ item }) => item)].map(nameOf));
    const own = new Map(findInItems(conversation.archive, query).map(({ item, line }) => [item, line]));
    /** Parley's own items that stand behind this place and have not been given. */
    const ownFrom = (from: Position): readonly FoundItem[] => {
      const placed = own.size === 0 ? [] : conversation.archived().filter(({ at }) => !isBefore(at, from));
      return placed.flatMap(({ at, item }) => {
        const line = own.get(item);
        own.delete(item);
        return line === undefined ? [] : [hitOf({ at, item, line })];
      });
    };
    for await (const { hits, from } of conversation.index?.find(query, signal) ?? []) {
      const stop = this.#stop(conversation);
      const told = hits.filter(
        ({ itemId, text, offset }) => offset < stop && !known.has(text === undefined ? itemId : textName('text', itemId, text)),
      );
      const found = told.map(({ itemId, offset, line }): FoundItem => ({
        item: itemId,
        at: [offset, 0],
        cursor: cursorOf([offset, 0]),
        line,
      }));
      yield [...found, ...ownFrom([from, 0])];
    }
    if (!signal.aborted) yield ownFrom(beginning);
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

  /** The byte at which the conversation ends; the first of the file as long as the place is farther back than was read. */
  #stop({ index }: Conversation): number {
    const until = this.source.until?.();
    return until === undefined ? Infinity : (index?.offsets.get(until) ?? 0);
  }

  async #read(): Promise<Conversation> {
    const [index, archive] = await Promise.all([this.source.index(), this.source.archive()]);
    const window = this.source.items();
    await index?.know(window.length);
    const offsetOf = (item: ChatItem): Position | undefined => offsetIn(index?.offsets ?? noOffsets, item);
    let kept: { readonly of: unknown; readonly archived: readonly PlacedItem[] } | undefined;
    const archived = (): readonly PlacedItem[] => {
      const of = `${index?.offsets.size ?? 0} ${index?.isWhole ?? true}`;
      if (kept?.of !== of) kept = { of, archived: placed(archive, offsetOf, window, index?.isWhole ?? true) };
      return kept.archived;
    };
    return { index, archive, own: new Set(archive.map(({ item }) => sameAs(item))), archived, offsetOf };
  }

  async #placeOf(conversation: Conversation, place: Place): Promise<Position> {
    if ('cursor' in place) return positionOf(place.cursor);
    const item = 'behind' in place ? place.behind : place.inFrontOf;
    const { index } = conversation;
    const items = this.source.items();
    const start = items.findIndex(one => refOf(one)[1] === refOf(item)[1] && one.kind === item.kind);
    const behind = start < 0 ? [] : items.slice(start);
    let isWhole = index === undefined;
    for (let count = 2 * items.length + 1; ; count *= 2) {
      const own = placeIn(conversation, item);
      if (own !== undefined) return 'behind' in place ? [own[0], own[1] + 1] : own;
      for (const one of behind) {
        const at = placeIn(conversation, one);
        if (at !== undefined) return at;
      }
      if (isWhole) return end;
      // It stands farther back than the window is long: it has left the window, or another program has gone on behind it.
      isWhole = (await index?.know(count)) !== false;
    }
  }
}

const noOffsets: ReadonlyMap<string, number> = new Map();

interface PlacedPage {
  readonly items: readonly PlacedItem[];
  readonly rest: Position | undefined;
}

/** The last items of the stretch from `from` on and before `to`. */
async function older({ index, archived, own, offsetOf }: Conversation, from: Position, to: Position): Promise<PlacedPage> {
  const [byte, order] = to;
  // A line that begins at this byte has texts before `to`.
  const before = byte < behindAll ? byte + (order > 0 ? 1 : 0) : undefined;
  const page = await index?.page({ count: pageSize, ...(before !== undefined && { before }) });
  // An archived item in front of the first entry may stand elsewhere in what has not been read, so it comes with the next page.
  const start: Position = page?.hasOlder === true ? [page.firstOffset, 0] : beginning;
  const isInside = ({ at }: PlacedItem): boolean => !isBefore(at, start) && !isBefore(at, from) && isBefore(at, to);
  const all = joined(placedEntries(page?.entries ?? [], offsetOf).filter(isInside), archived().filter(isInside), own);
  const items = all.length > 2 * pageSize ? all.slice(-pageSize) : all;
  const first = items[0]?.at;
  if (items.length < all.length && first !== undefined) return { items, rest: first };
  return { items, rest: isBefore(from, start) ? start : undefined };
}

/** The first items of the stretch from `from` on and before `to`. */
async function newer({ index, archived, own, offsetOf }: Conversation, from: Position, to: Position): Promise<PlacedPage> {
  const page = await index?.pageFrom({ count: pageSize, from: Math.max(0, from[0]) });
  const last: Position = page?.hasNewer === true ? behindLineBefore(page.endOffset) : end;
  const isInside = ({ at }: PlacedItem): boolean => !isBefore(at, from) && isBefore(at, last) && isBefore(at, to);
  const all = joined(placedEntries(page?.entries ?? [], offsetOf).filter(isInside), archived().filter(isInside), own);
  const next = all.length > 2 * pageSize ? all[pageSize]?.at : undefined;
  if (next !== undefined) return { items: all.filter(({ at }) => isBefore(at, next)), rest: next };
  return { items: all, rest: isBefore(last, to) ? last : undefined };
}

/**
 * Merges the items in their order. Where both have an item, Parley's is kept, because it is the richer one. It can be outside of this stretch, so
 * `own` names all of Parley's.
 */
function joined(told: readonly PlacedItem[], archived: readonly PlacedItem[], own: ReadonlySet<string>): readonly PlacedItem[] {
  const others = told.filter(({ item }) => !own.has(sameAs(item)));
  return [...others, ...archived].sort((one, other) => comparePositions(one.at, other.at));
}

/** Equal for an item of Parley's and the item that the transcript makes: a streamed text has another id there, and the same message. */
function sameAs(item: ChatItem): string {
  return 'streaming' in item ? textName(item.kind, item.id, item.text) : refOf(item).join(' ');
}

function textName(kind: 'text' | 'thought', id: string, text: string): string {
  return `${kind} ${messageIdOf(id)} ${text}`;
}

type OffsetOf = (item: ChatItem) => Position | undefined;

function placedEntries(entries: readonly PastEntry[], offsetOf: OffsetOf): readonly PlacedItem[] {
  return pastItems(entries).map(({ item }) => ({ item, at: offsetOf(item) ?? [behindAll, 0] }));
}

function offsetIn(offsets: ReadonlyMap<string, number>, item: ChatItem): Position | undefined {
  const [, id] = refOf(item);
  const [, uuid = '', nth = '0'] = id.split(':');
  const line = 'streaming' in item ? offsets.get(uuid) : undefined;
  if (line !== undefined) return [line, Number(nth)];
  const byte = offsets.get('streaming' in item ? messageIdOf(id) : id);
  return byte === undefined ? undefined : [byte, 0];
}

function placeIn({ archived, offsetOf }: Conversation, item: ChatItem): Position | undefined {
  const own = archived().find(one => one.item.kind === item.kind && one.item.id === item.id)?.at;
  return own ?? offsetOf(item);
}

function isBefore(one: Position, other: Position): boolean {
  return comparePositions(one, other) < 0;
}

/** No line begins at the byte before another one, so the archived items in front of a line stand there. */
function behindLineBefore(offset: number): Position {
  return [offset - 1, 0];
}

function cursorOf([byte, order]: Position): string {
  return `${byte}:${order}`;
}

function positionOf(cursor: string): Position {
  const [byte, order] = cursor.split(':');
  return [Number(byte), Number(order)];
}

/** `isWhole`: all of the transcript has been read, so what it does not tell is not known. */
function placed(
  archive: readonly ArchivedItem[],
  offsetOf: OffsetOf,
  window: readonly ChatItem[],
  isWhole: boolean,
): readonly PlacedItem[] {
  const known = new Map<string, Position>();
  // From the last to the first, because the place of an item can be that of the item behind it.
  const told = archive.toReversed().map(({ item, next }, position): Position | undefined => {
    const anchor = next && (known.get(next.join(' ')) ?? offsetOf(anchorItem(next)) ?? placeInWindow(window, next, offsetOf));
    const at = offsetOf(item) ?? (anchor && [inFrontOf(anchor), firstArchived + archive.length - 1 - position]);
    if (at !== undefined) known.set(refOf(item).join(' '), at);
    return at;
  });
  // What hangs on nothing that is there stands behind the item that was archived before it; what is older than all that was read is not known yet.
  let before: Position | undefined = isWhole ? [-1, 0] : undefined;
  const all = told.toReversed().flatMap((at, position): PlacedItem[] => {
    before = at ?? (before && [before[0], firstArchived + position]);
    const item = archive[position]?.item;
    return before === undefined || item === undefined ? [] : [{ item, at: before }];
  });
  // An item that was archived twice counts once.
  const last = new Map(all.map(({ item }, position) => [refOf(item).join(' '), position]));
  return all.filter(({ item }, position) => last.get(refOf(item).join(' ')) === position);
}

/** The byte of what stands in front of an item: of the line before, or of its own line where it is not the line's first. */
function inFrontOf([byte, order]: Position): number {
  return order === 0 ? behindLineBefore(byte)[0] : byte;
}

/** An item that only Parley has, and that is still in the window, has the place of the item behind it. */
function placeInWindow(window: readonly ChatItem[], ref: NonNullable<ArchivedItem['next']>, offsetOf: OffsetOf): Position | undefined {
  const start = window.findIndex(item => refOf(item).join(' ') === ref.join(' '));
  if (start < 0) return undefined;
  for (const item of window.slice(start)) {
    const at = offsetOf(item);
    if (at !== undefined) return at;
  }
  return [behindAll, 0];
}

/** The item behind an archived item, with as much as finding its place needs. */
function anchorItem([kind, id]: NonNullable<ArchivedItem['next']>): ChatItem {
  return kind === 'text' || kind === 'thought'
    ? { kind, id, text: '', streaming: false }
    : { kind: 'tool', id, name: '', summary: '', state: 'done', result: '' };
}

function hitOf({ item, at, line }: PlacedItem & { readonly line: string }): FoundItem {
  return { item: item.id, at, cursor: cursorOf(at), line };
}

function nameOf(item: ChatItem): string {
  return 'streaming' in item ? textName(item.kind, item.id, item.text) : refOf(item)[1];
}

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
