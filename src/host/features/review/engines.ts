// What is kept of the work folders of this window: snapshots, or, where there is no git, what Claude's edits have changed. Owns which folder has what, and says
// once why one has no snapshots. Import it lazily.
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../../chats/chatDependencies.js';
import { startBlocker } from '../../vscode/folders.js';
import { showMessage } from '../../vscode/plainUi.js';
import { readSetting } from '../../vscode/settings.js';
import { messageOf } from '../../../shared/error.js';
import { removeBeside } from '../../../review/beside.js';
import { contentsOf } from '../../../review/contents.js';
import { EditStore } from '../../../review/editStore.js';
import { tidyEdits } from '../../../review/editUpkeep.js';
import { findGit } from '../../../review/gitCommand.js';
import type { Refusal, Taken } from '../../../review/snapshots.js';
import { Snapshots } from '../../../review/snapshots.js';
import type { First } from '../../../review/uncovered.js';
import { withUncovered } from '../../../review/uncovered.js';
import { removeUnused, tidySnapshots } from '../../../review/upkeep.js';
import type { Before, BothTrees } from './turnSnapshots.js';

export type Engine = Snapshots | EditStore;

/** Reads these contents in few runs of git; undefined for one that is not kept. */
export function contentsIn(engine: Engine, blobs: readonly string[]): (blob: string) => Promise<Buffer | undefined> {
  return engine instanceof Snapshots ? contentsOf(engine, blobs) : blob => engine.bytes(blob);
}

export interface EngineDependencies {
  readonly log: Log;
  /** Where Parley keeps what belongs to a work folder. */
  readonly storageOf: (folder: string) => string;
  /** The root of this window to which a folder belongs; undefined for none. */
  readonly rootOf: (folder: string) => Promise<string | undefined>;
  /** What is remembered of this workspace. */
  readonly remembered: vscode.Memento;
}

const dayMs = 86_400_000;
/** The folder in the storage of a work folder, and that in it for what edits have changed. */
const storeName = 'snapshots';
const editsName = 'edits';
/** Key in the workspace state, followed by folder and reason: what the person was told already. */
const saidKey = 'parley.noSnapshots';

/** The first snapshot of a turn failed. */
const notKnown: Before = { end: () => Promise.resolve(undefined), drop: () => undefined };

export class Engines {
  readonly #engines = new Map<string, Engine>();
  /** When each folder's snapshots were tidied last, in epoch milliseconds. */
  readonly #tidied = new Map<string, number>();
  #git: Promise<string | undefined> | undefined;
  readonly #ending = new AbortController();

  constructor(private readonly dependencies: EngineDependencies) {
    const { log, storageOf } = dependencies;
    // Also of folders that are never opened again.
    removeUnused(dirname(storageOf('')), storeName, Date.now()).catch((error: unknown) =>
      log.warn(`Snapshots that nobody needs could not be removed: ${String(error)}`),
    );
  }

