// The other windows of this work folder: a link to each, and what came of those that have ended. Owns who is known; must not know what
// chats are, nor what becomes of a dead window's chats.
import { lstat, rm } from 'node:fs/promises';
import type { Clock } from '../../shared/clock.js';
import { realClock } from '../../disk/clock.js';
import type { Life, Owner } from './owner.js';
import { deathOf, isReachable } from './owner.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Verdict } from './windowLink.js';
import { WindowLink } from './windowLink.js';
import type { AskAnswer } from './windowProtocol.js';
import { WindowRecords } from './windowRecords.js';

interface OtherWindowsOptions {
  /** Storage of the work folder. */
  readonly folder: string;
  /** This window. */
  readonly owner: Owner;
  readonly log: Log;
  /** The chat's files, or its owner, may be others than when they were last read. Called once after `follow`, then for each change. */
  readonly onChanged: (key: string, by: Owner) => void;
  readonly onClosed: (key: string, by: Owner) => void;
  /**
   * `dead`: the window's chats may be claimed; called once for each window, also for those that were found dead at the start.
   * `unknown`: the connection has ended and cannot be made again, and nothing proves that the window is dead.
   */
  readonly onEnded: (owner: Owner, verdict: Verdict) => void;
  readonly clock?: Clock;
  /** Milliseconds, from any beginning. */
  readonly now?: () => number;
}

export class OtherWindows {
  readonly #records: WindowRecords;
  /** The links by the window's id, also to windows that are dead: an id is never used again. */
  readonly #links = new Map<string, WindowLink>();
  /** Windows whose file is being read. */
  readonly #opening = new Map<string, Promise<WindowLink | undefined>>();
  /** Chats that are followed at every window. */
  readonly #followed = new Set<string>();
  #isDisposed = false;

  constructor(private readonly options: OtherWindowsOptions) {
    this.#records = new WindowRecords(options.folder);
  }

  /** Links to every window that has a file. Call it when `WindowServer.begin` has resolved: of two windows that start, one sees the other. */
  async begin(): Promise<void> {
    await Promise.all((await this.#records.list()).map(window => this.#linkTo(window)));
  }

  /** A window has connected to this one: for `WindowHandlers.met`. */
  met(window: string): void {
    void this.#linkTo(window).then(link => link?.again());
  }

  async lifeOf(owner: Owner): Promise<Life> {
    const link = await this.#linkTo(owner.window);
    return link === undefined ? deathOf(owner, this.options.owner, this.#records) : link.life();
  }

  /** The life of each other window that has a file; a dead one's is removed soon. */
  async lives(): Promise<readonly (readonly [string, Life])[]> {
    const windows = await this.#records.list();
    const lives = await Promise.all(windows.map(async id => [id, await (await this.#linkTo(id))?.life()] as const));
    return lives.flatMap(([id, life]) => (life === undefined ? [] : [[id, life] as const]));
  }

  /** Asks the owner to hand over the chat. Waits as long as the owner lives, also while it is stopped. */
  async ask(owner: Owner, key: string): Promise<AskAnswer | { readonly ended: Verdict }> {
    const link = await this.#linkTo(owner.window);
    if (link !== undefined) return link.ask(key);
    const life = await deathOf(owner, this.options.owner, this.#records);
    return { ended: life === 'dead' ? 'dead' : 'unknown' };
  }

  /** Follows the chat at every window, those that start later among them, because its owner may change. */
  follow(key: string): void {
    // A second request would be answered like the first, with a change: whoever follows at each change would do so for ever.
    if (this.#followed.has(key)) return;
    this.#followed.add(key);
    for (const link of this.#links.values()) link.follow(key);
  }

  unfollow(key: string): void {
    this.#followed.delete(key);
    for (const link of this.#links.values()) link.unfollow(key);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const link of this.#links.values()) link.dispose();
    this.#links.clear();
  }

  /** Undefined for this window, and for one without a file that can be read. */
  #linkTo(window: string): Promise<WindowLink | undefined> {
    if (window === this.options.owner.window || this.#isDisposed) return Promise.resolve(undefined);
    const known = this.#links.get(window);
    if (known !== undefined) return Promise.resolve(known);
    const opening = this.#opening.get(window) ?? this.#open(window).finally(() => this.#opening.delete(window));
    this.#opening.set(window, opening);
    return opening;
  }

  async #open(window: string): Promise<WindowLink | undefined> {
    const record = await this.#records.read(window);
    if (record === 'missing' || this.#isDisposed) return undefined;
    if (record === 'unreadable') {
      this.options.log.warn(`The file of the window ${window} cannot be read.`);
      return undefined;
    }
    const { owner: self, log, clock = realClock, now = () => performance.now(), onChanged, onClosed } = this.options;
    // Without the token, because an owner is written into the chats' files.
    const { token: _token, protocol: _protocol, ...other } = record;
    const link = new WindowLink({
      record,
      self,
      records: this.#records,
      log,
      clock,
      now,
      onChanged: key => onChanged(key, other),
      onClosed: key => onClosed(key, other),
      onEnded: verdict => void this.#ended(other, verdict),
    });
    this.#links.set(window, link);
    for (const key of this.#followed) link.follow(key);
    return link;
  }

  async #ended(owner: Owner, verdict: Verdict): Promise<void> {
    const { log, onEnded } = this.options;
    log.info(`The window ${owner.window} ${verdict === 'dead' ? 'has ended' : 'cannot be reached'}.`);
    if (verdict === 'dead')
      await this.#tidy(owner).catch((error: unknown) => log.warn(`The files of an ended window could not be removed: ${String(error)}`));
    if (!this.#isDisposed) onEnded(owner, verdict);
  }

  /** Removes what a dead window has left. The record goes first, because a socket's file that is gone alone is no proof. */
  async #tidy(owner: Owner): Promise<void> {
    await this.#records.remove(owner.window);
    if (process.platform === 'win32' || !(await isReachable(owner, { ...this.options.owner, boot: '' }))) return;
    const found = await lstat(owner.socket).catch(() => undefined);
    if (found?.isSocket() === true) await rm(owner.socket, { force: true });
  }
}
