// Snapshots of one work folder: trees of git in a git folder of Parley's own. Owns the order of git's commands. Writes nothing into the work folder or its
// repository, and runs nothing of them.
import { randomUUID } from 'node:crypto';
import { copyFile, link, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isCode, ifMissing } from '../disk/fileSystem.js';
import type { FileChange, TreeEntry, TreePair } from './changes.js';
import { changesIn, changesOfPairs } from './changes.js';
import type { LeftOut } from './fileLists.js';
import { FileLists, ignoredIn, mostFiles, textOf, unreadableOf } from './fileLists.js';
import type { GitMore, Place, SnapshotOptions } from './place.js';
import { openPlace } from './place.js';
import { messageOf } from '../shared/error.js';

/** `home`, `root`: the folder is none to be kept. `many`: it has too many files. `failed`: git did not do it. */
export type Refusal = 'home' | 'root' | 'many' | 'failed';

export type Taken =
  | { readonly ok: true; readonly tree: string; readonly left: readonly LeftOut[]; readonly beside: readonly string[] }
  | { readonly ok: false; readonly why: Refusal; readonly detail: string };

/** `present`: the tree of what stands there; `target`: of what is wanted; `left`: what neither has. */
export type Standing =
  | { readonly ok: true; readonly present: string; readonly target: string; readonly left: readonly LeftOut[] }
  | { readonly ok: false; readonly why: Refusal };

/** Bytes of a content that is read. */
const mostBytes = 64 * 1024 * 1024;
const withRenames = ['-r', '-z', '--raw', '--numstat', '--full-index', '-M', '-l400', '--no-ext-diff', '--no-textconv'];
/** What git cannot read is left out, and git begins again. */
const mostRounds = 10;

export class Snapshots {
  #place: Promise<Place | Refusal> | undefined;
  /** Too many files were found once. What was kept before can still be read. */
  #isMany = false;
  /** The end of the last snapshot; the next one begins then. */
  #last: Promise<unknown> = Promise.resolve();
  #kept: { readonly tree: string; readonly at: number } | undefined;
  /** The tree of the index that this object has written last, by what the disk says of that index. */
  #written: { readonly key: string; readonly tree: string } | undefined;
  /** The repository as its objects were looked at. */
  #lender: string | undefined;
  readonly #lists = new FileLists();

  readonly #most: number;

  constructor(private readonly options: SnapshotOptions) {
    this.#most = options.most ?? mostFiles;
  }

  /** Never rejects. */
  take(): Promise<Taken> {
    const taking = this.#last.then(() => this.#take()).catch((error: unknown) => failed(String(error)));
    this.#last = taking;
    return taking;
  }

  /** The changes from one tree to another. Rejects where the store has one of them no more. */
  async changes(before: string, after: string): Promise<readonly FileChange[]> {
    return changesIn(await this.run(['diff-tree', ...withRenames, before, after]));
  }

  /** The same of several pairs, in one run of git; undefined for a pair of which the store does not have a tree. Rejects where git fails. */
  async changesOfAll(pairs: readonly TreePair[]): Promise<readonly (readonly FileChange[] | undefined)[]> {
    const input = Buffer.from(pairs.map(({ before, after }) => `${before} ${after}\n`).join(''));
    return changesOfPairs(await this.run(['diff-tree', '--stdin', ...withRenames], input), pairs);
  }

  /** The same path by path: a file that was renamed is gone from one and new at the other. */
  async differences(before: string, after: string): Promise<readonly FileChange[]> {
    const how = ['-r', '-z', '--raw', '--numstat', '--full-index', '--no-renames', '--no-ext-diff', '--no-textconv'];
    return changesIn(await this.run(['diff-tree', ...how, before, after]));
  }

  /** The tree with these paths too. Rejects where git fails. */
  async treeWith(tree: string, entries: readonly (TreeEntry & { readonly path: string })[]): Promise<string> {
    const place = await this.#ready();
    const own = `${place.index}.${randomUUID()}`;
    const more = { env: { GIT_INDEX_FILE: own } };
    const input = Buffer.from(entries.map(({ mode, blob, path }) => `${mode} ${blob}\t${path}\0`).join(''));
    try {
      await ran(place, ['read-tree', tree], more);
      await ran(place, ['update-index', '-z', '--index-info'], { ...more, input });
      const made = (await ran(place, ['write-tree', '--missing-ok'], more)).toString('latin1').trim();
      await this.#keep(place, made);
      return made;
    } finally {
      await Promise.all([own, `${own}.lock`].map(file => rm(file, { force: true })));
    }
  }

  /** What stands in the folder now, and the tree that is wanted. Never rejects. */
  async standing(target: string): Promise<Standing> {
    const taken = await this.take();
    return taken.ok ? { ok: true, present: taken.tree, target, left: taken.left } : { ok: false, why: taken.why };
  }

