// The end of a conversation, from the end of its transcript: no more of the file is read than is needed. Owns where such a piece
// may begin; must not know what is done with it.
import { open } from 'node:fs/promises';
import type { Conversation } from './conversation.js';
import { conversationOf } from './conversation.js';
import type { Line } from './linesBackward.js';
import { LinesBackward } from './linesBackward.js';
import type { TranscriptPage } from './transcriptPage.js';
import { pageEntries } from './transcriptPage.js';
import type { TranscriptLine } from './transcriptLine.js';
import { readTranscriptLine } from './transcriptLine.js';
import type { EntryReader, TranscriptEntry } from './transcriptReader.js';
import { createEntryReader, itemsIn, lostUuids } from './transcriptReader.js';

/** Bytes that one item takes in a usual transcript. */
const usualItemBytes = 1600;

/** So many times as much as was read is read next at most: what was read is looked through again each time. */
const growth = 4;

/** A larger piece would block the process for longer than 20 ms while it is parsed. */
const largestPiece = 1024 * 1024;

export interface TailOptions {
  /** Number of items, at least; the tail begins with a prompt or an answer, so it can be more. */
  readonly wanted: number;
  /** How much is read first. */
  readonly firstBytes?: number;
}

/** What a reader needs to know so as to go on behind the tail. */
export interface TailRead {
  readonly page: TranscriptPage;
  /** All entries that were read, also those that the page does not need. */
  readonly entries: readonly TranscriptEntry[];
  /** There are no entries before these. */
  readonly isFromStart: boolean;
  /** Uuids of entries that will not be found before these, because their lines cannot be read. */
  readonly lost: ReadonlySet<string>;
  /** Has read `entries`. */
  readonly reader: EntryReader;
  /** Number of lines that could not be read. */
  readonly unreadable: number;
}

/**
 * The last items of the conversation. The same events as those of `readPastSession` from the page's first entry on, without the
 * results of earlier calls. Rejects where the file cannot be read, with `code` `ENOENT` where there is none.
 */
export async function readTail(path: string, options: TailOptions): Promise<TranscriptPage> {
  return (await readTailWith(path, options)).page;
}

export async function readTailWith(path: string, { wanted, firstBytes = wanted * usualItemBytes }: TailOptions): Promise<TailRead> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const tail = new GrowingTail();
    const lines = new LinesBackward(file, size, () => tail.skipped());
    for (let [bytes, all] = [firstBytes, 0]; ;) {
      await tail.grow(lines, bytes);
      all += bytes;
      const read = tail.read(wanted, lines.isAtStart, size);
      if (typeof read !== 'number') return read;
      // As much as the rest takes where it is like what was read.
      bytes = Math.ceil(all * Math.min(growth, Math.max(0.5, (1.1 * wanted) / Math.max(1, read) - 1)));
    }
  } finally {
    await file.close();
  }
}

interface ParsedLine extends Omit<Line, 'text'> {
  /** Undefined where the line cannot be read. */
  readonly parsed: TranscriptLine | undefined;
  readonly lost: readonly string[];
}

function parsedLine({ text, offset, length }: Line): ParsedLine {
  const parsed = readTranscriptLine(text);
  return { parsed, offset, length, lost: lostUuids(text, parsed) };
}

class GrowingTail {
  #lines: readonly ParsedLine[] = [];
  #overlong = 0;

  skipped(): void {
    this.#overlong++;
  }

  /** Reads `bytes` more, in pieces. */
  async grow(lines: LinesBackward, bytes: number): Promise<void> {
    const pieces: (readonly ParsedLine[])[] = [];
    for (let left = bytes; left > 0 && !lines.isAtStart; left -= largestPiece) {
      const piece = await lines.previous(Math.min(left, largestPiece));
      pieces.push(piece.map(parsedLine));
    }
    this.#lines = [...pieces.reverse().flat(), ...this.#lines];
  }

  /** The number of items found where they are not enough. */
  read(wanted: number, isStart: boolean, size: number): TailRead | number {
    const reader = createEntryReader();
    const offsets = new Map<TranscriptEntry, number>();
    for (const { parsed, offset } of this.#lines) {
      const entry = parsed && reader.read(parsed);
      if (entry !== undefined) offsets.set(entry, offset);
    }
    const entries = [...offsets.keys()];
    const lost = new Set(this.#lines.flatMap(line => line.lost));
    const conversation = conversationOf(entries, { isStart, isLost: uuid => lost.has(uuid) });
    const from = firstOfTail(conversation, wanted);
    if (from === undefined) return itemsIn(conversation.entries.flatMap(entry => entry.past));
    const first = conversation.entries[from];
    const past = conversation.entries.slice(from).flatMap(entry => entry.past);
    const hasOlder = conversation.isOpen || conversation.entries.slice(0, from).some(entry => itemsIn(entry.past) > 0);
    const [firstOffset, endOffset] = [(first && offsets.get(first)) ?? 0, this.#end(size)];
    return {
      page: { entries: pageEntries(past), firstOffset, endOffset, hasOlder, hasNewer: false },
      entries,
      isFromStart: isStart,
      reader,
      lost,
      unreadable: this.#overlong + this.#lines.filter(({ parsed }) => parsed === undefined).length + unreadableOf(entries),
    };
  }

  /** Behind the last line that could be read: the last one of the file may still be being written. */
  #end(size: number): number {
    const last = this.#lines.at(-1);
    const isCut = last !== undefined && last.parsed === undefined && last.offset + last.length === size;
    return isCut ? last.offset : size;
  }
}

function unreadableOf(entries: readonly TranscriptEntry[]): number {
  return entries.filter(({ isReadable }) => !isReadable).length;
}

/**
 * Where in the conversation the tail begins: at the last place with `wanted` items behind it at which no part of an earlier answer
 * can follow. 0 where the conversation is known from its first entry and has fewer items; undefined where more has to be read.
 */
function firstOfTail({ entries, leading, isOpen }: Conversation<TranscriptEntry>, wanted: number): number | undefined {
  const positions = [...entries.keys()].filter(position => leading.has(entries[position] as TranscriptEntry));
  const isClean = (nth: number): boolean => {
    const entry = entries[positions[nth] ?? -1];
    const before = entries[positions[nth - 1] ?? -1];
    if (entry?.past.some(({ event }) => event.type === 'promptSeen') === true) return true;
    return entry?.messageId !== undefined && before !== undefined && before.messageId !== entry.messageId;
  };
  let items = 0;
  let counted = entries.length;
  for (let nth = positions.length - 1; nth >= 0; nth--) {
    const position = positions[nth] ?? 0;
    while (counted > position) items += itemsIn(entries[--counted]?.past ?? []);
    if (items >= wanted && isClean(nth)) return position;
  }
  return isOpen ? undefined : 0;
}
