// The ledger of decisions of one work folder, for one window. Other windows read and write the same files at the same time. Owns the order of this
// window's reads and writes, and who is told of changes; the files are ledgerFolder's.
import { randomUUID } from 'node:crypto';
import type { FileSystem } from '../disk/fileSystem.js';
import { isCode, nodeFileSystem } from '../disk/fileSystem.js';
import type { Decisions, Judgement, KnownDecision, NewDecision } from './decision.js';
import { compact } from './ledgerCompaction.js';
import { LedgerFolder } from './ledgerFolder.js';
import { LedgerReading, recordsBackward } from './ledgerReading.js';
import type { LedgerRecord } from './ledgerRecords.js';
import { LedgerFold, subjectOf, writtenAgain } from './ledgerRecords.js';
import type { WatchFolder } from './ledgerWatch.js';
import { watchFolder } from './ledgerWatch.js';

export interface LedgerOptions {
  /** Absolute path. Made, private to this account, with the first decision. */
  readonly folder: string;
  readonly fileSystem?: FileSystem;
  readonly watch?: WatchFolder;
  readonly log: { warn(text: string): void; error(text: string): void };
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Reads nothing before it is asked. All methods reject with `LaterLedgerError` where a later version of Parley wrote the ledger. */
export function openLedger(options: LedgerOptions): Decisions {
  return new Ledger(options);
}

/** Bytes of a ledger that is rewritten when more than half of it says nothing any more. */
const longLedger = 262_144;
/** Milliseconds. An older decision is from a file or an earlier conversation, and belongs further up in the ledger. */
const freshAge = 24 * 3_600_000;

class Ledger implements Decisions {
  readonly #folder: LedgerFolder;
  readonly #reading: LedgerReading;
  readonly #listeners = new Set<() => void>();
  /** Ids of decisions that this window has added, perhaps in vain: a line may be in a file all the same. */
  readonly #tried = new Set<string>();
  #stopWatching: (() => void) | undefined;
  /** The files as the listeners know them. */
  #shown = '';
  #isLooking = false;
  #mayHaveChanged = false;
  /** The ends of the last judgement, the last write and the last read. A write does not wait for reads, so an answer is on the disk at once. */
  #judged: Promise<unknown> = Promise.resolve();
  #written: Promise<unknown> = Promise.resolve();
  #readEnd: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: LedgerOptions) {
    this.#folder = new LedgerFolder(options.folder, options.fileSystem ?? nodeFileSystem);
    this.#reading = new LedgerReading(this.#folder, options.log);
  }

  async add(decisions: readonly NewDecision[]): Promise<void> {
    if (decisions.length === 0) return;
    const limit = this.options.now() - freshAge;
    const byId = new Map(decisions.map(decision => [decision.id, decision]));
    await this.#append([...byId.values()].map(decision => ({ type: 'add', decision })));
    if (decisions.some(({ at }) => at < limit)) this.#tidy(() => true);
  }

