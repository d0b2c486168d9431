// Writes the journal of one chat that this window owns: gathers changes, appends what differs, rewrites the file now and then, tries again
// after a failure, and stops when another window owns the chat. Knows nothing of sessions' rules, views or VS Code.
import { join } from 'node:path';
import type { ArchivedItem, JournalRecord, KeptChat, StoredChat } from '../../chat/journalRecords.js';
import { hasDecided, isWaiting, leavingItems, recordsBetween } from '../../chat/journalRecords.js';
import { chatWithoutSecrets } from '../../chat/secrets.js';
import type { ChatItem, ChatState } from '../../chat/state.js';
import type { FileSystem } from '../../disk/fileSystem.js';
import { withFile, writeAll, writeWhole } from '../../disk/fileSystem.js';
import type { ChatTitles } from './storedForm.js';
import { encodeFlush, encodeJournal, journalName, titlesOf } from './journalFile.js';
import { journalFormat } from './storedForm.js';
import type { Owner } from '../windows/owner.js';
import type { NotStored } from './notStored.js';
import { notStored } from './notStored.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Clock } from '../../shared/clock.js';

/** What the journals of a folder have in common. */
export interface JournalPlace {
  /** `ROOT/chats`. */
  readonly folder: string;
  readonly owner: Owner;
  readonly fileSystem: FileSystem;
  readonly clock: Clock;
  readonly log: Log;
  /** Creates the first file of a chat. Resolves with false where another window has begun the chat. */
  readonly begin: (key: string, bytes: Uint8Array, usedAt: number) => Promise<boolean>;
  /** Resolves when the items are in the archive of the chat's branch, on the disk. */
  readonly archive: (state: Pick<ChatState, 'branch'>, key: string, items: readonly ArchivedItem[]) => Promise<void>;
  /** Sets or removes the mark that a question or permission of the chat waits; resolves when that is on the disk. */
  readonly mark: (key: string, isWaiting: boolean) => Promise<void>;
}

/** What the caller of one journal says and hears. */
export interface JournalUse {
  /** What the CLI's transcript holds by now: uuids of prompts, ids of texts and tools. Asked at each write. */
  readonly confirmed: () => ReadonlySet<string>;
  /** The file has changed, and holds this chat now. */
  readonly onWritten: (chat: KeptChat) => void;
  /** Another window owns the chat, or has closed it. Nothing is written any more. */
  readonly onLost: () => void;
  /** Called once when the disk begins to refuse writes. */
  readonly onTrouble: (why: NotStored) => void;
  /** Called once when a write succeeds again. */
  readonly onRecovered: () => void;
}

/** How a journal lies on the disk when its writer begins. */
interface JournalStart {
  readonly key: string;
  readonly generation: number;
  /** What the file holds; undefined where there is no file yet. */
  readonly stored: StoredChat | undefined;
  readonly titles: ChatTitles;
  /** Bytes of the file. */
  readonly size: number;
  readonly isMarked: boolean;
}

/** Milliseconds in which changes gather before they are written. */
const gatherTime = 300;
/** Milliseconds until a write that failed is tried again; the last one repeats. */
const retryPauses = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
/** Bytes that may be appended before the file is rewritten, however small its snapshot is. */
const leastAppended = 65_536;

export class ChatJournal {
  readonly key: string;
  readonly generation: number;
  /** Asked for the chat when it is written; undefined while nothing has changed. */
  #latest: (() => KeptChat) | undefined;
  /** What the file holds, with the content of items of which the file has the place only. */
  #written: StoredChat | undefined;
  /** Items that a write which failed afterwards has put into the archive: the next attempt does not do it again. */
  readonly #archived = new WeakSet<ChatItem>();
  #titles: ChatTitles;
  #snapshotSize: number;
  #appendedSize = 0;
  /** An append has failed, so the file may end in a part of a line. */
  #isBroken = false;
  #isMarked: boolean;
  #failures = 0;
  #isClosed = false;
  #cancelTimer: (() => void) | undefined;
  #writing: Promise<boolean> | undefined;
  /** `flush` was called while a write ran, which may not hold the newest change. */
  #isAgain = false;

  constructor(
    private readonly place: JournalPlace,
    private readonly use: JournalUse,
    start: JournalStart,
  ) {
    this.key = start.key;
    this.generation = start.generation;
    this.#written = start.stored;
    this.#titles = start.titles;
    this.#snapshotSize = start.size;
    this.#isMarked = start.isMarked;
  }

  /** Something has changed since the file was written, or since a write began. */
  get isBehind(): boolean {
    return this.#latest !== undefined;
  }

  /** False once another window owns the chat, and after `forget`. */
  get isOurs(): boolean {
    return !this.#isClosed;
  }

  /** Something in the chat has changed. `latest` is asked when it is written, within 300 ms unless the disk refuses. */
  changed(latest: () => KeptChat): void {
    if (this.#isClosed) return;
    this.#latest = latest;
    this.#cancelTimer ??= this.#flushAfter(gatherTime);
  }

  /**
   * Writes at once what is not written yet. Resolves with true when it is on the disk; with false when the disk refuses it, which is then
   * tried again later, or when another window owns the chat. Never rejects.
   */
  flush(): Promise<boolean> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#writing !== undefined) {
      this.#isAgain = true;
      return this.#writing;
    }
    // `#write` would end before its promise is assigned, and the journal would take itself for busy for ever.
    if (this.#latest === undefined) return Promise.resolve(!this.#isClosed);
    return (this.#writing = this.#write());
  }

  /** Drops what is not written yet, and takes no more. Resolves when a write in progress is over. */
  async forget(): Promise<void> {
    this.#close();
    await this.#writing;
  }

  #close(): void {
    this.#isClosed = true;
    this.#latest = undefined;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #flushAfter(ms: number): () => void {
    return this.place.clock.after(ms, () => {
      this.#cancelTimer = undefined;
      void this.flush();
    });
  }

