// Which window owns which chat: tells other windows that this window lives, asks an owner for a chat, and hands chats over. Owns the
// rules by which a chat changes its owner; must not know how chats are stored or shown.
import type { FileSystem } from '../../disk/fileSystem.js';
import type { Clock } from '../../shared/clock.js';
import type { Life, Owner } from './owner.js';
import { OtherWindows } from './otherWindows.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Chat } from '../chats/chat.js';
import { isWindowId } from './windowRecords.js';
import type { WindowHandlers } from './windowConnection.js';
import type { WindowServerOptions } from './windowServer.js';
import { WindowServer } from './windowServer.js';

/** What only a person can decide. */
export interface PersonOfOwners {
  /** `noAnswer`: the owner lives and does not answer. `otherComputer`: nothing proves that the owner is dead. */
  readonly askWhetherToTakeOver: (reason: 'noAnswer' | 'otherComputer') => Promise<boolean>;
}

/** What the window offers to other agents. */
export interface Door {
  readonly place: NonNullable<WindowHandlers['door']>;
  readonly folders: NonNullable<WindowServerOptions['folders']>;
}

interface ChatOwnersDependencies {
  /** The storage of the work folder. */
  readonly folder: string;
  readonly log: Log;
  /** This window. */
  readonly owner: Owner;
  readonly person: PersonOfOwners;
  readonly clock: Clock;
  /** The owner that the chat's file names; undefined when the chat or its owner is not known. */
  readonly ownerOf: (key: string) => Promise<Owner | undefined>;
  /** Gives up a chat of this window. Resolves with false when it cannot be stored, and so stays here. */
  readonly handOver: (key: string) => Promise<boolean>;
  /** The owner has changed the chat, or may be another window now. */
  readonly refresh: (key: string) => Promise<void>;
  /** The owner has closed the chat, or deleted it. */
  readonly closed: (key: string) => void;
  /** Makes the chat this window's. Resolves with false where it has another owner than `from` by now. */
  readonly claim: (key: string, from: Owner | undefined) => Promise<boolean>;
  /** A window has ended, and its chats are free. */
  readonly windowEnded: () => Promise<void>;
  /** The disk refuses this window's file, so the window cannot own chats yet: other windows could not see that it lives. Undefined once the file is there. */
  readonly refused: (error: unknown) => void;
  /** Where other agents ask, and the folders of the window. */
  readonly door?: Door | undefined;
  readonly fileSystem?: FileSystem | undefined;
}

/** Milliseconds after which the person is asked about an owner that does not answer. Parking a question and ending a CLI takes some 0.2 s. */
const answerTime = 8_000;
/** Milliseconds until this window's file is written again after the disk has refused it; the last repeats. */
const retryPauses = [1_000, 5_000, 30_000];

export class ChatOwners {
  /** Resolves when other windows can see that this window lives. Before that it must own no chat. */
  readonly isKnown: Promise<void>;
  /** `isKnown` has resolved. */
  isVisible = false;
  #setKnown: () => void = () => undefined;
  readonly #server: WindowServer;
  readonly #others: OtherWindows;
  readonly #refreshing = new Set<string>();
  /** The last attempt to write this window's file. */
  #attempt: Promise<void>;
  #failures = 0;
  /** Set while the next attempt waits for its time. */
  #cancelRetry: (() => void) | undefined;
  #isDisposed = false;