  /** Undefined where the folder is not trusted, or is none of this window: neither a root, nor below one, nor in a worktree of its repository. */
  async of(folder: string): Promise<Engine | undefined> {
    if (startBlocker() !== undefined) return undefined;
    const known = this.#engines.get(folder);
    // Where a folder belongs is asked once, because its disk may not answer in time.
    if (known !== undefined) return known;
    if ((await this.dependencies.rootOf(folder)) === undefined) return undefined;
    const git = await (this.#git ??= findGit(process.env));
    const engine = this.#engines.get(folder) ?? this.#made(folder, git);
    this.#engines.set(folder, engine);
    return engine;
  }

  /** A turn begins; undefined where the folder has no snapshots. Never rejects. `kept`: gets the tree before it, again where that grows. */
  async begin(folder: string, kept: (tree: string | undefined) => void): Promise<Before | undefined> {
    const engine = readSetting('parley.review.snapshots') ? await this.of(folder) : undefined;
    if (engine === undefined) return undefined;
    if (engine instanceof EditStore) {
      this.#say(folder, 'noGit');
      const { end, drop } = engine.begin(kept);
      const ended = async (): Promise<Awaited<ReturnType<Before['end']>>> => ({ ...(await end()), isEdits: true });
      this.#tidy(folder, engine);
      return { drop, end: () => ended().catch((error: unknown) => this.#failed(folder, String(error))) };
    }
    const listing = Promise.allSettled([engine.ignored()]);
    const taken = await this.#take(folder, engine);
    const [listed] = await listing;
    if (!taken.ok) return taken.why === 'failed' ? notKnown : undefined;
    if (listed.status === 'rejected') {
      this.#failed(folder, messageOf(listed.reason));
      return notKnown;
    }
    kept(taken.tree);
    const first = { tree: taken.tree, left: taken.left, ignored: listed.value };
    const end: Before['end'] = () => this.#behind(folder, engine, first).catch((error: unknown) => this.#failed(folder, String(error)));
    return { end, drop: () => undefined };
  }

  /** The same trees where an earlier window has kept the one from before the turn; undefined where nothing is known. Rejects where that is no longer kept. */
  async endCut(folder: string, before: string): Promise<BothTrees | undefined> {
    const engine = readSetting('parley.review.snapshots') ? await this.of(folder) : undefined;
    if (engine instanceof EditStore) {
      const { target, present, left } = await engine.standing(before, []);
      return { before: target, after: present, left, isEdits: true };
    }
    const last = engine && (await this.#take(folder, engine));
    return last?.ok === true ? { before, after: last.tree, left: last.left } : undefined;
  }

  /** Nothing is kept of this folder but what Claude's edits change. False also as long as no turn has begun in it. */
  keepsEdits(folder: string): boolean {
    return this.#engines.get(folder) instanceof EditStore;
  }

  /** A call is about to write this file of the folder. Resolves when it may. Never rejects. */
  async willWrite(folder: string, path: string): Promise<void> {
    const engine = this.#engines.get(folder);
    if (engine instanceof EditStore) await engine.willWrite(path);
  }

  /** Undefined where there is no snapshot behind the turn. */
  async #behind(folder: string, engine: Snapshots, first: First): Promise<BothTrees | undefined> {
    const last = await this.#take(folder, engine);
    if (!last.ok) return undefined;
    const { tree, left } = await withUncovered(engine, first, last.tree);
    return { before: tree, after: last.tree, left: [...left, ...last.left] };
  }

  async #take(folder: string, engine: Snapshots): Promise<Taken> {
    const taken = await engine.take();
    if (!taken.ok) {
      this.#refused(folder, taken);
      return taken;
    }
    if (taken.left.length > 0)
      this.dependencies.log.debug(`Not in the snapshot: ${taken.left.map(({ path, why }) => `${path} (${why})`).join(', ')}`);
    this.#tidy(folder, engine);
    void removeBeside(folder, taken.beside, Date.now());
    return taken;
  }

  #made(folder: string, git: string | undefined): Engine {
    const store = join(this.dependencies.storageOf(folder), storeName);
    if (git === undefined) return new EditStore(folder, join(store, editsName));
    return new Snapshots({ git, folder, store, home: homedir(), env: process.env, now: () => Date.now(), signal: this.#ending.signal });
  }

  /** The window ends. */
  dispose(): void {
    this.#ending.abort();
  }

  #refused(folder: string, { why, detail }: Exclude<Taken, { ok: true }>): void {
    if (this.#ending.signal.aborted) return;
    if (why === 'failed') this.#failed(folder, detail);
    else this.#say(folder, why);
  }

  #failed(folder: string, detail: string): undefined {
    this.dependencies.log.warn(`There is no snapshot of ${folder}: ${detail}`);
  }

  /** Once for the workspace. */
  #say(folder: string, why: Exclude<Refusal, 'failed'> | 'noGit'): void {
    const { remembered, log } = this.dependencies;
    const key = `${saidKey} ${why} ${folder}`;
    if (remembered.get(key) === true) return;
    void remembered.update(key, true);
    log.info(`There are no snapshots of ${folder}: ${why}`);
    void showMessage(refusals()[why]);
  }

  /** Once a day: a window may be open for weeks. */
  #tidy(folder: string, engine: Engine): void {
    const now = Date.now();
    if (now - (this.#tidied.get(folder) ?? -Infinity) < dayMs) return;
    this.#tidied.set(folder, now);
    const tidied = engine instanceof EditStore ? tidyEdits(engine.store, now) : tidySnapshots(engine, now);
    tidied.catch((error: unknown) => this.dependencies.log.warn(`Snapshots could not be tidied: ${String(error)}`));
  }
}

function refusals(): Readonly<Record<Exclude<Refusal, 'failed'> | 'noGit', string>> {
  const { t } = vscode.l10n;
  return {
    home: t('This is your home folder, so Parley keeps no snapshots of it, and cannot show or take back what Claude changes here.'),
    root: t('This is the root of a disk, so Parley keeps no snapshots of it, and cannot show or take back what Claude changes here.'),
    many: t('This folder has too many files for snapshots, so Parley cannot show or take back what Claude changes here.'),
    noGit: t('Git was not found, so Parley shows and takes back what Claude’s edits change here, but not what its commands change.'),
  };
}
