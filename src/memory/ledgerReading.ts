// What one window has read of a ledger. The name of a file says its content, so a file of the same name is never read again. Knows what the files
// of a decision mean together; writes nothing.
import { isCode } from '../disk/fileSystem.js';
import type { KnownDecision } from './decision.js';
import type { LedgerFolder, Listing } from './ledgerFolder.js';
import { keyOf, LaterLedgerError } from './ledgerFolder.js';
import type { StoredDecision } from './storedDecision.js';
import { byAge, knownFrom, merged } from './storedDecision.js';

/** One decision, as its files say it together. */
export interface Entry {
  /** The names of all its files. */
  readonly names: readonly string[];
  /** The files that could be read. */
  readonly files: readonly DecisionFile[];
  readonly stored: StoredDecision;
  readonly known: KnownDecision;
}

interface DecisionFile {
  readonly name: string;
  readonly stored: StoredDecision;
}

export class LedgerReading {
  readonly #entries = new Map<string, Entry>();
  /** Names of damaged files, which are logged once. */
  readonly #damaged = new Set<string>();
  /** The keys of the deleted decisions, from the last listing of the folder. */
  #deleted: ReadonlySet<string> = new Set();
  #noted: Listing['files'] | undefined;
  /** The files of the last call of `inOrder`. */
  #ordered: Listing['files'] | undefined;
  #all: readonly KnownDecision[] = [];

  constructor(
    private readonly folder: LedgerFolder,
    private readonly log: { warn(text: string): void },
  ) {}

  /** Whether a decision is not listed that was there before and that nobody has deleted. */
  lacksOne({ files, deleted }: Listing): boolean {
    if (files === this.#noted) return false;
    for (const key of this.#entries.keys()) if (!files.has(key) && !deleted.has(key)) return true;
    return false;
  }

  /** What is not listed any more is forgotten. */
  noted(listing: Listing): Listing {
    if (listing.files === this.#noted) return listing;
    this.#noted = listing.files;
    const isChanged = listing.deleted.size !== this.#deleted.size;
    this.#deleted = listing.deleted;
    for (const [key, entry] of this.#entries) {
      if (!listing.files.has(key)) this.#entries.delete(key);
      else if (isChanged && entry.known.superseded?.by !== undefined)
        this.#entries.set(key, { ...entry, known: this.#knownFrom(entry.stored) });
    }
    return listing;
  }

  /** A decision in the place of another one may be deleted. */
  #knownFrom(stored: StoredDecision): KnownDecision {
    const known = knownFrom(stored);
    const { reason, at, by } = known.superseded ?? {};
    if (by === undefined || reason === undefined || at === undefined || !this.#deleted.has(keyOf(by))) return known;
    return { ...known, superseded: { reason, at } };
  }

  /** The names of the decision's files, from the last time they were read. */
  namesOf(key: string): readonly string[] {
    return this.#entries.get(key)?.names ?? [];
  }

  written(name: string): void {
    // The same content was there and could not be read.
    if (this.#damaged.delete(name)) this.#ordered = undefined;
  }

  /** Keys and names of those that have other files than when they were read, and not only damaged ones. */
  unread(files: Listing['files']): readonly (readonly [key: string, names: readonly string[]])[] {
    const isUnread = (key: string, names: readonly string[]): boolean =>
      !isSame(this.#entries.get(key)?.names ?? [], names) && names.some(name => !this.#damaged.has(name));
    return [...files].filter(([key, names]) => isUnread(key, names));
  }

  /** The decisions that are there, the oldest first; the same array as before where nothing has changed. */
  inOrder(files: Listing['files']): readonly KnownDecision[] {
    const found = [...files.keys()].flatMap(key => this.#entries.get(key)?.known ?? []).sort(byAge);
    if (!isSame(this.#all, found)) this.#all = found;
    this.#ordered = files;
    return this.#all;
  }

  /** Whether `all` are those of these files. */
  isWhole(files: Listing['files']): boolean {
    return this.#ordered === files;
  }

  get all(): readonly KnownDecision[] {
    return this.#all;
  }

  /** `gone` where another window has replaced one of the files, undefined where all of them are damaged. */
  async entry(key: string, names: readonly string[]): Promise<Entry | undefined | 'gone'> {
    const known = this.#entries.get(key);
    if (known !== undefined && isSame(known.names, names)) return known;
    const files: DecisionFile[] = [];
    for (const name of names) {
      const stored = await this.file(name);
      if (stored === 'gone') return 'gone';
      if (stored !== undefined) files.push({ name, stored });
    }
    const [first, ...others] = files;
    if (first === undefined) return undefined;
    const stored = others.reduce((one, other) => merged(one, other.stored), first.stored);
    const entry: Entry = { names, files, stored, known: this.#knownFrom(stored) };
    this.#entries.set(key, entry);
    return entry;
  }

  /** `gone` where it is not there any more, undefined where it is damaged. */
  async file(name: string): Promise<StoredDecision | undefined | 'gone'> {
    if (this.#damaged.has(name)) return undefined;
    let reason = 'it is no decision';
    for (let attempt = 1; attempt <= mostListed; attempt++) {
      try {
        const stored = await this.folder.read(name);
        if (stored !== undefined) return stored;
        break;
      } catch (error) {
        if (error instanceof LaterLedgerError || isOfDisk(error)) throw error;
        reason = String(error);
        if (!isCode(error, 'ENOENT')) break;
        // A link that leads nowhere stays in the folder and is never there.
        if (!(await this.folder.has(name))) return 'gone';
      }
    }
    this.#damaged.add(name);
    this.log.warn(`${name} in ${this.folder.path} is left out of the decisions: ${reason}`);
    return undefined;
  }
}

/** How often a folder is listed, or a file is missed, before what is missing counts as gone. */
export const mostListed = 4;

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** Whether the disk has failed, and not the thing that stands in the place of a file. */
export function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && !isCode(error, 'ENOENT', 'EISDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENXIO');
}
