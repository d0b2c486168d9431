// What the calls that edit one file have changed in a work folder, for where there is no git: each file as it stood before the call, and as it stands behind the
// turn, to the byte. Knows nothing of what commands have changed. Writes into the store alone.
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCode } from '../disk/fileSystem.js';
import { realClock } from '../disk/clock.js';
import { makePrivateFolder, privateFileMode } from '../disk/privateFiles.js';
import { lineCounts } from '../shared/lineDiff.js';
import type { FileChange, TreeEntry } from './changes.js';
import { kindOf } from './changes.js';
import type { LeftOut } from './fileLists.js';
import { largest } from './fileLists.js';
import { foundAt, versionOf } from './presentFiles.js';

/** Some paths of the folder, and what stood there; undefined: nothing. */
type Entries = ReadonlyMap<string, TreeEntry | undefined>;

/** A time in which files are followed. */
interface Period {
  /** The files so far are another tree by now; undefined where the store does not take it. Never rejects. */
  readonly kept: (tree: string | undefined) => void;
  /** Each as it stood when the first call in that time was about to write it; what cannot be kept: why. */
  readonly before: Map<string, TreeEntry | undefined | LeftOut['why']>;
}

/** A call waits no longer for its file to be read. In milliseconds. */
const longestRead = 1_000;
/** Git looks no further for what makes a content binary. */
const binaryBytes = 8_000;

export class EditStore {
  readonly #open = new Set<Period>();

  /** @param folder the work folder, absolute; `store`: a folder of Parley's own, absolute */
  constructor(
    private readonly folder: string,
    readonly store: string,
    private readonly limit = longestRead,
  ) {}

