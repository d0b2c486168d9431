// Where in a transcript each entry of its conversation is: pages of it at any place, and the search of all of it. Owns that table,
// which grows with the file; must not be built before somebody needs more than the tail.
import { open, type FileHandle } from 'node:fs/promises';
import type { PastEntry } from '../../session/events.js';
import type { SessionItem } from '../../session/state.js';
import { messageOf } from '../../shared/textIds.js';
import type { ToolCall } from '../../shared/toolInput.js';
import { createJsonFilter, createMatcher } from '../../shared/textSearch.js';
import { AppendedLines, type FileChange } from './appendedLines.js';
import type { EntryLinks } from './conversation.js';
import { conversationSteps } from './conversation.js';
import { readBytes } from './linesBackward.js';
import { readTranscriptLine } from './transcriptLine.js';
import { pageEntries, type TranscriptPage } from './transcriptPage.js';
import type { EntryReader, TranscriptEntry } from './transcriptReader.js';
import { createEntryReader, itemsIn, resultImagesIn, toolCallIn, toolResultIn } from './transcriptReader.js';
import { matchIn, type Hit } from './transcriptSearch.js';

/** Work without a pause lasts no longer than this, one long line apart. In milliseconds. */
const longestWork = 10;

/** Lines that are next to each other are read together, up to so many bytes. */
const readTogether = 512 * 1024;

interface IndexedEntry extends EntryLinks {
  readonly offset: number;
  /** In bytes, without the line's end. */
  readonly length: number;
  /** Number of items that begin with the entry. */
  readonly items: number;
  /** A question begins with the entry. */
  readonly asks?: true;
  /** The id of a prompt that is not the entry's uuid. */
  readonly promptId?: string;
}

export interface PageOptions {
  /** The page ends before this offset; the end of the conversation where it is not given. */
  readonly before?: number;
  /** Number of items, at least, where there are as many. */
  readonly count: number;
}

export class TranscriptIndex {
  readonly #lines: AppendedLines;
  #reader: EntryReader = createEntryReader();
  #entries: IndexedEntry[] = [];
  /** What is left of the entries; undefined until it is asked for. */
  #conversation: readonly IndexedEntry[] | undefined;
  #offsets: { readonly of: readonly IndexedEntry[]; readonly byId: ReadonlyMap<string, number> } | undefined;
  #refreshing: Promise<FileChange> | undefined;

