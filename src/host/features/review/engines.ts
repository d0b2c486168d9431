// The snapshots of the work folders of this window. Owns which folder has any, and says once why one has none. Import it lazily.
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../../chats/chatDependencies.js';
import { allWorkFolders, startBlocker } from '../../vscode/folders.js';
import { showMessage } from '../../vscode/plainUi.js';
import { readSetting } from '../../vscode/settings.js';
import { removeBeside } from '../../../review/beside.js';
import { findGit } from '../../../review/gitCommand.js';
import type { Refusal, Taken } from '../../../review/snapshots.js';
import { Snapshots } from '../../../review/snapshots.js';
import { removeUnused, tidySnapshots } from '../../../review/upkeep.js';
import type { TakenTree } from './turnSnapshots.js';

export interface EngineDependencies {
  readonly log: Log;
  /** Where Parley keeps what belongs to a work folder. */
  readonly storageOf: (folder: string) => string;
  /** What is remembered of this workspace. */
  readonly remembered: vscode.Memento;
}

const dayMs = 86_400_000;
/** The folder in the storage of a work folder. */
const storeName = 'snapshots';
/** Key in the workspace state, followed by folder and reason: what the person was told already. */
const saidKey = 'parley.noSnapshots';

export class Engines {
  readonly #engines = new Map<string, Snapshots>();
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

  /** Undefined where there are none: they are off, the folder is not trusted, is none of this window, or there is no git. */
  async of(folder: string): Promise<Snapshots | undefined> {
    if (startBlocker() !== undefined || !allWorkFolders().includes(folder)) return undefined;
    const known = this.#engines.get(folder);
    if (known !== undefined) return known;
    const git = await (this.#git ??= findGit(process.env));
    if (git === undefined) {
      this.#say(folder, 'noGit');
      return undefined;
    }
    const store = join(this.dependencies.storageOf(folder), storeName);
    const made =
      this.#engines.get(folder) ??
      new Snapshots({ git, folder, store, home: homedir(), env: process.env, now: () => Date.now(), signal: this.#ending.signal });
    this.#engines.set(folder, made);
    return made;
  }

  /** Undefined where there is none. Never rejects. */
  async take(folder: string): Promise<TakenTree | undefined> {
    const engine = readSetting('parley.review.snapshots') ? await this.of(folder) : undefined;
    const taken = await engine?.take();
    if (engine === undefined || taken === undefined) return undefined;
    if (!taken.ok) {
      this.#refused(folder, taken);
      return undefined;
    }
    if (taken.left.length > 0)
      this.dependencies.log.debug(`Not in the snapshot: ${taken.left.map(({ path, why }) => `${path} (${why})`).join(', ')}`);
    this.#tidy(folder, engine);
    void removeBeside(folder, taken.beside, Date.now());
    return taken;
  }

  /** The window ends. */
  dispose(): void {
    this.#ending.abort();
  }

  #refused(folder: string, { why, detail }: Exclude<Taken, { ok: true }>): void {
    if (this.#ending.signal.aborted) return;
    if (why === 'failed') this.dependencies.log.warn(`There is no snapshot of ${folder}: ${detail}`);
    else this.#say(folder, why);
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
  #tidy(folder: string, engine: Snapshots): void {
    const now = Date.now();
    if (now - (this.#tidied.get(folder) ?? -Infinity) < dayMs) return;
    this.#tidied.set(folder, now);
    tidySnapshots(engine, now).catch((error: unknown) => this.dependencies.log.warn(`Snapshots could not be tidied: ${String(error)}`));
  }
}

function refusals(): Readonly<Record<Exclude<Refusal, 'failed'> | 'noGit', string>> {
  const { t } = vscode.l10n;
  return {
    home: t('This is your home folder, so Parley keeps no snapshots of it, and cannot show or take back what Claude changes here.'),
    root: t('This is the root of a disk, so Parley keeps no snapshots of it, and cannot show or take back what Claude changes here.'),
    many: t('This folder has too many files for snapshots, so Parley cannot show or take back what Claude changes here.'),
    noGit: t('Git was not found, so Parley cannot show or take back what Claude changes here.'),
  };
}
