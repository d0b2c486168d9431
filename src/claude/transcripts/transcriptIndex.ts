// A transcript, read from its end: its last items, pages of it at any place, and the search of all of it. Owns which lines are read for these;
// how far back the file is known is the table's.
import type { FileHandle } from 'node:fs/promises';
import type { PastEntry, PastEvent } from '../../chat/events.js';
import { Slices } from '../../memory/slices.js';
import type { ToolCall } from '../../shared/toolInput.js';
import { createFinder, lineIn } from '../../shared/textSearch.js';
import { openFile, withOpen } from '../../disk/smallFile.js';
import type { FileChange } from './appendedLines.js';
import { createBytesFilter } from './bytesFilter.js';
import type { LineBytes } from './linesBackward.js';
import { readBytes } from './linesBackward.js';
import { readTranscriptLine } from './transcriptLine.js';
import { pageEntries, type TranscriptPage } from './transcriptPage.js';
import type { EntryReader } from './transcriptReader.js';
import { createEntryReader, resultImagesIn, toolCallIn, toolResultIn } from './transcriptReader.js';
import { textsOfEvent } from './transcriptSearch.js';
import type { IndexedEntry, Known } from './transcriptTable.js';
import { TranscriptTable } from './transcriptTable.js';

/** Lines that are next to each other are read together, up to so many bytes. */
const readTogether = 512 * 1024;

/** Bytes that one item takes in a usual transcript. */
const usualItemBytes = 1600;

/** No more is read because of a guess. */
const largestGuess = 2 * 1024 * 1024;

/** What is read at once of a file that is looked through as a whole. */
const leastPiece = 1024 * 1024;
const largestPiece = 16 * 1024 * 1024;

export interface PageOptions {
  /** The page ends before this offset; the end of the conversation where it is not given. */
  readonly before?: number;
  /** Number of items, at least, where there are as many. */
  readonly count: number;
}

/** An item of the conversation in which words were found. */
export interface Hit {
  /** The first byte of the line with which the item begins: `TranscriptIndex.around` takes it. */
  readonly offset: number;
  /** The id of the item that `pastItems` makes. */
  readonly itemId: string;
  /** The whole text of a `text` item, by which a caller recognizes the item under another id; undefined for other kinds. */
  readonly text?: string;
  /** The line in which the words stand first. */
  readonly line: string;
}

/** What was found in a piece of the file. */
export interface Found {
  /** The newest first. */
  readonly hits: readonly Hit[];
  /** The file has been searched from its end back to this byte. */
  readonly from: number;
}

/** What a follower needs to know so as to go on behind the last page. */
interface TailRead {
  readonly page: TranscriptPage;
  /** Has read the entries of the page. */
  readonly reader: EntryReader;
  /** There is such a file. */
  readonly isThere: boolean;
}

export class TranscriptIndex {
  readonly table: TranscriptTable;

  /** `least`: so many bytes are read at once at least. */
  constructor(
    readonly path: string,
    private readonly least?: number,
  ) {
    this.table = new TranscriptTable(path, least);
  }

  /** Reads what was written since. All other methods do so by themselves. */
  refresh(): Promise<FileChange> {
    return this.table.refresh();
  }

  /** The items before an offset. All methods reject where the file cannot be read; without a file there is nothing in it. */
  async page(options: PageOptions): Promise<TranscriptPage> {
    return (await this.tail(options)).page;
  }

  /** The same page, with what goes on behind it. */
  async tail({ before = Infinity, count }: PageOptions): Promise<TailRead> {
    const { entries, ...known } = await this.#reachBack(before, count);
    const end = firstFrom(entries, before);
    return this.#read({ entries, ...known }, pageBefore(entries, end, count).start, end);
  }

