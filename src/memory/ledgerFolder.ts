// The folder of a ledger: a file for each decision, named by when it was made, by its id and by its content, so that a file never changes; and
// an empty file for each decision that was deleted. Knows names and bytes; not what several files of one decision mean together.
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { FileSystem } from '../disk/fileSystem.js';
import { isCode, patiently, readRange, withFile, writeWhole } from '../disk/fileSystem.js';
import type { StoredDecision } from './storedDecision.js';
import { parseStored, textOf } from './storedDecision.js';
import { realClock } from '../disk/clock.js';

/** A later version of Parley wrote a decision, or the ledger: this one reads none of them and changes nothing. */
export class LaterLedgerError extends Error {
  override readonly name = 'LaterLedgerError';

  constructor(folder: string) {
    super(`A later version of Parley has written the decisions in ${folder}. This version leaves them as they are.`);
  }
}

/** What the folder holds. */
export interface Listing {
  /** Names of files by the key of their decision; usually there is one. Without those of deleted decisions. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** Keys of the decisions that were deleted. */
  readonly deleted: ReadonlySet<string>;
  /** Names of files of deleted decisions, which are still to be removed. */
  readonly doomed: readonly string[];
  /** Names of files that a write has begun and not finished. */
  readonly unfinished: readonly string[];
  /** Names of files of a ledger as it was before it had a file for each decision. */
  readonly former: readonly string[];
}

/** A hash of the decision's id for the names of its files, because an id may be of any length, with any letters. */
export function keyOf(id: string): string {
  return hashOf(id, 24);
}

/** Names sort as the decisions do by time, to the millisecond. */
export function timeIn(name: string): string {
  return name.slice(0, name.indexOf('-', 10));
}

export class LedgerFolder {
  #isSynced = false;
  #names: readonly string[] = [];
  #listing = listingOf([]);

  constructor(
    readonly path: string,
    readonly fileSystem: FileSystem,
  ) {}

  /** The same object as before where the folder holds the same names. */
  async list(): Promise<Listing> {
    const names = await this.fileSystem.namesIn(this.path);
    const { length } = names;
    if (length !== this.#names.length || names.some((name, index) => name !== this.#names[index])) {
      this.#names = names;
      this.#listing = listingOf(names);
    }
    return this.#listing;
  }

  /** Whether one of these files is there. */
  async hasOne(names: readonly string[]): Promise<boolean> {
    for (const name of names) if ((await this.fileSystem.stat(join(this.path, name))) !== undefined) return true;
    return false;
  }

  async isDeleted(key: string): Promise<boolean> {
    return (await this.fileSystem.stat(join(this.path, `${key}${deletedEnd}`))) !== undefined;
  }

  /** Undefined where the file is no decision of this key. Rejects with `LaterLedgerError`, and with `ENOENT` where the file is gone. */
  async read(name: string): Promise<StoredDecision | undefined> {
    const stored = parseStored(await this.#text(name));
    if (stored === 'later') throw new LaterLedgerError(this.path);
    return stored !== undefined && finishedName.exec(name)?.[1] === keyOf(stored.decision.id) ? stored : undefined;
  }

  nameOf(stored: StoredDecision): string {
    return `${timeName(stored.decision.at)}-${keyOf(stored.decision.id)}-${hashOf(textOf(stored), 8)}.json`;
  }

  /** Resolves with the file's name once it is on the disk. Where it is there already it is written again. */
  async write(stored: StoredDecision): Promise<string> {
    const name = this.nameOf(stored);
    const data = Buffer.from(textOf(stored));
    for (let attempt = 1; ; attempt++) {
      try {
        await writeWhole({ fileSystem: this.fileSystem, clock: realClock }, join(this.path, name), data);
        break;
      } catch (error) {
        // A window that deletes something has removed the unfinished file. Or the folder cannot be made: its disk is gone.
        if (!isCode(error, 'ENOENT') || attempt === mostWritten) throw error;
      }
    }
    if (!this.#isSynced) await this.fileSystem.syncFolder(dirname(this.path));
    this.#isSynced = true;
    return name;
  }

  /** Resolves once it is on the disk that these decisions are deleted. */
  async markDeleted(keys: Iterable<string>): Promise<void> {
    for (const key of keys)
      try {
        await withFile(this.fileSystem, join(this.path, `${key}${deletedEnd}`), 'create', file => file.datasync());
      } catch (error) {
        if (!isCode(error, 'EEXIST')) throw error;
      }
    await this.sync();
  }

  /** Resolves once the files are gone for certain. */
  async remove(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    for (const name of names) await patiently(realClock, heldForAMoment, () => this.fileSystem.remove(join(this.path, name)));
    await this.sync();
  }

  /** Resolves once all names are on the disk. */
  async sync(): Promise<void> {
    await this.fileSystem.syncFolder(this.path);
  }

  /** Whether the folder has this name, if only as a link that leads nowhere. */
  async has(name: string): Promise<boolean> {
    return (await this.fileSystem.namesIn(this.path)).includes(name);
  }

  async #text(name: string): Promise<string> {
    const bytes = await patiently(realClock, heldForAMoment, () =>
      withFile(this.fileSystem, join(this.path, name), 'read', async file => {
        const first = await file.read(0, usualBytes);
        // Nearly every file ends here. A short read alone would not prove that.
        return first.length < usualBytes && first.at(-1) === newline ? first : readRange(file, 0, mostBytes + 1);
      }),
    );
    if (bytes.length > mostBytes) throw new Error(`it is longer than ${mostBytes} bytes`);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  }
}

/** What Windows says of a file that a virus scanner or an indexer holds. */
const heldForAMoment = ['EPERM', 'EBUSY'] as const;
/** How often a file is written that another window removes before it has its name. */
const mostWritten = 20;
const newline = 0x0a;

/** The size of most decisions; a few questions of agents need more. */
const usualBytes = 8_192;
/** Question, options with their previews, answer, and the text of a file of MADR. */
const mostBytes = 32 * 1024 * 1024;

const finishedName = /^\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z-([\da-f]{24})-[\da-f]{8}\.json$/;
const unfinishedName = /^.+\.json\..+\.new$/;
/** `.taken`: an earlier version has begun to turn it into files, and was cut. */
const formerName = /^(?:\d{1,15}\.ledger(?:\..+\.new)?|.+\.taken)$/;

const deletedEnd = '.deleted';

function listingOf(names: readonly string[]): Listing {
  const deleted = new Set<string>();
  for (const name of names) if (name.endsWith(deletedEnd)) deleted.add(name.slice(0, -deletedEnd.length));
  const files = new Map<string, string[]>();
  const [doomed, unfinished, former]: [string[], string[], string[]] = [[], [], []];
  for (const name of names) {
    const key = finishedName.exec(name)?.[1];
    if (key === undefined) {
      if (unfinishedName.test(name)) unfinished.push(name);
      else if (formerName.test(name)) former.push(name);
    } else if (deleted.has(key)) doomed.push(name);
    else {
      const known = files.get(key);
      if (known === undefined) files.set(key, [name]);
      else known.push(name);
    }
  }
  return { files, deleted, doomed, unfinished, former };
}

/** Years of four digits, which sort. A file of MADR may claim any. */
const [firstTime, lastTime] = [0, Date.UTC(9999, 11, 31)];

function timeName(at: number): string {
  return new Date(Math.min(Math.max(at, firstTime), lastTime)).toISOString().replaceAll(':', '');
}

function hashOf(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
