// What one window has read of a ledger's files: it reads again only what was appended since. Knows generations and records.
import { decodeLine } from '../disk/checkedLines.js';
import { isCode } from '../disk/fileSystem.js';
import type { KnownDecision } from './decision.js';
import { parseHeader } from './ledgerFolder.js';
import type { LedgerFolder } from './ledgerFolder.js';
import { linesBackward, readLines } from './ledgerLines.js';
import type { LedgerRecord } from './ledgerRecords.js';
import { byAge, LedgerFold, parseRecord } from './ledgerRecords.js';
import { Slices, sortedInSlices } from './slices.js';

/** Of one generation. */
interface ReadSoFar {
  readonly inode: number;
  /** Place behind the last line that was read. */
  readonly length: number;
}

export class LedgerReading {
  fold = new LedgerFold();
  #read = new Map<number, ReadSoFar>();
  #sorted: readonly KnownDecision[] | undefined;
  #isDamageLogged = false;
  #bytes = 0;

  constructor(
    private readonly folder: LedgerFolder,
    private readonly log: { warn(text: string): void },
  ) {}

  /** Nothing was read yet, or all of it is to be read again. */
  get isEmpty(): boolean {
    return this.#read.size === 0;
  }

  /** Bytes of all lines that were read, except headers. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Ascending. */
  get generations(): readonly number[] {
    return [...this.#read.keys()];
  }

  /** Place behind the last line that was read of a generation. */
  lengthOf(generation: number): number {
    return this.#read.get(generation)?.length ?? 0;
  }

  reset(): void {
    this.fold = new LedgerFold();
    this.#read = new Map();
    this.#sorted = undefined;
    this.#bytes = 0;
  }

  /** A new generation is in the place of all that was read; it has `length` bytes. */
  async replacedBy(generation: number, length: number): Promise<void> {
    const found = await this.folder.fileSystem.stat(this.folder.pathOf(generation));
    this.fold.settle();
    this.#bytes = this.fold.liveBytes;
    this.#read = new Map(found && [[generation, { inode: found.inode, length }]]);
    if (found === undefined) this.reset();
  }

  /** Reads what was appended since. After a failure all is read again. */
  async catchUp(): Promise<void> {
    try {
      while (!(await this.#caughtUp())) continue;
    } catch (error) {
      this.reset();
      throw error;
    }
  }

  /** Oldest first. */
  async all(): Promise<readonly KnownDecision[]> {
    const changed = this.fold.takeChanged();
    const isLittle = this.#sorted !== undefined && changed !== undefined && changed.size <= fewChanges;
    this.#sorted = isLittle ? this.#patched(this.#sorted ?? [], changed) : await this.#all();
    return this.#sorted;
  }

  /** `sorted` with what those decisions are now, of which some may be new. */
  #patched(sorted: readonly KnownDecision[], changed: ReadonlySet<string>): readonly KnownDecision[] {
    if (changed.size === 0) return sorted;
    const patched = [...sorted];
    for (const id of changed) {
      const known = this.fold.known(id);
      if (known === undefined) continue;
      const place = placeOf(known, patched);
      patched.splice(place, patched[place]?.id === id ? 1 : 0, known);
    }
    return patched;
  }

  async #all(): Promise<readonly KnownDecision[]> {
    const slices = new Slices();
    const found: KnownDecision[] = [];
    for (const id of this.fold.ids) {
      const known = this.fold.known(id);
      if (known !== undefined) found.push(known);
      if (slices.isOver) await slices.pause();
    }
    return sortedInSlices(found, byAge);
  }

  /** False where a generation has gone meanwhile: what it held is in a later one. */
  async #caughtUp(): Promise<boolean> {
    const generations = await this.folder.generations();
    if ([...this.#read.keys()].some(generation => !generations.includes(generation))) this.reset();
    try {
      // What was deleted is known before any line is read.
      for (const generation of generations) if (!this.#read.has(generation)) this.fold.forget(await this.folder.forgotten(generation));
      for (const generation of generations) if (!(await this.#readOn(generation))) return false;
      return true;
    } catch (error) {
      if (isCode(error, 'ENOENT')) return false;
      throw error;
    }
  }

  async #readOn(generation: number): Promise<boolean> {
    const found = await this.folder.fileSystem.stat(this.folder.pathOf(generation));
    if (found === undefined) return false;
    const { inode = found.inode, length = 0 } = this.#read.get(generation) ?? {};
    // Another program has put another file in its place.
    if (inode !== found.inode || found.size < length) {
      this.reset();
      return false;
    }
    if (found.size === length && this.#read.has(generation)) return true;
    let damaged = 0;
    const end = await this.folder.read(generation, file =>
      readLines(file, length, (line, bytes) => {
        const value = decodeLine(line);
        if (parseHeader(value) !== undefined) return;
        this.#bytes += bytes;
        const record = parseRecord(value);
        if (record === undefined) damaged++;
        else this.fold.apply(record, bytes);
      }),
    );
    this.#read.set(generation, { inode, length: end });
    this.#logDamage(damaged);
    return true;
  }

  #logDamage(damaged: number): void {
    if (damaged === 0 || this.#isDamageLogged) return;
    this.#isDamageLogged = true;
    this.log.warn(`${damaged} lines of the decisions in ${this.folder.path} cannot be read and are left out.`);
  }
}

/** As many are put in their places one by one. */
const fewChanges = 256;

/** Where it stands, or would stand, among those. */
function placeOf(known: KnownDecision, sorted: readonly KnownDecision[]): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = sorted[middle];
    if (other !== undefined && byAge(other, known) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The records of a generation, the last one first, without what is damaged. Rejects with `ENOENT` where the generation is gone. */
export async function* recordsBackward(folder: LedgerFolder, generation: number): AsyncGenerator<{ record: LedgerRecord; bytes: number }> {
  const found = await folder.fileSystem.stat(folder.pathOf(generation));
  const slices = new Slices();
  for await (const lines of linesBackward(work => folder.read(generation, work), found?.size ?? 0)) {
    for (const { line, bytes } of lines) {
      const record = parseRecord(decodeLine(line));
      if (record !== undefined) yield { record, bytes };
      if (slices.isOver) await slices.pause();
    }
  }
}
