// The ledger of decisions of one work folder, for one window. Other windows read and write the same folder at the same time, without a lock: what
// several files say of one decision is merged, and a file goes only once another one on the disk says all that it said. Owns the order of this
// window's writes, what it has read, and who is told of changes; names and bytes are ledgerFolder's.
import type { FileSystem } from '../disk/fileSystem.js';
import { isCode, nodeFileSystem } from '../disk/fileSystem.js';
import type { Decisions, Judgement, KnownDecision, NewDecision } from './decision.js';
import { readFormer } from './formerLedger.js';
import type { Listing } from './ledgerFolder.js';
import { keyOf, LedgerFolder, timeIn } from './ledgerFolder.js';
import type { Entry } from './ledgerReading.js';
import { isOfDisk, LedgerReading, mostListed } from './ledgerReading.js';
import type { WatchFolder } from './ledgerWatch.js';
import { LedgerListeners, watchFolder } from './ledgerWatch.js';
import type { StoredDecision } from './storedDecision.js';
import { byAge, judgementOf, merged, textOf } from './storedDecision.js';

interface LedgerOptions {
  /** Absolute path. Made, private to this account, with the first decision. */
  readonly folder: string;
  readonly fileSystem?: FileSystem;
  readonly watch?: WatchFolder;
  readonly log: { warn(text: string): void; error(text: string): void };
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Reads nothing before it is asked. Methods reject with `LaterLedgerError` where they meet what a later version of Parley wrote. */
export function openLedger(options: LedgerOptions): Decisions {
  return new Ledger(options);
}

class Ledger implements Decisions {
  readonly #folder: LedgerFolder;
  readonly #reading: LedgerReading;
  readonly #listeners: LedgerListeners;
  #isTidying = false;
  /** Names in the folder that look like files of a ledger of before, and are none. */
  readonly #notFormer = new Set<string>();
  /** The end of the last write that somebody asked for, and of those that a read has found to be needed. */
  #written: Promise<unknown> = Promise.resolve();
  #tidied: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: LedgerOptions) {
    const { folder, fileSystem = nodeFileSystem, log, watch = watchFolder } = options;
    this.#folder = new LedgerFolder(folder, fileSystem);
    this.#reading = new LedgerReading(this.#folder, log);
    this.#listeners = new LedgerListeners(this.#folder, changed => watch(folder, changed, log), log);
  }

  async add(decisions: readonly NewDecision[]): Promise<void> {
    if (decisions.length === 0) return;
    await this.#writing(async () => {
      const byKey = new Map(decisions.map(decision => [keyOf(decision.id), decision]));
      let isLate = false;
      await inParallel(byKey, async ([key, decision]) => {
        // A file that this window has not read is merged with this one.
        if ((await this.#folder.hasOne(this.#reading.namesOf(key))) || (await this.#folder.isDeleted(key))) return;
        this.#reading.written(await this.#folder.write({ decision, judgements: [] }));
        isLate ||= await this.#folder.isDeleted(key);
      });
      // A write that has failed may have left a file whose name is not on the disk for certain.
      if ([...byKey.keys()].some(key => this.#reading.namesOf(key).length > 0)) await this.#folder.sync();
      // Another window has deleted one of them meanwhile.
      if (isLate) await this.#list();
    });
  }

  judge(id: string, judgement: Judgement): Promise<void> {
    return this.#writing(async () => {
      const key = keyOf(id);
      const entry = await this.#current(key);
      if (entry === undefined) return;
      await this.#say(key, judgementOf(entry.stored, judgement, this.options.now()) ?? entry.stored);
    });
  }