  /** What git ignores in the folder: files, and whole folders; nothing where there are too many files for snapshots. Rejects where git fails. */
  async ignored(): Promise<readonly string[]> {
    return this.#isMany ? [] : ignoredIn(await this.#ready());
  }

  /** Why there are none of this folder; undefined where there are, as far as is known. Rejects where the store cannot be made. */
  async refusal(): Promise<Refusal | undefined> {
    const place = await this.#open();
    return typeof place === 'string' ? place : this.#isMany ? 'many' : undefined;
  }

  /** The content of an object; undefined where the store does not have it, or it is too long to be read. */
  async bytes(blob: string): Promise<Buffer | undefined> {
    const { code, stdout } = await (await this.#ready()).git(['cat-file', 'blob', blob], { most: mostBytes });
    return code === 0 ? stdout : undefined;
  }

  /** The same of a path in a tree; undefined also where nothing stands there. */
  bytesAt(tree: string, path: string): Promise<Buffer | undefined> {
    return this.bytes(`${tree}:${path}`);
  }

  /** Runs git on the store. Rejects with what git says where it fails. */
  async run(args: readonly string[], input?: Uint8Array): Promise<Buffer> {
    return ran(await this.#ready(), args, input && { input });
  }

  /** The folder in which git keeps all of it. */
  async gitFolder(): Promise<string> {
    return (await this.#ready()).gitFolder;
  }

  #open(): Promise<Place | Refusal> {
    const opening = this.#place ?? openPlace(this.options);
    this.#place = opening;
    // The disk may take the store the next time.
    opening.catch(() => (this.#place = undefined));
    return opening;
  }

  /** The same, made anew where it is gone from the disk. */
  async #present(): Promise<Place | Refusal> {
    const known = await this.#open();
    if (typeof known === 'string') return known;
    const isThere = await stat(join(known.gitFolder, 'HEAD')).catch((error: unknown) => (isCode(error, 'ENOENT') ? undefined : 'unknown'));
    if (isThere !== undefined) return known;
    this.#place = undefined;
    this.#written = undefined;
    this.#kept = undefined;
    return this.#open();
  }

  async #ready(): Promise<Place> {
    const place = await this.#open();
    if (typeof place === 'string') throw new Error(`There are no snapshots of this folder: ${place}`);
    return place;
  }

  async #take(): Promise<Taken> {
    const place = await this.#present();
    if (typeof place === 'string') return { ok: false, why: place, detail: '' };
    if (this.#isMany) return { ok: false, why: 'many', detail: '' };
    const own = `${place.index}.${randomUUID()}`;
    try {
      await borrow(place.index, own);
      const lender = await lenderOf(place);
      // What the index names without its objects is read anew while it still stands in the folder.
      if (lender !== this.#lender && !(await hasObjectsOf(place, own))) await rm(own, { force: true });
      let taken = await this.#attempt(place, own).catch(reported);
      if (!taken.ok && taken.why === 'failed') {
        // What the index names may have left the objects of the repository: all is read anew.
        await rm(own, { force: true });
        taken = await this.#attempt(place, own).catch(reported);
      }
      if (taken.ok) {
        // Without a file in the folder git has written no index.
        await rename(own, place.index).catch(ifMissing(undefined));
        this.#lender = lender;
        this.#written = { key: await keyOf(place.index), tree: taken.tree };
        await this.#keep(place, taken.tree);
      } else if (taken.why === 'many') this.#isMany = true;
      return taken;
    } finally {
      await Promise.all([own, `${own}.lock`].map(file => rm(file, { force: true })));
    }
  }

  /** Rejects with what git says. */
  async #attempt(place: Place, own: string): Promise<Taken> {
    const env = { GIT_INDEX_FILE: own };
    const found = await this.#lists.changed(place, own, this.#most);
    if (found === 'many') return { ok: false, why: 'many', detail: '' };
    const known = this.#written;
    // In most turns nothing has changed since the last one.
    const isSame = known !== undefined && found.add.size + found.remove.length === 0 && known.key === (await keyOf(own));
    if (isSame) return { ok: true, tree: known.tree, left: found.left, beside: found.beside };
    await removed(place, own, found.remove);
    const unreadable = await added(place, own, found.add);
    const count = await entriesOf(own);
    if (count > this.#most) return { ok: false, why: 'many', detail: '' };
    const inFolder = place.prefix === '' ? [] : [`--prefix=${place.prefix}`];
    const written = await place.git(count === 0 ? ['mktree'] : ['write-tree', ...inFolder], { env });
    if (written.code !== 0) return failed(written.stderr);
    const tree = written.stdout.toString('latin1').trim();
    return { ok: true, tree, left: [...found.left, ...unreadable], beside: found.beside };
  }

  /** Gives the tree a ref, with which it stays until it is pruned by its age. */
  async #keep(place: Place, tree: string): Promise<void> {
    const now = this.options.now();
    // The first one of a day is found by its time.
    if (this.#kept?.tree === tree && dayOf(this.#kept.at) === dayOf(now)) return;
    const { code, stderr } = await place.git(['update-ref', `refs/kept/${now}-${tree}`, tree]);
    if (code !== 0) throw new Error(stderr.trim());
    this.#kept = { tree, at: now };
  }
}

/** Rejects with what git says where it fails. */
async function ran(place: Place, args: readonly string[], more?: GitMore): Promise<Buffer> {
  const { code, stdout, stderr } = await place.git(args, more);
  if (code !== 0) throw new Error(stderr.trim() || `git ended with ${code}`);
  return stdout;
}

/** Runs in the person's own time. */
function dayOf(at: number): string {
  return new Date(at).toDateString();
}

function failed(detail: string): Taken {
  return { ok: false, why: 'failed', detail: detail.trim() };
}

function reported(error: unknown): Taken {
  return failed(messageOf(error));
}

async function removed(place: Place, index: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const args = ['update-index', '--force-remove', '-z', '--stdin'];
  const { code, stderr } = await place.git(args, { env: { GIT_INDEX_FILE: index }, input: joined(paths) });
  if (code !== 0) throw new Error(stderr.trim());
}

/** What cannot be read ends git's command, which names it. Such a path stays as the index has it. */
async function added(place: Place, index: string, paths: ReadonlySet<string>): Promise<readonly LeftOut[]> {
  const rest = new Set(paths);
  const left: string[] = [];
  let rounds = 0;
  while (rest.size > 0) {
    const args = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'];
    const { code, stderr } = await place.git(args, { env: { GIT_INDEX_FILE: index }, input: joined([...rest]) });
    if (code === 0) break;
    const named = [...rest].find(path => stderr.includes(`Unable to process path ${textOf(place.prefix + path)}\n`));
    if (named === undefined || ++rounds > mostRounds) throw new Error(stderr.trim());
    // Where there is one, such as the data of another program, there may be thousands.
    for (const path of [named, ...(await unreadableOf(place, [...rest]))]) if (rest.delete(path)) left.push(path);
  }
  return left.map(path => ({ path: textOf(path), why: 'unreadable' as const }));
}

/** Paths as `latin1`, whose letters are their bytes. */
function joined(paths: readonly string[]): Buffer {
  return Buffer.from(`${paths.join('\0')}\0`, 'latin1');
}

/**
 * The index of the last snapshot under a name of one's own: git replaces an index and never writes into it, so both names may be of one file, which has
 * the time at which it was written. By that time git knows which files it has to read again.
 */
async function borrow(index: string, own: string): Promise<void> {
  try {
    await link(index, own);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    const { mtimeMs } = await stat(index);
    await copyFile(index, own);
    const earlier = Math.floor(mtimeMs) / 1000 - 0.002;
    await utimes(own, earlier, earlier);
  }
}

/** Identifies the file of the index by inode, size and time; empty where there is none. */
async function keyOf(index: string): Promise<string> {
  const found = await stat(index).catch(ifMissing(undefined));
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

/** The number of its entries, which stands in the head of an index; 0 without one. */
async function entriesOf(index: string): Promise<number> {
  const file = await open(index).catch(ifMissing(undefined));
  if (file === undefined) return 0;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
    return bytesRead < 12 ? 0 : buffer.readUInt32BE(8);
  } finally {
    await file.close();
  }
}

// Whether the objects that an index names are still there: those that the repository lends it removes as it likes, such as of a file that is no longer tracked.
/** Another one where git may have removed objects of the repository, which packs the others then; undefined where none are borrowed. */
async function lenderOf({ repository }: Place): Promise<string | undefined> {
  if (repository === undefined) return undefined;
  const found = await stat(join(repository.common, 'objects', 'pack')).catch(() => undefined);
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs}`;
}

/** False also where git cannot say. */
async function hasObjectsOf(place: Place, index: string): Promise<boolean> {
  const listed = await place.git(['ls-files', '-s', '-z', '--full-name', ':/'], { env: { GIT_INDEX_FILE: index } });
  if (listed.code !== 0) return false;
  const ids = new Set(Array.from(listed.stdout.toString('latin1').matchAll(/(?:^|\0)1[02]\d{4} ([0-9a-f]+) /g), ([, id = '']) => id));
  if (ids.size === 0) return true;
  const input = Buffer.from(`${[...ids].join('\n')}\n`);
  const { code, stdout } = await place.git(['cat-file', '--batch-check=', '--buffer'], { input });
  return code === 0 && !stdout.includes(' missing\n');
}
