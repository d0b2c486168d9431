// Where in a transcript each entry is, from its end back to where somebody has asked: of a long file no more is read than that. Owns that table and
// the rule from which entry on it is certain what is part of the conversation; must not know what is done with the entries.
import { inSlices } from '../../memory/slices.js';
import { openFile } from '../../disk/smallFile.js';
import { AppendedLines, type FileChange } from './appendedLines.js';
import type { Conversation, EntryLinks } from './conversation.js';
import { conversationSteps } from './conversation.js';
import type { LineBytes } from './linesBackward.js';
import { linesBefore } from './linesBackward.js';
import { shortJson } from './shortJson.js';
import { readTranscriptLine } from './transcriptLine.js';
import type { EntryReader, TranscriptEntry } from './transcriptReader.js';
import { createEntryReader, itemsIn, lostUuids } from './transcriptReader.js';
import { ifMissing } from '../../disk/fileSystem.js';

export interface IndexedEntry extends EntryLinks {
  readonly offset: number;
  /** The length in bytes, without the line's end. */
  readonly length: number;
  /** Number of items that begin with the entry. */
  readonly items: number;
  /** A question begins with the entry. */
  readonly asks?: true;
  readonly isPrompt?: true;
  /** The id of a prompt that is not the entry's uuid. */
  readonly promptId?: string;
}

/** What is certain of the conversation: its end, or all of it. */
export interface Known {
  /** The entries in the order of the file. */
  readonly entries: readonly IndexedEntry[];
  readonly isWhole: boolean;
  /** There is such a file. */
  readonly isThere: boolean;
  /** The file had been read up to here: it can grow, and be read on for somebody else, while these entries are looked at. */
  readonly reached: number;
}

/** `start` and `end`: of the piece of the file in which the lines lie, in bytes. The lines' bytes are others after the call. */
type OnRead = (lines: readonly LineBytes[], start: number, end: number) => void;

type Certain = Pick<Known, 'entries' | 'isWhole'>;

/** Bytes that are read at least. */
const leastBytes = 64 * 1024;

/** A larger piece would block the process for longer than some milliseconds while it is looked through. */
const largestPiece = 1024 * 1024;

const nothing: Known = { entries: [], isWhole: true, isThere: false, reached: 0 };

export class TranscriptTable {
  readonly #lines: AppendedLines;
  /** Reads the lines that are appended. */
  #reader: EntryReader = createEntryReader();
  #rows: IndexedEntry[] = [];
  /** The bytes before have not been read. */
  #start = 0;
  #isBegun = false;
  #lost = new Set<string>();
  #unreadable = 0;
  #known: Certain | undefined;
  #isWhole = false;
  /** What was certain before more was read in front of it. */
  #later: readonly IndexedEntry[] = [];
  #offsets = new Map<string, number>();
  #work: Promise<unknown> = Promise.resolve();

