// What is new in a transcript since it was read last. Owns how far that was, and which items of a chat the transcript holds; must
// not know when it is asked, nor what is done with the news.
import { createHash } from 'node:crypto';
import type { PastEntry, PastEvent } from '../../chat/events.js';
import type { ChatItem } from '../../chat/state.js';
import { messageIdOf } from '../../shared/textIds.js';
import type { FileChange } from './appendedLines.js';
import { AppendedLines } from './appendedLines.js';
import type { EntryLinks } from './conversation.js';
import { conversationOf } from './conversation.js';
import { readTranscriptLine } from './transcriptLine.js';
import type { TranscriptPage } from './transcriptPage.js';
import type { EntryReader, TranscriptEntry } from './transcriptReader.js';
import { createEntryReader, itemsIn, lostUuids } from './transcriptReader.js';
import { TranscriptIndex } from './transcriptIndex.js';

/** So many entries are remembered: a new one that hangs on an older one is a rewind, and the tail is read anew. */
const rememberedEntries = 1_000;

/** More than any window of items holds. */
const rememberedItems = 10_000;

interface TranscriptNews {
  /**
   * `rewound`: the new entries lead on from an earlier place, so the conversation has lost entries that were given, or has others back.
   * After `rewound` and `replaced` the caller reads the tail anew.
   */
  readonly change: FileChange | 'rewound';
  /** New entries of the conversation, oldest first. A result may be of a call that was given before. */
  readonly entries: readonly PastEntry[];
}

interface KnownEntry extends EntryLinks {
  /** It has events, so it is to be seen. */
  readonly tells: boolean;
}

/** Follows one transcript. Calls must not overlap. */
export class TranscriptFollower {
  #lines: AppendedLines;
  #reader: EntryReader = createEntryReader();
  #known: readonly KnownEntry[] = [];
  #isKnownFromStart = true;
  /** The known entries that are part of the conversation and tell something. */
  #told: readonly KnownEntry[] = [];
  #lost = new Set<string>();
  #unreadable = 0;
  #latest = -Infinity;
  #new: TranscriptEntry[] = [];
  /** What the transcript holds, by `keyOf`: the id of the item that is made from it. */
  readonly #held = new Map<string, string>();

  constructor(
    readonly path: string,
    private readonly warn: (text: string) => void,
    private readonly index = new TranscriptIndex(path),
  ) {
    this.#lines = this.#newLines();
  }

  /** The latest time of an entry that was given, in epoch milliseconds. */
  get latest(): number {
    return this.#latest;
  }

  /**
   * The last items of the conversation; `news` goes on behind them. Undefined where there is no such file. Rejects where it cannot
   * be read.
   */
  async tail(wanted: number): Promise<TranscriptPage | undefined> {
    const { table } = this.index;
    const { page, reader, isThere } = await this.index.tail({ count: wanted });
    if (!isThere) return undefined;
    this.#forget();
    // What has been read behind the page meanwhile, for somebody else, is news.
    const end = table.rows.findLastIndex(({ offset }) => offset < page.endOffset) + 1;
    const rows = table.rows.slice(Math.max(0, end - rememberedEntries), end);
    [this.#reader, this.#lost, this.#isKnownFromStart] = [reader, new Set(table.lost), table.start === 0 && rows.length === end];
    this.#unreadable = table.unreadable;
    this.#know(rows.map(knownEntry));
    for (const { event } of page.entries) this.#hold(event);
    this.#latest = latestTime(page.entries, -Infinity);
    this.#warnOfUnreadable();
    this.#lines = this.#newLines();
    await this.#lines.skipTo(page.endOffset);
    return page;
  }

  /** What was written since the last call, or behind the tail; all of it where neither was asked for. Rejects as `tail`. */
  async news(): Promise<TranscriptNews> {
    this.#new = [];
    const change = await this.#lines.read();
    this.#warnOfUnreadable();
    const { given, isRewound } = this.#take(this.#new);
    const entries = given.flatMap(({ past }) => past);
    this.#latest = latestTime(entries, this.#latest);
    return { change: isRewound && change === 'grown' ? 'rewound' : change, entries };
  }

  /** The items that the transcript holds whole, with the ids that they have when they are made from it. */
  confirmed(items: readonly ChatItem[]): ReadonlyMap<string, string> {
    const confirmed = new Map<string, string>();
    for (const item of items) {
      const key = keyOf(item);
      const held = key === undefined ? undefined : this.#held.get(key);
      if (held !== undefined) confirmed.set(item.id, held);
    }
    return confirmed;
  }

  #newLines(): AppendedLines {
    return new AppendedLines({
      path: this.path,
      onLine: ({ text }) => {
        const line = readTranscriptLine(text);
        const entry = line && this.#reader.read(line);
        for (const uuid of lostUuids(text, line)) this.#lost.add(uuid);
        if (line === undefined || entry?.isReadable === false) this.#unreadable++;
        if (entry !== undefined) this.#new.push(entry);
      },
      onReplaced: () => {
        this.#forget();
        this.#new = [];
      },
      onOverlong: () => this.#unreadable++,
    });
  }