  /**
   * A call is about to write the file. Resolves when it may. Never rejects. `path`: relative to the work folder, with `/` between its parts, and behind no
   * link.
   */
  async willWrite(path: string): Promise<void> {
    const periods = [...this.#open].filter(({ before }) => !before.has(path));
    if (periods.length === 0) return;
    let cancel = (): void => undefined;
    const overdue = new Promise<'unreadable'>(resolve => (cancel = realClock.after(this.limit, () => resolve('unreadable'))));
    const found = await Promise.race([this.#keep(path), overdue]);
    for (const { before } of periods) if (!before.has(path)) before.set(path, found);
    const told = await Promise.race([Promise.all(periods.map(period => this.#tellKept(period))), overdue]);
    if (told === 'unreadable') for (const { kept } of periods) kept(undefined);
    cancel();
  }

  /**
   * Begins to follow files, until `end`, which gives the trees before and behind. `drop`: nobody wants to know any more. `kept`: gets the id of the tree
   * before, at first and with each file more, before that is written; undefined where the store does not take it.
   */
  begin(kept: Period['kept'] = () => undefined): { readonly end: () => Promise<FollowedTrees>; readonly drop: () => void } {
    const period: Period = { kept, before: new Map() };
    this.#open.add(period);
    void this.#tellKept(period);
    return {
      drop: () => void this.#open.delete(period),
      end: async () => {
        this.#open.delete(period);
        const [before, after, left] = await this.#behind(period.before);
        return { before: await this.#write(before), after: await this.#write(after), left };
      },
    };
  }

  /** The changes from one tree to another, of the paths that both have. Rejects where the store has one of them no more. */
  async changes(before: string, after: string): Promise<readonly FileChange[]> {
    const [was, is] = [await this.#read(before), await this.#read(after)];
    const changes: FileChange[] = [];
    for (const [path, entry] of was) {
      const now = is.get(path);
      if (is.has(path) && nameOf(entry) !== nameOf(now)) changes.push(await this.#change(path, entry, now));
    }
    return changes;
  }

  /** The same: no file is renamed here. */
  differences(before: string, after: string): Promise<readonly FileChange[]> {
    return this.changes(before, after);
  }

  /** The content of a blob; undefined where the store does not have it. */
  async bytes(blob: string): Promise<Buffer | undefined> {
    return readFile(this.#contentFile(blob)).catch(() => undefined);
  }

  /**
   * What stands in the folder now, and what is wanted: each path as the first of these trees that has it says. Rejects where the store has one of them no more.
   * @param target the tree that is wanted
   * @param later those before the turns from there on, the first one first
   */
  async standing(target: string, later: readonly string[]): Promise<{ readonly ok: true; readonly present: string } & Wanted> {
    const wanted = new Map<string, TreeEntry | undefined>();
    for (const tree of [target, ...later])
      for (const [path, entry] of await this.#read(tree)) if (!wanted.has(path)) wanted.set(path, entry);
    const [before, after, left] = await this.#behind(wanted);
    return { ok: true, present: await this.#write(after), target: await this.#write(before), left };
  }

  async #tellKept({ before, kept }: Period): Promise<void> {
    const count = before.size;
    const entries = new Map([...before].flatMap(([path, entry]) => (typeof entry === 'string' ? [] : [[path, entry] as const])));
    const tree = await this.#write(entries).catch(() => undefined);
    // A file that came meanwhile tells them all.
    if (before.size === count) kept(tree);
  }

  /** These files as they stood, and as they stand now; without those of which one or the other cannot be kept. */
  async #behind(entries: Period['before']): Promise<readonly [before: Entries, after: Entries, left: readonly LeftOut[]]> {
    const [before, after] = [new Map<string, TreeEntry | undefined>(), new Map<string, TreeEntry | undefined>()];
    const left: LeftOut[] = [];
    for (const [path, entry] of entries) {
      const now = typeof entry === 'string' ? entry : await this.#keep(path);
      if (typeof now === 'string' || typeof entry === 'string') {
        left.push({ path, why: typeof now === 'string' ? now : 'unreadable' });
        continue;
      }
      before.set(path, entry);
      after.set(path, now);
    }
    return [before, after, left];
  }

  /** What stands there; its content is in the store then. */
  async #keep(path: string): Promise<TreeEntry | undefined | LeftOut['why']> {
    try {
      const found = await foundAt(this.folder, path, largest);
      if (found === undefined) return undefined;
      const blob = versionOf(found.bytes, 40);
      await this.#put(this.#contentFile(blob), found.bytes);
      return { mode: found.mode, blob };
    } catch (error) {
      return isCode(error, 'EFBIG') ? 'large' : 'unreadable';
    }
  }

  /** The id of the tree, by which it can be read. */
  async #write(entries: Entries): Promise<string> {
    const text = JSON.stringify([...entries].sort(([one], [other]) => (one < other ? -1 : 1)).map(([path, entry]) => ({ path, ...entry })));
    const id = createHash('sha1').update(`edits ${text}`).digest('hex');
    await this.#put(join(this.store, 'trees', id), text);
    return id;
  }

  async #read(tree: string): Promise<Entries> {
    const rows = JSON.parse(await readFile(join(this.store, 'trees', tree), 'utf8')) as readonly ({
      readonly path: string;
    } & Partial<TreeEntry>)[];
    return new Map(rows.map(({ path, mode, blob }) => [path, mode === undefined || blob === undefined ? undefined : { mode, blob }]));
  }

  async #change(path: string, before: TreeEntry | undefined, after: TreeEntry | undefined): Promise<FileChange> {
    const [was, is] = [await this.#bytesOf(before), await this.#bytesOf(after)];
    const binary = [was, is].some(bytes => bytes.subarray(0, binaryBytes).includes(0));
    const counts = binary ? { plus: 0, minus: 0 } : lineCounts(was.toString('latin1'), is.toString('latin1'));
    return {
      path,
      kind: kindOf(before, after),
      ...counts,
      ...(binary && { binary }),
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    };
  }

  async #bytesOf(entry: TreeEntry | undefined): Promise<Buffer> {
    return (entry && (await this.bytes(entry.blob))) ?? Buffer.alloc(0);
  }

  #contentFile(blob: string): string {
    return join(this.store, 'contents', blob);
  }

  /** Whole, or not there. What is there has another time then, because it is needed again. */
  async #put(file: string, content: Uint8Array | string): Promise<void> {
    try {
      const now = new Date();
      await utimes(file, now, now);
      return;
    } catch (error) {
      if (!isCode(error, 'ENOENT')) throw error;
    }
    await makePrivateFolder(join(file, '..'));
    const beside = `${file}.${randomUUID()}.new`;
    await writeFile(beside, content, { mode: privateFileMode });
    await rename(beside, file);
  }
}

/** The trees before and behind a time; `left`: what could not be kept. */
export interface FollowedTrees {
  readonly before: string;
  readonly after: string;
  readonly left: readonly LeftOut[];
}

interface Wanted {
  readonly target: string;
  readonly left: readonly LeftOut[];
}

function nameOf(entry: TreeEntry | undefined): string {
  return entry === undefined ? '' : `${entry.mode} ${entry.blob}`;
}