  constructor(private readonly dependencies: ChatOwnersDependencies) {
    const { folder, log, owner, clock, handOver, door, fileSystem } = dependencies;
    this.isKnown = new Promise(resolve => {
      this.#setKnown = () => {
        this.isVisible = true;
        resolve();
      };
    });
    this.#attempt = this.isKnown;
    this.#server = new WindowServer({
      folder,
      log,
      owner,
      handlers: {
        ask: async key => ((await handOver(key)) ? { given: true } : { refused: 'notStored' }),
        met: window => this.#others.met(window),
        ...(door && { door: door.place }),
      },
      ...(door && { folders: door.folders }),
      ...(fileSystem && { fileSystem }),
    });
    this.#others = new OtherWindows({
      folder,
      log,
      owner,
      clock,
      onChanged: key => this.#refresh(key),
      onClosed: (key, by) => this.#run(this.#closed(key, by)),
      onEnded: () => this.#run(dependencies.windowEnded()),
    });
  }

  /** Resolves when the other windows of the folder are known. */
  async begin(): Promise<void> {
    this.#becomeKnown();
    await this.isKnown;
    await this.#others.begin();
  }

  /** Resolves as `isKnown` does, for a person who waits: rejects where the disk refuses this window's file now. */
  async known(): Promise<void> {
    if (this.#cancelRetry !== undefined) this.#becomeKnown();
    await Promise.race([this.isKnown, this.#attempt]);
  }

  lifeOf(owner: Owner): Promise<Life> {
    return this.isSelf(owner) ? Promise.resolve('alive') : this.#others.lifeOf(owner);
  }

  /** The other windows that may have chats open, by their ids: `otherComputer` where nothing proves that the window lives or is dead. */
  async holders(): Promise<ReadonlyMap<string, 'otherWindow' | 'otherComputer'>> {
    const lives = await this.#others.lives();
    return new Map(
      lives.flatMap(([id, life]) => (life === 'dead' ? [] : [[id, life === 'alive' ? 'otherWindow' : 'otherComputer'] as const])),
    );
  }

  isSelf(owner: Owner): boolean {
    return owner.window === this.dependencies.owner.window;
  }

  /** Whether this window may claim a chat of this owner. A damaged file names none, and a window that has no window's id has never been. */
  async isFree(owner: Owner | undefined): Promise<boolean> {
    return owner === undefined || !isWindowId(owner.window) || this.isSelf(owner) || (await this.lifeOf(owner)) === 'dead';
  }

  /** The person takes the chat over. Resolves when the chat is this window's, or the person has decided against it. */
  async takeOver({ key, otherOwner }: Chat): Promise<void> {
    if (otherOwner !== 'otherWindow' && otherOwner !== 'otherComputer') return;
    const { ownerOf, claim } = this.dependencies;
    // Another window may take the chat first; then that window is asked.
    for (;;) {
      const owner = await ownerOf(key);
      if (owner !== undefined && !this.isSelf(owner) && !(await this.#isGiven(owner, key))) return;
      if (await claim(key, owner)) return;
    }
  }

  /** The person has come to this window, or its folders have changed. */
  used(): void {
    // The file is on the disk before the other windows are known: what changes in between is written behind it.
    void this.isKnown.then(() => (this.#isDisposed ? undefined : this.#server.used()));
  }

  /** The chat's files have changed. */
  changed(key: string): void {
    this.#server.changed(key);
  }

  /** The person has closed the chat, and its files are gone, or has deleted it. */
  removed(key: string): void {
    this.#server.closed(key);
  }

  /** Calls `refresh` when any window changes the chat: its owner may change more than once. */
  follow(key: string): void {
    this.#others.follow(key);
  }

  unfollow(key: string): void {
    this.#others.unfollow(key);
  }

  /** This window ends, so `isKnown` resolves: whatever is stored from now on belongs to a window that has ended. */
  endWaiting(): void {
    this.#setKnown();
  }

  /** Call it when every chat is on the disk. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#cancelRetry?.();
    this.#others.dispose();
    await this.#server.dispose();
  }

  #becomeKnown(): void {
    const { log, clock, refused } = this.dependencies;
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    const failed = (error: unknown): void => {
      log.error(`This window cannot be seen by other windows, so it owns no chat yet: ${String(error)}`);
      if (this.#isDisposed) return;
      refused(error);
      const pause = retryPauses[Math.min(this.#failures++, retryPauses.length - 1)] ?? 0;
      this.#cancelRetry = clock.after(pause, () => this.#becomeKnown());
    };
    const written = (): void => {
      this.#setKnown();
      if (this.#failures > 0 && !this.#isDisposed) refused(undefined);
    };
    this.#attempt = this.#server.begin();
    this.#attempt.then(written, failed);
  }

  /** True when the owner has given up the chat, is dead, or the person overrules it. */
  async #isGiven(owner: Owner, key: string): Promise<boolean> {
    const asking = this.#others.ask(owner, key);
    const overruling = new AbortController();
    const overruled = this.#overruled(overruling.signal);
    const result = await Promise.race([asking, overruled]);
    overruling.abort();
    if (typeof result === 'boolean') return result;
    if ('given' in result) return true;
    if ('ended' in result) return result.ended === 'dead' || this.dependencies.person.askWhetherToTakeOver('otherComputer');
    this.dependencies.log.warn(`The window ${owner.window} keeps the chat ${key}: ${result.refused}`);
    return false;
  }

  /** Resolves only by the person's word, which is asked for when the owner has not answered in time. */
  #overruled(signal: AbortSignal): Promise<true> {
    return new Promise(resolve => {
      const ask = async (): Promise<void> => {
        if (await this.dependencies.person.askWhetherToTakeOver('noAnswer')) resolve(true);
      };
      const cancel = this.dependencies.clock.after(answerTime, () => this.#run(ask()));
      signal.addEventListener('abort', cancel);
    });
  }

  /** The word of a window may come late: the chat is another window's by then, and stays. */
  async #closed(key: string, by: Owner): Promise<void> {
    const owner = await this.dependencies.ownerOf(key);
    if (owner === undefined || owner.window === by.window) this.dependencies.closed(key);
  }

  /** Several windows may tell of one change: a refresh that has not begun yet serves all of them. */
  #refresh(key: string): void {
    if (this.#refreshing.has(key)) return;
    this.#refreshing.add(key);
    this.#run(
      Promise.resolve().then(() => {
        this.#refreshing.delete(key);
        return this.dependencies.refresh(key);
      }),
    );
  }

  #run(work: Promise<void>): void {
    work.catch((error: unknown) => this.dependencies.log.error(`Another window's chat could not be followed: ${String(error)}`));
  }
}