  #forget(): void {
    this.#reader = createEntryReader();
    [this.#known, this.#told, this.#isKnownFromStart] = [[], [], true];
    this.#lost.clear();
    this.#held.clear();
  }

  #take(entries: readonly TranscriptEntry[]): { readonly given: readonly TranscriptEntry[]; readonly isRewound: boolean } {
    if (entries.length === 0) return { given: [], isRewound: false };
    const [known, told] = [this.#known, this.#told];
    const links = entries.map(entry => knownEntry({ ...entry, items: itemsIn(entry.past) }));
    const remaining = this.#know([...known, ...links]);
    const stillTold = known.filter(entry => entry.tells && remaining.has(entry));
    const isRewound = stillTold.length !== told.length || stillTold.some((entry, nth) => entry !== told[nth]);
    const given = entries.filter((_, nth) => remaining.has(links[nth] as KnownEntry));
    for (const { past } of given) for (const { event } of past) this.#hold(event);
    return { given, isRewound };
  }

  /** Which of these entries are part of the conversation. The last ones are remembered. */
  #know(all: readonly KnownEntry[]): ReadonlySet<KnownEntry> {
    const before = { isStart: this.#isKnownFromStart, isLost: (uuid: string) => this.#lost.has(uuid) };
    const remaining = new Set(conversationOf(all, before).entries);
    this.#isKnownFromStart &&= all.length <= rememberedEntries;
    this.#known = all.slice(-rememberedEntries);
    this.#told = this.#known.filter(entry => entry.tells && remaining.has(entry));
    return remaining;
  }

  #hold(event: PastEvent): void {
    const [key, id] = heldBy(event);
    if (key === undefined) return;
    this.#held.set(key, id);
    const [oldest] = this.#held.keys();
    if (this.#held.size > rememberedItems && oldest !== undefined) this.#held.delete(oldest);
  }

  #warnOfUnreadable(): void {
    if (this.#unreadable > 0) this.warn(`Lines of a session that could not be read: ${this.#unreadable}, in ${this.path}`);
    this.#unreadable = 0;
  }
}

function latestTime(entries: readonly PastEntry[], before: number): number {
  return entries.reduce((latest, { at }) => Math.max(latest, at), before);
}

/** Drops the events of the entry, which may be large. */
function knownEntry({ uuid, parent, messageId, calls, results, items }: EntryLinks & { readonly items: number }): KnownEntry {
  return { uuid, parent, messageId, calls, results, tells: items > 0 || results.length > 0 };
}

/** What the transcript holds with this event; a question is kept by Parley, which knows more of it. */
function heldBy(event: PastEvent): readonly [key: string | undefined, id: string] {
  switch (event.type) {
    case 'promptSeen':
      return [`prompt ${event.id}`, event.id];
    case 'textFinished':
      return [textKey(event.thought === true ? 'thought' : 'text', event), event.id];
    case 'toolStarted':
      return [`call ${event.toolUseId}`, event.toolUseId];
    case 'toolFinished':
      return [`result ${event.toolUseId}`, event.toolUseId];
    case 'questionFinished':
    case 'questionSettled':
      return [undefined, event.toolUseId];
  }
}

/** The key by which the transcript knows the item; undefined as long as the item can change. */
function keyOf(item: ChatItem): string | undefined {
  if (item.kind === 'prompt') return item.state === 'sending' ? undefined : `prompt ${item.uuid}`;
  if ('streaming' in item) return item.streaming ? undefined : textKey(item.kind, item);
  if (item.kind !== 'tool' || item.state === 'running') return undefined;
  // A tool that was stopped may have no result, there as here.
  return `${item.state === 'stopped' ? 'call' : 'result'} ${item.id}`;
}

/** A text that was streamed and the same one from the transcript have the id of their message in common. */
function textKey(kind: 'text' | 'thought', { id, text }: { readonly id: string; readonly text: string }): string {
  return `${kind} ${messageIdOf(id)} ${createHash('sha256').update(text).digest('base64')}`;
}
