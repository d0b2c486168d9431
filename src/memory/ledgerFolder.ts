// The files of a ledger: `N.ledger` is generation N, whose first line is a header, and each later line a record. Any window appends to the
// newest one at any time. A window that rewrites the ledger makes the next generation, moves there what others have appended to the old ones
// meanwhile, and removes these; until then all of them together are the ledger. There are no locks. Knows files; not what a record means.
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { decodeLine, encodeLine } from '../disk/checkedLines.js';
import type { FileSystem, OpenFile } from '../disk/fileSystem.js';
import { discard, isCode, readRange, withFile, writePart } from '../disk/fileSystem.js';
import type { LedgerRecord } from './ledgerRecords.js';
import { isRecord, subjectOf, writtenAgain } from './ledgerRecords.js';

/** A later version of Parley wrote the ledger: this one reads and writes nothing there. */
export class LaterLedgerError extends Error {
  override readonly name = 'LaterLedgerError';

  constructor(folder: string) {
    super(`A later version of Parley has written the decisions in ${folder}. This version leaves them as they are.`);
  }
}

export class LedgerFolder {
  /** By generation. A header never changes. */
  readonly #forgotten = new Map<number, ReadonlySet<string>>();
  /** The newest generation whose name is on the disk for certain. */
  #synced = 0;

  constructor(
    readonly path: string,
    readonly fileSystem: FileSystem,
  ) {}

  /** Ascending; empty where there is no ledger yet. */
  async generations(): Promise<readonly number[]> {
    const names = await this.fileSystem.namesIn(this.path);
    return names.flatMap(name => generationIn(name, finishedName) ?? []).sort((one, other) => one - other);
  }

  pathOf(generation: number): string {
    return join(this.path, `${generation}.ledger`);
  }

  /** Rejects with `ENOENT` where the generation is gone. */
  read<T>(generation: number, work: (file: OpenFile) => Promise<T>): Promise<T> {
    return withFile(this.fileSystem, this.pathOf(generation), 'read', work);
  }

  /**
   * Ids of the decisions that were deleted before the generation was made: none of its lines is about them. Rejects with
   * `LaterLedgerError`, and with `ENOENT` where the generation is gone.
   */
  async forgotten(generation: number): Promise<ReadonlySet<string>> {
    const known = this.#forgotten.get(generation);
    if (known !== undefined) return known;
    const line = await this.read(generation, firstLine);
    const { format, forgotten } = headerIn(line ?? '');
    if (format > currentFormat) throw new LaterLedgerError(this.path);
    if (line !== undefined) this.#forgotten.set(generation, forgotten);
    return forgotten;
  }

  /**
   * Appends to the newest generation those records whose decision was not deleted, and makes the ledger where there is none. Resolves once
   * they are on the disk. A record that was read somewhere is written all the same, because it may have come too late to be moved from an
   * old file, and what can be read need not be on the disk yet.
   */
  async append(records: readonly LedgerRecord[]): Promise<void> {
    let wanted = records;
    for (;;) {
      const newest = (await this.generations()).at(-1);
      if (newest === undefined) {
        await this.#begin();
        continue;
      }
      const needed = await this.#missing(newest, wanted);
      if (needed === undefined) continue;
      const isThere = needed.length === 0 || (await this.#appendLines(newest, needed));
      // A window that has made another generation meanwhile may have read this one before the lines were in it.
      if (isThere && (await this.generations()).at(-1) === newest) return;
      wanted = wanted.map(writtenAgain);
    }
  }

  /**
   * Makes the generation, of which `lines` are the records. Resolves once it is on the disk, with its length; undefined where another
   * window was faster.
   */
  async create(generation: number, forgotten: Iterable<string>, lines: AsyncIterable<string>): Promise<number | undefined> {
    const path = this.pathOf(generation);
    const beside = `${path}.${randomUUID()}.new`;
    let length = 0;
    const write = async (file: OpenFile, text: string): Promise<void> => {
      const data = Buffer.from(text);
      await writePart(file, data);
      length += data.length;
    };
    try {
      const isWritten = await withFile(this.fileSystem, beside, 'create', async file => {
        // A window that was faster removes unfinished files. Where it has done so already, this one would hold what it has deleted.
        if (((await this.generations()).at(-1) ?? 0) >= generation) return false;
        await write(file, encodeLine({ format: currentFormat, forgotten: [...forgotten] }));
        for await (const text of lines) await write(file, text);
        await file.datasync();
        return true;
      });
      if (!isWritten) return undefined;
      await this.fileSystem.link(beside, path);
    } catch (error) {
      if (isCode(error, 'EEXIST', 'ENOENT')) return undefined;
      throw error;
    } finally {
      await discard(this.fileSystem, beside);
    }
    await this.#syncFor(generation);
    return length;
  }

  /** Removes those generations, and what was begun and not finished up to the generation `newest`. Resolves once that is on the disk. */
  async remove(generations: readonly number[], newest: number): Promise<void> {
    const unfinished = (await this.fileSystem.namesIn(this.path)).filter(
      name => (generationIn(name, unfinishedName) ?? Infinity) <= newest,
    );
    for (const name of unfinished) await this.fileSystem.remove(join(this.path, name));
    for (const generation of generations) await this.fileSystem.remove(this.pathOf(generation));
    await this.fileSystem.syncFolder(this.path);
  }

  async #begin(): Promise<void> {
    await this.fileSystem.makeFolder(this.path);
    await this.create(1, [], noLines());
    await this.fileSystem.syncFolder(dirname(this.path));
  }