  judge(id: string, judgement: Judgement): Promise<void> {
    // Each judgement reads the one before it.
    const judged = this.#judged.then(async () => {
      const { holds, lastAt } = await this.#standing(id, judgement);
      if (holds) return;
      const at = Math.max(this.options.now(), lastAt + 1);
      await this.#append([{ type: 'judge', record: randomUUID(), id, at, judgement }]);
    });
    this.#judged = judged.catch(() => undefined);
    return judged;
  }

  /** `lastAt`: the clock may have been ahead then, and may have stood still since. The later judgement counts all the same. */
  #standing(id: string, judgement: Judgement): Promise<{ readonly holds: boolean; readonly lastAt: number }> {
    return this.#inTurn(async () => {
      await this.#reading.catchUp();
      const { fold } = this.#reading;
      return { holds: fold.holds(id, judgement), lastAt: fold.lastJudgedAt(id) };
    });
  }

  async delete(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    try {
      await this.#writing(() => this.#inTurn(() => compact(this.#folder, this.#reading, ids)));
    } finally {
      await this.#changed();
    }
  }

  deleted(): Promise<ReadonlySet<string>> {
    return this.#inTurn(async () => {
      await this.#reading.catchUp();
      return new Set(this.#reading.fold.forgotten);
    });
  }

  async *newest(): AsyncGenerator<KnownDecision> {
    const given = new Set<string>();
    if (yield* this.#fromEnd(given)) return;
    const all = await this.all();
    for (let index = all.length - 1; index >= 0; index--) {
      const known = all[index];
      if (known !== undefined && !given.has(known.id)) yield known;
    }
  }

  all(): Promise<readonly KnownDecision[]> {
    return this.#inTurn(async () => {
      await this.#reading.catchUp();
      return this.#reading.all();
    });
  }

  onDidChange(listener: () => void): () => void {
    // A wrapper of its own, because the same function may be given twice.
    const own = (): void => listener();
    this.#listeners.add(own);
    this.#stopWatching ??= (this.options.watch ?? watchFolder)(this.options.folder, () => void this.#look(), this.options.log);
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size > 0) return;
      this.#stopWatching?.();
      this.#stopWatching = undefined;
    };
  }

  /**
   * Adds the ids of what it yields to `given`. Returns false where that was not all, because the ledger is more than one file, was read, or
   * may have a line twice.
   */
  async *#fromEnd(given: Set<string>): AsyncGenerator<KnownDecision, boolean> {
    const [only, ...others] = this.#reading.isEmpty ? await this.#folder.generations() : [];
    if (only === undefined || others.length > 0) return false;
    const fold = new LedgerFold();
    try {
      fold.forget(await this.#folder.forgotten(only));
      for await (const { record, bytes } of recordsBackward(this.#folder, only)) {
        if (record.type === 'judge') fold.apply(record, bytes);
        else if (record.again === true) return false;
        else if (!given.has(record.decision.id)) {
          given.add(record.decision.id);
          yield fold.judged(record.decision);
        }
      }
      return true;
    } catch (error) {
      // Another window has rewritten the ledger meanwhile.
      if (isCode(error, 'ENOENT')) return false;
      throw error;
    }
  }

  async #append(records: readonly LedgerRecord[]): Promise<void> {
    const wanted = records.map(record => (this.#mayBeThere(record) ? writtenAgain(record) : record));
    for (const record of records) if (record.type === 'add') this.#tried.add(subjectOf(record));
    try {
      await this.#writing(() => this.#folder.append(wanted));
    } finally {
      await this.#changed();
    }
    // A window that has not read the ledger does not know how much of it is superfluous.
    if (!this.#reading.isEmpty)
      this.#tidy(() => this.#reading.bytes > longLedger && 2 * this.#reading.fold.liveBytes < this.#reading.bytes);
  }

  /** As far as this window knows: it does not read the ledger for an answer. */
  #mayBeThere(record: LedgerRecord): boolean {
    const id = subjectOf(record);
    return this.#tried.has(id) || this.#reading.fold.has(id);
  }

  /** Rewrites the ledger, after what is under way, where `isNeeded` says so once all is read. */
  #tidy(isNeeded: () => boolean): void {
    const tidied = this.#writing(() =>
      this.#inTurn(async () => {
        await this.#reading.catchUp();
        if (isNeeded()) await compact(this.#folder, this.#reading, []);
      }),
    );
    void tidied.catch((error: unknown) =>
      this.options.log.error(`The decisions in ${this.options.folder} could not be rewritten: ${String(error)}`),
    );
  }

  #writing<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#written.then(work);
    this.#written = done.catch(() => undefined);
    return done;
  }

  /** Reads one after the other: all of them go on where the last one has stopped. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#readEnd.then(work);
    this.#readEnd = done.catch(() => undefined);
    return done;
  }

  /** This window has written, perhaps in vain. */
  async #changed(): Promise<void> {
    if (this.#listeners.size === 0) return;
    this.#shown = await this.#files();
    this.#tell();
  }

  /** Something has happened in the folder. Tells the listeners where they do not know it yet. */
  async #look(): Promise<void> {
    if (this.#isLooking) {
      this.#mayHaveChanged = true;
      return;
    }
    this.#isLooking = true;
    do {
      this.#mayHaveChanged = false;
      const files = await this.#files();
      if (files === this.#shown) continue;
      this.#shown = files;
      this.#tell();
    } while (this.#mayHaveChanged);
    this.#isLooking = false;
  }

  /** What the files are, in short. Never rejects: where they cannot be seen, whoever asks for the decisions is told why. */
  async #files(): Promise<string> {
    try {
      const generations = await this.#folder.generations();
      const stats = await Promise.all(generations.map(generation => this.#folder.fileSystem.stat(this.#folder.pathOf(generation))));
      return generations.map((generation, index) => `${generation}:${stats[index]?.size}`).join();
    } catch (error) {
      return String(error);
    }
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener();
      } catch (error) {
        this.options.log.error(`A listener of the decisions failed: ${String(error)}`);
      }
    }
  }
}