  async #write(): Promise<boolean> {
    try {
      do {
        this.#isAgain = false;
        if (this.#latest !== undefined && !(await this.#writeLatest(this.#latest))) return false;
      } while (this.#isAgain);
      return !this.#isClosed;
    } finally {
      this.#writing = undefined;
    }
  }

  async #writeLatest(latest: () => KeptChat): Promise<boolean> {
    this.#latest = undefined;
    try {
      if (await this.#isLost()) return this.#lose();
      const chat = chatWithoutSecrets(latest());
      await this.#writeChat(chat);
      this.#succeeded(chat);
    } catch (error) {
      // A file that is gone under the append was removed by the window that owns the chat now.
      if (error instanceof KeyTaken || (await this.#isLost().catch(() => false))) return this.#lose();
      this.#failed(latest, error);
      return false;
    }
    return true;
  }

  /** The next generation exists, or ours was removed: by the window that claimed the chat, or that closed it. */
  async #isLost(): Promise<boolean> {
    const { fileSystem } = this.place;
    if ((await fileSystem.stat(this.#path(this.generation + 1))) !== undefined) return true;
    return this.#written !== undefined && (await fileSystem.stat(this.#path(this.generation))) === undefined;
  }

  async #writeChat(chat: KeptChat): Promise<void> {
    const { archive, mark } = this.place;
    const confirmed = this.use.confirmed();
    // In this order a crash leaves an item twice, or a mark without a question, and never the reverse.
    const leaving = this.#isOther(chat) ? [] : leavingItems(this.#written, chat, confirmed).filter(({ item }) => !this.#archived.has(item));
    if (leaving.length > 0) await archive(chat.state, this.key, leaving.map(withoutInput));
    for (const { item } of leaving) this.#archived.add(item);
    const waits = isWaiting(chat.state);
    if (waits && !this.#isMarked) await mark(this.key, true);
    this.#isMarked ||= waits;
    await this.#writeRecords(chat, recordsBetween(this.#written, chat, confirmed), confirmed);
    this.#written = chat;
    if (!waits && this.#isMarked) await mark(this.key, false);
    this.#isMarked = waits;
  }

  /** The chat is in another branch than the file: no item of that one leaves the window for an archive, and the file is made anew, whole or not at all. */
  #isOther({ state }: KeptChat): boolean {
    return this.#written !== undefined && this.#written.state.branch !== state.branch;
  }

  async #writeRecords(chat: KeptChat, records: readonly JournalRecord[], confirmed: ReadonlySet<string>): Promise<void> {
    const titles = titlesOf(chat, this.#titles);
    const isLong = this.#appendedSize > Math.max(leastAppended, 2 * this.#snapshotSize);
    const isSame = JSON.stringify(titles) === JSON.stringify(this.#titles);
    const isWhole =
      this.#written === undefined || this.#isBroken || isLong || !isSame || this.#isOther(chat) || hasDecided(this.#written, chat);
    if (isWhole) return this.#rewrite(chat, titles, confirmed);
    if (records.length === 0) return;
    this.#isBroken = true;
    const bytes = encodeFlush(records);
    await withFile(this.place.fileSystem, this.#path(this.generation), 'append', file => writeAll(file, bytes));
    // What Claude writes is no use by the person: a chat has the same time in memory and on the disk.
    await this.place.fileSystem.setModified(this.#path(this.generation), chat.usedAt);
    this.#isBroken = false;
    this.#appendedSize += bytes.length;
  }

  async #rewrite(chat: KeptChat, titles: ChatTitles, confirmed: ReadonlySet<string>): Promise<void> {
    const { key, generation } = this;
    const header = { format: journalFormat, key, generation, owner: this.place.owner, ...titles } as const;
    const bytes = encodeJournal(header, recordsBetween(undefined, chat, confirmed));
    // A write that fails may have put the new file there, which nothing of the old one is to be appended to.
    this.#isBroken = true;
    if (this.#written === undefined) {
      if (!(await this.place.begin(key, bytes, chat.usedAt))) throw new KeyTaken();
    } else await writeWhole(this.place, this.#path(generation), bytes, chat.usedAt);
    this.#titles = titles;
    this.#snapshotSize = bytes.length;
    this.#appendedSize = 0;
    this.#isBroken = false;
  }

  #lose(): false {
    this.place.log.info(`The chat ${this.key} is another window's.`);
    this.#close();
    this.use.onLost();
    return false;
  }

  #failed(latest: () => KeptChat, error: unknown): void {
    if (this.#isClosed) return;
    this.#latest ??= latest;
    const pause = retryPauses[Math.min(this.#failures, retryPauses.length - 1)] ?? 0;
    this.#failures++;
    this.#cancelTimer?.();
    this.#cancelTimer = this.#flushAfter(pause);
    if (this.#failures > 1) return;
    this.place.log.error(`The chat ${this.key} cannot be stored; that is tried again: ${String(error)}`);
    this.use.onTrouble(notStored(error));
  }

  #succeeded(chat: KeptChat): void {
    this.use.onWritten(chat);
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.place.log.info(`The chat ${this.key} is stored again.`);
    this.use.onRecovered();
  }

  #path(generation: number): string {
    return join(this.place.folder, journalName(this.key, generation));
  }
}

/** Another window has begun a chat of the same key. */
class KeyTaken extends Error {}

/** What a permission would have allowed can hold a secret, and the archive is never rewritten. */
function withoutInput(left: ArchivedItem): ArchivedItem {
  if (left.item.kind !== 'permission') return left;
  const { input: _, ...item } = left.item;
  return { ...left, item };
}