  constructor(readonly path: string) {
    this.#lines = new AppendedLines({
      path,
      onLine: ({ text, offset, length }) => this.#add(text, offset, length),
      onReplaced: () => {
        this.#entries = [];
        this.#reader = createEntryReader();
        this.#conversation = undefined;
      },
      onOverlong: () => undefined,
    });
  }

  /** Reads what was written since; at first all of it. `page`, `around`, `find` and `positionOf` do so by themselves. */
  refresh(): Promise<FileChange> {
    return (this.#refreshing ??= this.#lines.read().finally(() => {
      this.#refreshing = undefined;
    }));
  }

  /** The items before an offset. All methods reject where the file cannot be read; without a file there is nothing in it. */
  async page({ before, count }: PageOptions): Promise<TranscriptPage> {
    const conversation = await this.#refreshed();
    const end = before === undefined ? conversation.length : firstFrom(conversation, before);
    return this.#read(conversation, startOf(conversation, end, count), end);
  }

  /** The items from an offset on. */
  async pageFrom({ from, count }: { readonly from: number; readonly count: number }): Promise<TranscriptPage> {
    const conversation = await this.#refreshed();
    const start = firstFrom(conversation, from);
    return this.#read(conversation, start, endOf(conversation, start, count));
  }

  /** Half of the items before an offset, half from it on. */
  async around(offset: number, count: number): Promise<TranscriptPage> {
    const conversation = await this.#refreshed();
    const middle = firstFrom(conversation, offset);
    const half = Math.ceil(count / 2);
    return this.#read(conversation, startOf(conversation, middle, half), endOf(conversation, middle, half));
  }

  /**
   * The items that show `query`, in either case, oldest first: one hit for each item. Ends early when `signal` is aborted. Pauses
   * after some milliseconds of work, so that other work gets its turn.
   */
  async *find(query: string, signal: AbortSignal): AsyncGenerator<Hit> {
    if (query === '') return;
    const conversation = await this.#refreshed();
    const [mayMatch, match, reader] = [createJsonFilter(query), createMatcher(query), createEntryReader()];
    const begun = new Map<string, IndexedEntry>();
    const found = new Set<string>();
    let paused = performance.now();
    for await (const [entry, text] of this.#textsOf(conversation)) {
      if (signal.aborted) return;
      for (const id of entry.calls) begun.set(id, entry);
      // The reader has to know a question before it reads the question's result.
      if (entry.asks === true || mayMatch(text)) {
        for (const { at, event } of eventsIn(text, reader)) {
          const hit = matchIn(event, match);
          if (hit === undefined || found.has(`${hit.kind} ${hit.itemId}`)) continue;
          found.add(`${hit.kind} ${hit.itemId}`);
          yield { ...hit, offset: (begun.get(hit.itemId) ?? entry).offset, at };
        }
      }
      if (performance.now() - paused < longestWork) continue;
      await turnOfOthers();
      paused = performance.now();
    }
  }

  /**
   * Where each item begins in the file, in bytes: by the id of a tool call, question or prompt, by the uuid of a text's line, and by the id
   * of a message for its first text.
   */
  async offsets(): Promise<ReadonlyMap<string, number>> {
    const conversation = await this.#refreshed();
    if (this.#offsets?.of === conversation) return this.#offsets.byId;
    const byId = new Map<string, number>();
    for (const { uuid, messageId, promptId, calls, offset } of conversation) {
      for (const id of [uuid, promptId, ...calls]) if (id !== undefined) byId.set(id, offset);
      if (messageId !== undefined && !byId.has(messageId)) byId.set(messageId, offset);
    }
    this.#offsets = { of: conversation, byId };
    return byId;
  }

  /** Where the item begins in the file, in bytes; undefined where the transcript does not hold it. */
  async positionOf(item: SessionItem): Promise<number | undefined> {
    const conversation = await this.#refreshed();
    if ('streaming' in item) return this.#positionOfText(conversation, item);
    if (item.kind === 'prompt') {
      const id = item.uuid ?? item.id;
      return conversation.findLast(entry => (entry.promptId ?? entry.uuid) === id)?.offset;
    }
    return conversation.findLast(entry => entry.calls.includes(item.id))?.offset;
  }

  /** The last call of this id, with its whole input; undefined where the transcript does not hold it. */
  async toolCall(id: string): Promise<ToolCall | undefined> {
    const entry = (await this.#refreshed()).findLast(({ calls }) => calls.includes(id));
    for await (const [, text] of this.#textsOf(entry === undefined ? [] : [entry])) return toolCallIn(text, id);
    return undefined;
  }

  /** The last result of this call, whole; undefined where the transcript does not hold it. */
  async toolResult(id: string): Promise<string | undefined> {
    const entry = (await this.#refreshed()).findLast(({ results }) => results.includes(id));
    for await (const [, text] of this.#textsOf(entry === undefined ? [] : [entry])) return toolResultIn(text, id);
    return undefined;
  }

  /** The images of the last result of this call, as base64; none where the transcript does not hold it. */
  async resultImages(id: string): Promise<readonly string[]> {
    const entry = (await this.#refreshed()).findLast(({ results }) => results.includes(id));
    for await (const [, text] of this.#textsOf(entry === undefined ? [] : [entry])) return resultImagesIn(text, id);
    return [];
  }

  async #positionOfText(
    conversation: readonly IndexedEntry[],
    { id, text }: { readonly id: string; readonly text: string },
  ): Promise<number | undefined> {
    const messageId = messageOf(id);
    const parts = conversation.filter(entry => entry.messageId === messageId && entry.items > 0);
    const exact = parts.find(({ uuid }) => id === `${messageId}:${uuid}` || id.startsWith(`${messageId}:${uuid}:`));
    if (exact !== undefined) return exact.offset;
    for await (const [entry, line] of this.#textsOf(parts))
      if (eventsIn(line).some(({ event }) => event.type === 'textFinished' && event.text === text)) return entry.offset;
    return undefined;
  }

  #add(text: string, offset: number, length: number): void {
    const line = readTranscriptLine(text);
    const entry = line && this.#reader.read(line);
    if (entry !== undefined) this.#entries.push(indexed(entry, offset, length, this.#entries.at(-1)));
    this.#conversation = undefined;
  }

  async #refreshed(): Promise<readonly IndexedEntry[]> {
    if ((await this.refresh()) === 'gone') return [];
    return this.#conversation ?? this.#selected();
  }

  async #selected(): Promise<readonly IndexedEntry[]> {
    const entries = this.#entries;
    const count = entries.length;
    const { entries: conversation } = await inTurns(conversationSteps(entries.slice()));
    // During a pause more entries may have come.
    if (entries === this.#entries && count === entries.length) this.#conversation = conversation;
    return conversation;
  }

  async #read(conversation: readonly IndexedEntry[], start: number, end: number): Promise<TranscriptPage> {
    const within = conversation.slice(start, end);
    const reader = createEntryReader();
    const past = await this.#past(within, reader);
    const behind = await this.#past(resultsBehind(conversation, start, end), reader);
    const [first, next] = [conversation[start], conversation[end]];
    return {
      entries: pageEntries(past, behind),
      firstOffset: first?.offset ?? this.#lines.reached,
      endOffset: next?.offset ?? this.#lines.reached,
      hasOlder: conversation.some(({ items }, position) => position < start && items > 0),
      hasNewer: conversation.some(({ items }, position) => position >= end && items > 0),
    };
  }

  async #past(entries: readonly IndexedEntry[], reader: EntryReader): Promise<readonly PastEntry[]> {
    const past: PastEntry[] = [];
    for await (const [, text] of this.#textsOf(entries)) past.push(...eventsIn(text, reader));
    return past;
  }

  /** The lines of these entries, which are in the order of the file. */
  async *#textsOf(entries: readonly IndexedEntry[]): AsyncGenerator<readonly [entry: IndexedEntry, text: string]> {
    if (entries.length === 0) return;
    const file = await open(this.path);
    try {
      for (const group of together(entries)) yield* await textsOf(file, group);
    } finally {
      await file.close();
    }
  }
}

async function textsOf(
  file: FileHandle,
  group: readonly IndexedEntry[],
): Promise<readonly (readonly [entry: IndexedEntry, text: string])[]> {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return [];
  const bytes = await readBytes(file, first.offset, last.offset + last.length - first.offset);
  return group.map(entry => {
    const start = entry.offset - first.offset;
    return [entry, bytes.toString('utf8', start, start + entry.length)];
  });
}

/** The entries in groups that are read at once. */
function* together(entries: readonly IndexedEntry[]): Generator<readonly IndexedEntry[]> {
  let group: IndexedEntry[] = [];
  for (const entry of entries) {
    const first = group[0] ?? entry;
    if (entry.offset + entry.length - first.offset > readTogether && group.length > 0) {
      yield group;
      group = [];
    }
    group.push(entry);
  }
  yield group;
}

/** None where the file is not any more what was indexed: the next `refresh` sees that. */
function eventsIn(text: string, reader = createEntryReader()): readonly PastEntry[] {
  const line = readTranscriptLine(text);
  return (line && reader.read(line)?.past) ?? [];
}

/** Strings that the entry before has too are shared with it: there can be hundreds of thousands of entries. */
function indexed(entry: TranscriptEntry, offset: number, length: number, before: IndexedEntry | undefined): IndexedEntry {
  const { uuid, calls, results } = entry;
  const parent = entry.parent === before?.uuid ? before?.uuid : entry.parent;
  const messageId = entry.messageId === before?.messageId ? before?.messageId : entry.messageId;
  const promptId = entry.past.map(({ event }) => (event.type === 'promptSeen' ? event.id : uuid)).find(id => id !== uuid);
  const asks = entry.past.some(({ event }) => event.type === 'questionFinished');
  return {
    ...{ uuid, parent, messageId, calls, results, offset, length, items: itemsIn(entry.past) },
    ...(asks && { asks }),
    ...(promptId !== undefined && { promptId }),
  };
}

/** The position of the first entry that begins at `offset` or behind it. */
function firstFrom(conversation: readonly IndexedEntry[], offset: number): number {
  let [low, high] = [0, conversation.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((conversation[middle]?.offset ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where a page of `count` items begins that ends before the position `end`. */
function startOf(conversation: readonly IndexedEntry[], end: number, count: number): number {
  let start = end;
  for (let items = 0; start > 0 && items < count; start--) items += conversation[start - 1]?.items ?? 0;
  return start;
}

/** Where a page of `count` items ends that begins at the position `start`. */
function endOf(conversation: readonly IndexedEntry[], start: number, count: number): number {
  let end = start;
  for (let items = 0; end < conversation.length && items < count; end++) items += conversation[end]?.items ?? 0;
  return end;
}

/** The entries behind a page that hold results of its calls. */
function resultsBehind(conversation: readonly IndexedEntry[], start: number, end: number): readonly IndexedEntry[] {
  const missing = new Set<string>();
  for (let position = start; position < end; position++) {
    for (const id of conversation[position]?.calls ?? []) missing.add(id);
    for (const id of conversation[position]?.results ?? []) missing.delete(id);
  }
  const behind: IndexedEntry[] = [];
  for (let position = end; position < conversation.length && missing.size > 0; position++) {
    const entry = conversation[position];
    if (entry?.results.some(id => missing.delete(id)) === true) behind.push(entry);
  }
  return behind;
}

/** Does the steps, with pauses. */
async function inTurns<T>(steps: Generator<undefined, T, undefined>): Promise<T> {
  let step = steps.next();
  for (let begun = performance.now(); step.done !== true; step = steps.next()) {
    if (performance.now() - begun < longestWork) continue;
    await turnOfOthers();
    begun = performance.now();
  }
  return step.value;
}

function turnOfOthers(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