  /** `least`: so many bytes are read at once at least. */
  constructor(
    readonly path: string,
    private readonly least = leastBytes,
  ) {
    this.#lines = new AppendedLines({
      path,
      onLine: ({ text, offset, length }) => this.#append(text, offset, length),
      onReplaced: () => this.#forget(),
      onOverlong: () => this.#unreadable++,
    });
  }

  /** All entries that have been read, also those that are no part of the conversation. */
  get rows(): readonly IndexedEntry[] {
    return this.#rows;
  }

  /** The file has been read from here on, in bytes. */
  get start(): number {
    return this.#start;
  }

  /** The file has been read up to here. */
  get reached(): number {
    return this.#lines.reached;
  }

  /** Uuids of lines of which no entry is made. */
  get lost(): ReadonlySet<string> {
    return this.#lost;
  }

  /** Number of lines that could not be read. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /** The conversation has been known from its beginning. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /**
   * The first byte of each item that has been read: by the id of a tool call, question or prompt, by the uuid of a text's line, and by the id of a
   * message for its first text.
   */
  get offsets(): ReadonlyMap<string, number> {
    return this.#offsets;
  }

  /** Reads what was written since. Rejects where the file is there and cannot be read. */
  refresh(): Promise<FileChange> {
    return this.#inTurn(() => this.#refresh());
  }

  /**
   * Reads what was written since, and then back until `missing` is 0 or the conversation is known from its beginning. `missing`: how many more bytes are
   * likely to be needed. `onRead` is given what is read back, from the end on. Without a file there is nothing in it. Rejects where the file cannot be
   * read.
   */
  reach(missing: (known: Known) => number, onRead?: OnRead): Promise<Known> {
    return this.#inTurn(async () => {
      if ((await this.#refresh()) === 'gone') return nothing;
      for (;;) {
        const certain = (this.#known ??= await this.#certain());
        const known: Known = { ...certain, isThere: true, reached: this.#lines.reached };
        this.#isWhole = known.isWhole;
        const bytes = known.isWhole ? 0 : missing(known);
        if (bytes <= 0) return known;
        await this.#readBack(Math.max(this.least, Math.ceil(bytes)), onRead);
      }
    });
  }

  async #refresh(): Promise<FileChange> {
    if (!this.#isBegun) return (await this.#begin()) ? 'grown' : 'gone';
    return this.#lines.read();
  }

  /** Goes to the end of the file. A last line that is still being written is read later. */
  async #begin(): Promise<boolean> {
    const file = await openFile(this.path).catch(ifMissing(undefined));
    if (file === undefined) return false;
    try {
      const { size } = await file.stat();
      const { lines } = await linesBefore(file, size, this.least);
      const last = lines.at(-1);
      const isCut = last !== undefined && last.offset + last.length === size && readTranscriptLine(last.bytes.toString()) === undefined;
      if (isCut) this.#unreadable++;
      this.#start = isCut ? last.offset : size;
    } finally {
      await file.close();
    }
    await this.#lines.skipTo(this.#start);
    this.#isBegun = true;
    return true;
  }

  async #readBack(bytes: number, onRead?: OnRead): Promise<void> {
    const file = await openFile(this.path);
    const pieces: (readonly IndexedEntry[])[] = [];
    let begin = this.#start;
    // Once for all pieces: to get memory costs as much as to read into it.
    const room = Buffer.allocUnsafe(Math.min(bytes, largestPiece));
    try {
      for (let left = bytes; left > 0 && begin > 0;) {
        const { lines, start, isOverlong } = await linesBefore(file, begin, Math.min(left, largestPiece), room);
        pieces.push(this.#before(lines));
        onRead?.(lines, start, begin);
        if (isOverlong) this.#unreadable++;
        left -= begin - start;
        begin = start;
      }
    } finally {
      await file.close();
    }
    // Together, and where all of it could be read: else it is read again.
    [this.#start, this.#rows] = [begin, [...pieces.reverse().flat(), ...this.#rows]];
    this.#later = this.#known?.entries ?? [];
    this.#known = undefined;
  }

  /** Rows for lines that stand before those that are known. */
  #before(lines: readonly LineBytes[]): readonly IndexedEntry[] {
    const reader = createEntryReader();
    const rows: IndexedEntry[] = [];
    for (const { bytes, offset, length } of lines) {
      const entry = this.#entryOf(shortJson(bytes), reader);
      if (entry !== undefined) rows.push(indexed(entry, offset, length, rows.at(-1)));
    }
    for (const row of rows.toReversed()) {
      for (const id of idsOf(row)) if (!this.#offsets.has(id)) this.#offsets.set(id, row.offset);
      if (row.messageId !== undefined) this.#offsets.set(row.messageId, row.offset);
    }
    return rows;
  }

  #append(text: string, offset: number, length: number): void {
    const entry = this.#entryOf(text, this.#reader);
    if (entry === undefined) return;
    const row = indexed(entry, offset, length, this.#rows.at(-1));
    this.#rows.push(row);
    [this.#known, this.#later] = [undefined, []];
    for (const id of idsOf(row)) this.#offsets.set(id, offset);
    if (row.messageId !== undefined && !this.#offsets.has(row.messageId)) this.#offsets.set(row.messageId, offset);
  }

  #entryOf(text: string, reader: EntryReader): TranscriptEntry | undefined {
    const line = readTranscriptLine(text);
    const entry = line && reader.read(line);
    for (const uuid of lostUuids(text, line)) this.#lost.add(uuid);
    if (line === undefined || entry?.isReadable === false) this.#unreadable++;
    return entry;
  }

  /** Forgets all rows, because the file was replaced and is read from its beginning. */
  #forget(): void {
    [this.#rows, this.#start, this.#known, this.#later, this.#unreadable] = [[], 0, undefined, [], 0];
    this.#isWhole = false;
    this.#reader = createEntryReader();
    this.#lost = new Set();
    this.#offsets = new Map();
  }

  async #certain(): Promise<Certain> {
    const before = { isStart: this.#start === 0, isLost: (uuid: string) => this.#lost.has(uuid) };
    // What was certain stays so, and what stands before it leads to its first entry.
    const [first] = this.#later;
    const count = first === undefined ? this.#rows.length : this.#rows.indexOf(first) + 1;
    const conversation = await inSlices(conversationSteps(this.#rows.slice(0, count), before));
    const entries = certainOf(conversation);
    if (first === undefined) return { entries, isWhole: !conversation.isOpen };
    const later = withResults(entries, this.#later, this.#rows.slice(count));
    return { entries: [...entries.slice(0, -1), ...later], isWhole: !conversation.isOpen };
  }

  /** One after the other, because each goes on from where the one before has come to. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work);
    // The caller is told.
    this.#work = done.catch(() => undefined);
    return done;
  }
}

/** `later`, and those of the rows behind its first entry that hold results which calls of `entries` have nowhere else. */
function withResults(
  entries: readonly IndexedEntry[],
  later: readonly IndexedEntry[],
  rows: readonly IndexedEntry[],
): readonly IndexedEntry[] {
  const missing = new Set(entries.flatMap(({ calls }) => calls));
  for (const { results } of entries) for (const id of results) missing.delete(id);
  if (missing.size === 0) return later;
  for (const { results } of later) for (const id of results) missing.delete(id);
  const found = missing.size === 0 ? [] : rows.filter(({ results }) => results.some(id => missing.has(id)));
  return found.length === 0 ? later : [...new Set([...later, ...found])].sort((one, other) => one.offset - other.offset);
}

/**
 * The entries behind which nothing is open: all where the conversation is known from its beginning, else those from the first place on at which no
 * part of an earlier answer can follow.
 */
function certainOf({ entries, leading, isOpen }: Conversation<IndexedEntry>): readonly IndexedEntry[] {
  if (!isOpen) return entries;
  let before: IndexedEntry | undefined;
  for (const [position, entry] of entries.entries()) {
    if (!leading.has(entry)) continue;
    const isOther = entry.messageId !== undefined && before !== undefined && before.messageId !== entry.messageId;
    if (entry.isPrompt === true || isOther) return entries.slice(position);
    before = entry;
  }
  return [];
}

function idsOf({ uuid, promptId, calls }: IndexedEntry): readonly string[] {
  return [uuid, ...(promptId === undefined ? [] : [promptId]), ...calls];
}

/** Strings that the entry before has too are shared with it: there can be hundreds of thousands of entries. */
function indexed(entry: TranscriptEntry, offset: number, length: number, before: IndexedEntry | undefined): IndexedEntry {
  const { uuid, calls, results, past } = entry;
  const parent = entry.parent === before?.uuid ? before?.uuid : entry.parent;
  const messageId = entry.messageId === before?.messageId ? before?.messageId : entry.messageId;
  const prompts = past.flatMap(({ event }) => (event.type === 'promptSeen' ? [event.id] : []));
  const promptId = prompts.find(id => id !== uuid);
  const asks = past.some(({ event }) => event.type === 'questionFinished');
  return {
    uuid,
    parent,
    messageId,
    calls,
    results,
    offset,
    length,
    items: itemsIn(past),
    ...(asks && { asks }),
    ...(prompts.length > 0 && { isPrompt: true }),
    ...(promptId !== undefined && { promptId }),
  };
}