  async delete(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#writing(async () => {
      const { files, deleted } = await this.#list();
      if (files.size + deleted.size === 0) return;
      await this.#folder.markDeleted(ids.map(keyOf));
      await this.#tidy(await this.#folder.list());
    });
  }

  async deleted(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { deleted } = await this.#list();
    return new Set(ids.filter(id => deleted.has(keyOf(id))));
  }

  async *newest(): AsyncGenerator<KnownDecision> {
    const { files } = await this.#list();
    const rows = [...files].map(([key, names]) => ({ key, names, time: earliest(names) }));
    rows.sort((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0));
    for (let [from, to] = [0, 0]; from < rows.length; from = to) {
      to = from + chunk;
      // The ids decide between those of one millisecond, and stand in the files.
      while (to < rows.length && rows[to]?.time === rows[to - 1]?.time) to++;
      const found: KnownDecision[] = [];
      await inParallel(rows.slice(from, to), async ({ key, names }) => {
        const entry = await this.#current(key, names);
        if (entry !== undefined) found.push(entry.known);
      });
      yield* found.sort((one, other) => byAge(other, one));
    }
  }

  async find(ids: readonly string[]): Promise<readonly KnownDecision[]> {
    if (ids.length === 0) return [];
    const { files } = await this.#list();
    const found: (KnownDecision | undefined)[] = [];
    await inParallel(ids.entries(), async ([position, id]) => {
      const names = files.get(keyOf(id));
      if (names !== undefined) found[position] = (await this.#current(keyOf(id), names))?.known;
    });
    return found.filter(known => known !== undefined);
  }

  async all(): Promise<readonly KnownDecision[]> {
    for (;;) {
      const { files } = await this.#list();
      if (this.#reading.isWhole(files)) return this.#reading.all;
      await inParallel(this.#reading.unread(files), async ([key, names]) => void (await this.#reading.entry(key, names)));
      // Otherwise a file is gone, or a read that began earlier has ended later.
      if (this.#reading.unread(files).length === 0) return this.#reading.inOrder(files);
    }
  }

  onDidChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  async end(): Promise<void> {
    await Promise.allSettled([this.#written, this.#tidied]);
  }

  /** What the folder holds, once a ledger of before is turned into files and the files of deleted decisions are gone. */
  async #list(): Promise<Listing> {
    let isFinished = false;
    for (let attempt = 1; ; attempt++) {
      const listing = await this.#folder.list();
      const former = listing.former.filter(name => !this.#notFormer.has(name));
      if (former.length > 0) await this.#alsoWriting(this.#takeFormer(former, attempt >= mostListed));
      else if (listing.doomed.length > 0 && !isFinished && !this.#isTidying) {
        isFinished = true;
        await this.#alsoWriting(this.#finish(listing));
      }
      // A decision goes only with a mark. Without one the folder was listed while a file took the place of another one.
      else if (attempt >= mostListed || !this.#reading.lacksOne(listing)) return this.#reading.noted(listing);
    }
  }

  /** The decision as it is now; undefined where it is not there. `names`: of its files, where the folder has just been listed. */
  async #current(key: string, names?: readonly string[]): Promise<Entry | undefined> {
    for (let listed = names; ; listed = undefined) {
      const present = listed ?? (await this.#list()).files.get(key);
      const entry = present && (await this.#reading.entry(key, present));
      if (entry !== 'gone') return entry;
    }
  }

  /** Resolves once one file on the disk says all that is said of the decision, and `said` with it. */
  async #say(key: string, said: StoredDecision): Promise<void> {
    for (;;) {
      const entry = await this.#current(key);
      if (entry === undefined) return;
      const stored = merged(entry.stored, said);
      // The same one in each window that does this now: another one could remove it.
      const [same] = entry.files
        .filter(file => textOf(file.stored) === textOf(stored))
        .map(({ name }) => name)
        .sort();
      if (same === undefined) await this.#folder.write(stored);
      else await this.#folder.sync();
      if (same !== undefined && entry.files.length === 1) return;
      const kept = same ?? this.#folder.nameOf(stored);
      await this.#folder.remove(entry.files.map(({ name }) => name).filter(name => name !== kept));
    }
  }

  /** Finishes the deletion of a window that has ended in its middle. A failure is only logged, because what was deleted is not shown either way. */
  async #finish(listing: Listing): Promise<void> {
    try {
      await this.#tidy(listing);
    } catch (error) {
      this.options.log.error(`Files of deleted decisions in ${this.options.folder} could not be removed: ${String(error)}`);
    }
  }

  /** Removes the files of deleted decisions, what other decisions quote of them, and what was begun and never finished. */
  async #tidy({ doomed, unfinished, files }: Listing): Promise<void> {
    this.#isTidying = true;
    try {
      const questions = new Set<string>();
      await inParallel(doomed, async name => {
        const read = await this.#reading.file(name);
        if (read !== undefined && read !== 'gone') questions.add(read.decision.question.question);
      });
      if (questions.size > 0) await inParallel(files, ([key, names]) => this.#unquote(key, names, questions));
      await this.#folder.remove([...unfinished, ...doomed]);
    } finally {
      this.#isTidying = false;
    }
  }

  async #unquote(key: string, names: readonly string[], questions: ReadonlySet<string>): Promise<void> {
    const entry = await this.#current(key, names);
    if (entry === undefined) return;
    // Of several files one may have taken back what another one says.
    const said = entry.files.flatMap(({ stored }) => stored.judgements.map(judgement => judgement.said));
    const quoted = new Set(said.flatMap(one => (one.type === 'notLike' && questions.has(one.question) ? [one.question] : [])));
    for (const question of quoted)
      await this.#say(key, judgementOf(entry.stored, { type: 'like', question }, this.options.now()) ?? entry.stored);
  }

  /** Turns a ledger of before into files. May be cut at any point, and done by several windows at once: it goes last. */
  async #takeFormer(names: readonly string[], isLast: boolean): Promise<void> {
    const { fileSystem, path } = this.#folder;
    const isLeftOut = (name: string, error: unknown): boolean => {
      // A link that leads nowhere is never there.
      if (isCode(error, 'ENOENT') ? !isLast : isOfDisk(error) || isCode(error, 'EACCES', 'EPERM')) return false;
      this.#notFormer.add(name);
      this.options.log.warn(`${name} in ${path} is left out of the decisions: ${String(error)}`);
      return true;
    };
    try {
      const { deleted, decisions, damaged } = await readFormer(fileSystem, path, names, isLeftOut);
      await this.#folder.markDeleted(deleted.map(keyOf));
      const { deleted: gone } = await this.#folder.list();
      await inParallel(
        decisions.filter(({ decision }) => !gone.has(keyOf(decision.id))),
        async stored => void (await this.#folder.write(stored)),
      );
      await this.#folder.remove(names.filter(name => !this.#notFormer.has(name)));
      if (damaged > 0) this.options.log.warn(`${damaged} lines of the ledger in ${path} cannot be read and are left out.`);
      await this.#unquoteDeleted(decisions);
    } catch (error) {
      // Another window has done it.
      if (!isCode(error, 'ENOENT')) throw error;
    }
  }

  /** Another window may have taken the same ledger over, and deleted some of its decisions, before this one wrote what quotes them. */
  async #unquoteDeleted(decisions: readonly StoredDecision[]): Promise<void> {
    const { files, deleted } = await this.#folder.list();
    const gone = decisions.filter(({ decision }) => deleted.has(keyOf(decision.id)));
    const questions = new Set(gone.map(({ decision }) => decision.question.question));
    if (questions.size > 0) await inParallel(files, ([key, names]) => this.#unquote(key, names, questions));
  }

  async #alsoWriting(work: Promise<void>): Promise<void> {
    this.#tidied = Promise.allSettled([this.#tidied, work]);
    await work;
  }

  /** One after the other, and whoever listens is told, because a write that has failed may have changed something. */
  async #writing(work: () => Promise<void>): Promise<void> {
    const done = this.#written.then(work);
    this.#written = done.catch(() => undefined);
    try {
      await done;
    } finally {
      await this.#listeners.changed();
    }
  }
}

/** Decisions that are read before the first one is given: as many as a list shows at first. */
const chunk = 50;
/** Files that are read or written at once: Node has four threads for it. */
const atOnce = 8;

/** Begins nothing more once one has failed, and rejects when those under way have ended. */
async function inParallel<T>(values: Iterable<T>, work: (value: T) => Promise<void>): Promise<void> {
  const left = values[Symbol.iterator]();
  let failed: { readonly error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true && failed === undefined; next = left.next())
      await work(next.value).catch((error: unknown) => (failed ??= { error }));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failed !== undefined) throw failed.error;
}

/** The earliest time among the names, which counts where files of one decision differ in time. */
function earliest(names: readonly string[]): string {
  return names.map(timeIn).reduce((one, other) => (one < other ? one : other));
}