  /** The items from an offset on. */
  async pageFrom({ from, count }: { readonly from: number; readonly count: number }): Promise<TranscriptPage> {
    const known = await this.#reachBack(from, 0);
    const start = firstFrom(known.entries, from);
    return (await this.#read(known, start, pageEnd(known.entries, start, count))).page;
  }

  /** Half of the items before an offset, half from it on. */
  async around(offset: number, count: number): Promise<TranscriptPage> {
    const half = Math.ceil(count / 2);
    const known = await this.#reachBack(offset, half);
    const middle = firstFrom(known.entries, offset);
    return (await this.#read(known, pageBefore(known.entries, middle, half).start, pageEnd(known.entries, middle, half))).page;
  }

  /** Reads back so far that `offsets` has the last `count` items. Whether the conversation is known from its beginning then. */
  async know(count: number): Promise<boolean> {
    return (await this.#reachBack(Infinity, count)).isWhole;
  }

  /** See `TranscriptTable.offsets`. */
  get offsets(): ReadonlyMap<string, number> {
    return this.table.offsets;
  }

  /** The conversation is known from its beginning. */
  get isWhole(): boolean {
    return this.table.isWhole;
  }

  /** Reads back until `count` items before the offset are known. */
  #reachBack(offset: number, count: number): Promise<Known> {
    return this.table.reach(known => {
      if (startOf(known) > offset) return this.#bytesDownTo(offset, count);
      return this.#bytesOf(known, count - pageBefore(known.entries, firstFrom(known.entries, offset), count).items);
    });
  }

  /**
   * The items that show `query`, in either case, newest first, as they are found: one hit for each item. Ends early when `signal` is aborted.
   * Pauses after some milliseconds of work, so that other work gets its turn.
   */
  async *find(query: string, signal: AbortSignal): AsyncGenerator<Found> {
    if (query === '') return;
    const [lines, find, found] = [new MatchingLines(query), createFinder(query), new Set<string>()];
    const slices = new Slices();
    /** Lines with results of calls that stand farther back than the file has been read. */
    let early: readonly IndexedText[] = [];
    for (let end = Infinity, isWhole = false; !isWhole;) {
      const known = await this.table.reach(
        all => (startOf(all) < end ? 0 : this.#nextPiece()),
        (read, start, stop) => lines.see(read, start, stop),
      );
      const groups = together(lines.among(known.entries.slice(0, firstFrom(known.entries, end)))).reverse();
      const file = groups.length === 0 ? undefined : await openFile(this.path);
      try {
        // The last, of no lines, tells how far the file has been searched.
        for (const group of [...groups, []]) {
          const texts = file === undefined ? [] : await lines.textsIn(file, group);
          const matched = [...early, ...texts.reverse()];
          const isKnown = ([entry]: IndexedText): boolean => entry.results.every(id => this.table.offsets.has(id));
          early = matched.filter(line => !isKnown(line));
          const events = await Promise.all(matched.filter(isKnown).map(line => this.#eventsOf(line, known.entries)));
          const hits = events.flat().flatMap(({ event, offset }): Hit[] => {
            const itemId = 'toolUseId' in event ? event.toolUseId : event.id;
            const line = found.has(itemId) ? undefined : lineIn(textsOfEvent(event), find);
            if (line === undefined) return [];
            found.add(itemId);
            return [{ itemId, offset, line, ...(event.type === 'textFinished' && { text: event.text }) }];
          });
          if (signal.aborted) return;
          yield { hits, from: group[0]?.offset ?? Math.min(end, startOf(known)) };
          if (slices.isOver) await slices.pause();
        }
      } finally {
        await file?.close();
      }
      [end, isWhole] = [Math.min(end, startOf(known)), known.isWhole];
    }
  }

  /** The last call of this id, with its whole input; undefined where the transcript does not hold it. */
  async toolCall(id: string): Promise<ToolCall | undefined> {
    const { call } = await this.#around(id);
    return call && toolCallIn(await this.#textOf(call), id);
  }

  /** The last result of this call, whole; undefined where the transcript does not hold it. */
  async toolResult(id: string): Promise<string | undefined> {
    const { result } = await this.#around(id);
    return result && toolResultIn(await this.#textOf(result), id);
  }

  /** The images of the last result of this call, as base64; none where the transcript does not hold it. */
  async resultImages(id: string): Promise<readonly string[]> {
    const { result } = await this.#around(id);
    return result === undefined ? [] : resultImagesIn(await this.#textOf(result), id);
  }

  /** The result of a call stands behind it. */
  async #around(id: string): Promise<{ readonly call: IndexedEntry | undefined; readonly result: IndexedEntry | undefined }> {
    const callIn = ({ entries }: Known): IndexedEntry | undefined => entries.findLast(({ calls }) => calls.includes(id));
    const known = await this.table.reach(all => (callIn(all) === undefined ? this.#nextPiece() : 0));
    return { call: callIn(known), result: known.entries.findLast(({ results }) => results.includes(id)) };
  }

  /** Bytes that so many items more are likely to take. */
  #bytesOf({ entries }: Known, items: number): number {
    if (items <= 0) return 0;
    const { reached, start } = this.table;
    const known = entries.reduce((sum, entry) => sum + entry.items, 0);
    const each = known === 0 ? usualItemBytes : (reached - start) / known;
    return Math.max(1, Math.min(1.1 * items * each, largestGuess));
  }

  /** Bytes back to an offset, and so many items more. */
  #bytesDownTo(offset: number, items: number): number {
    return Math.max(1, this.table.start - Math.max(0, offset)) + items * usualItemBytes;
  }

  /**
   * The size of the next piece where the distance is unknown. It grows with what has been read, because each piece makes the index search all of
   * that again.
   */
  #nextPiece(): number {
    const { reached, start } = this.table;
    return Math.max(this.least ?? leastPiece, Math.min(largestPiece, (reached - start) / 4));
  }

  async #read({ entries, isWhole, isThere, reached }: Known, start: number, end: number): Promise<TailRead> {
    const reader = createEntryReader();
    const past = await this.#past(entries.slice(start, end), reader);
    const behind = await this.#past(resultsBehind(entries, start, end), reader);
    const page: TranscriptPage = {
      entries: pageEntries(past, behind),
      firstOffset: entries[start]?.offset ?? reached,
      endOffset: entries[end]?.offset ?? reached,
      hasOlder: !isWhole || entries.some(({ items }, position) => position < start && items > 0),
      hasNewer: entries.some(({ items }, position) => position >= end && items > 0),
    };
    return { page, reader, isThere };
  }

  async #past(entries: readonly IndexedEntry[], reader: EntryReader): Promise<readonly PastEntry[]> {
    const past: PastEntry[] = [];
    if (entries.length === 0) return past;
    await withOpen(this.path, 'links', async file => {
      for (const group of together(entries)) for (const [, text] of await textsOf(file, group)) past.push(...eventsIn(text, reader));
    });
    return past;
  }

  /** What the line tells, newest first, and where the item begins that it tells of. */
  async #eventsOf([entry, text]: IndexedText, entries: readonly IndexedEntry[]): Promise<readonly PlacedEvent[]> {
    const reader = createEntryReader();
    // The reader has to know a question before it reads the question's result.
    for (const id of entry.results) {
      const call = entries[firstFrom(entries, this.table.offsets.get(id) ?? Infinity)];
      if (call?.asks === true && call.calls.includes(id)) eventsIn(await this.#textOf(call), reader);
    }
    return eventsIn(text, reader)
      .map(({ event }) => ({ event, offset: ('toolUseId' in event ? this.table.offsets.get(event.toolUseId) : undefined) ?? entry.offset }))
      .reverse();
  }

  async #textOf(entry: IndexedEntry): Promise<string> {
    const [line] = await withOpen(this.path, 'links', file => textsOf(file, [entry]));
    return line?.[1] ?? '';
  }
}

/** The lines of these entries, which lie next to each other. */
async function textsOf(file: FileHandle, group: readonly IndexedEntry[]): Promise<readonly IndexedText[]> {
  return (await bytesOf(file, group)).map(([entry, bytes]) => [entry, bytes.toString()]);
}

async function bytesOf(file: FileHandle, group: readonly IndexedEntry[]): Promise<readonly IndexedBytes[]> {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return [];
  const bytes = await readBytes(file, first.offset, last.offset + last.length - first.offset);
  return group.map(entry => [entry, bytes.subarray(entry.offset - first.offset, entry.offset - first.offset + entry.length)]);
}

/** The lines that can hold what is searched. Those that are just being read back are looked through there, so that they are read once. */
class MatchingLines {
  readonly #mayMatch: (bytes: Buffer) => boolean;
  /** The first bytes of the lines that were seen and can match. */
  readonly #matching = new Set<number>();
  /** What was seen of the file, from the end on, in bytes. */
  readonly #seen: { start: number; readonly end: number }[] = [];

  constructor(query: string) {
    this.#mayMatch = createBytesFilter(query);
  }

  see(lines: readonly LineBytes[], start: number, end: number): void {
    const last = this.#seen.at(-1);
    if (last?.start === end) last.start = start;
    else this.#seen.push({ start, end });
    for (const { bytes, offset } of lines) if (this.#mayMatch(bytes)) this.#matching.add(offset);
  }

  /** The entries whose lines were not seen, or can match. */
  among(entries: readonly IndexedEntry[]): readonly IndexedEntry[] {
    return entries.filter(({ offset }) => !this.#hasSeen(offset) || this.#matching.has(offset));
  }

  /** The lines that can match among these entries, which lie next to each other. */
  async textsIn(file: FileHandle, group: readonly IndexedEntry[]): Promise<IndexedText[]> {
    const lines = await bytesOf(file, group);
    return lines.flatMap(([entry, bytes]): IndexedText[] => (this.#mayMatch(bytes) ? [[entry, bytes.toString()]] : []));
  }

  #hasSeen(offset: number): boolean {
    return this.#seen.some(({ start, end }) => offset >= start && offset < end);
  }
}

type IndexedText = readonly [entry: IndexedEntry, text: string];
type IndexedBytes = readonly [entry: IndexedEntry, bytes: Buffer];

interface PlacedEvent {
  readonly event: PastEvent;
  readonly offset: number;
}

/** The first byte of the entries that are known. */
function startOf({ entries }: Known): number {
  return entries[0]?.offset ?? Infinity;
}

/** The entries in groups that are read at once. */
function together(entries: readonly IndexedEntry[]): IndexedEntry[][] {
  const groups: IndexedEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (first !== undefined && entry.offset + entry.length - first.offset <= readTogether) group?.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** None where the file is not any more what was indexed: the next `refresh` sees that. */
function eventsIn(text: string, reader: EntryReader): readonly PastEntry[] {
  const line = readTranscriptLine(text);
  return (line && reader.read(line)?.past) ?? [];
}

/** The position of the first entry that begins at `offset` or behind it. */
function firstFrom(entries: readonly IndexedEntry[], offset: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.offset ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The beginning of a page of `count` items that ends before the position `end`, and how many items it has. */
function pageBefore(entries: readonly IndexedEntry[], end: number, count: number): { readonly start: number; readonly items: number } {
  let [start, items] = [end, 0];
  for (; start > 0 && items < count; start--) items += entries[start - 1]?.items ?? 0;
  return { start, items };
}

/** The end of a page of `count` items that begins at the position `start`. */
function pageEnd(entries: readonly IndexedEntry[], start: number, count: number): number {
  let end = start;
  for (let items = 0; end < entries.length && items < count; end++) items += entries[end]?.items ?? 0;
  return end;
}

/** The entries behind a page that hold results of its calls. */
function resultsBehind(entries: readonly IndexedEntry[], start: number, end: number): readonly IndexedEntry[] {
  const missing = new Set<string>();
  for (let position = start; position < end; position++) {
    for (const id of entries[position]?.calls ?? []) missing.add(id);
    for (const id of entries[position]?.results ?? []) missing.delete(id);
  }
  const behind: IndexedEntry[] = [];
  for (let position = end; position < entries.length && missing.size > 0; position++) {
    const entry = entries[position];
    if (entry?.results.some(id => missing.delete(id)) === true) behind.push(entry);
  }
  return behind;
}