  /** Undefined where the generation is gone. */
  async #missing(generation: number, records: readonly LedgerRecord[]): Promise<readonly LedgerRecord[] | undefined> {
    try {
      const forgotten = await this.forgotten(generation);
      return records.filter(record => !forgotten.has(subjectOf(record)));
    } catch (error) {
      if (isCode(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  /** False where the generation is gone. */
  async #appendLines(generation: number, records: readonly LedgerRecord[]): Promise<boolean> {
    // The newline in front ends a line that a crash has torn.
    const data = Buffer.from(`\n${records.map(encodeLine).join('')}`);
    try {
      await withFile(this.fileSystem, this.pathOf(generation), 'append', file => writeAtOnce(file, data));
    } catch (error) {
      if (isCode(error, 'ENOENT')) return false;
      throw error;
    }
    // The window that has made the file may have ended before its name was on the disk.
    if (this.#synced < generation) await this.#syncFor(generation);
    return true;
  }

  async #syncFor(generation: number): Promise<void> {
    await this.fileSystem.syncFolder(this.path);
    this.#synced = Math.max(this.#synced, generation);
  }
}

const currentFormat = 1;
const finishedName = /^(\d{1,15})\.ledger$/;
const unfinishedName = /^(\d{1,15})\.ledger\..+\.new$/;

function generationIn(name: string, pattern: RegExp): number | undefined {
  const digits = pattern.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Undefined where the line is no header. */
export function parseHeader(value: unknown): { readonly format: number; readonly forgotten: ReadonlySet<string> } | undefined {
  if (!isRecord(value) || typeof value['format'] !== 'number') return undefined;
  const { format, forgotten } = value;
  return { format, forgotten: new Set(Array.isArray(forgotten) ? forgotten.filter(id => typeof id === 'string') : []) };
}

/** A damaged header says nothing: the lines of the decisions that it names are not in the file. */
function headerIn(line: string): { readonly format: number; readonly forgotten: ReadonlySet<string> } {
  return parseHeader(decodeLine(line)) ?? { format: currentFormat, forgotten: new Set() };
}

/** Without its newline; undefined where it was never finished. */
async function firstLine(file: OpenFile): Promise<string | undefined> {
  for (let size = 65_536; ; size *= 4) {
    const bytes = await readRange(file, 0, size);
    const end = bytes.indexOf(0x0a);
    if (end >= 0) return bytes.toString('utf8', 0, end);
    if (bytes.length < size) return undefined;
  }
}

/** A rest that is written by itself may land behind another window's line, so a write that was taken in part is made again as a whole. */
async function writeAtOnce(file: OpenFile, data: Uint8Array): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) if ((await file.write(data)) === data.length) return file.datasync();
  throw new Error('the file takes no more bytes');
}

async function* noLines(): AsyncGenerator<string> {
  // A ledger begins empty.
}
