// The link to one other window: a connection that is made anew while that window lives, until its death is proven or nothing can be
// proven. Owns when to try again; must not know of the other links, nor of chats beyond their keys.
import type { Clock } from '../../shared/clock.js';
import type { Life, Owner } from './owner.js';
import { deathOf, isReachable } from './owner.js';
import type { Log } from '../chats/chatDependencies.js';
import { WindowClient } from './windowClient.js';
import type { AskAnswer } from './windowProtocol.js';
import type { WindowRecord, WindowRecords } from './windowRecords.js';

/** How a link ends: the other window is dead, or there is no connection and no proof. */
export type Verdict = Exclude<Life, 'alive'>;

interface WindowLinkOptions {
  readonly record: WindowRecord;
  readonly self: Owner;
  readonly records: WindowRecords;
  readonly log: Log;
  readonly clock: Clock;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
  readonly onChanged: (key: string) => void;
  readonly onClosed: (key: string) => void;
  /** `dead` comes once. `unknown` comes only when there was a connection. Either can come after `dispose`. */
  readonly onEnded: (verdict: Verdict) => void;
}

/**
 * Milliseconds before each attempt to connect. The second attempt is for a window that is just being killed, because its connections can
 * end a moment before its socket does. The later ones are for a window that has too many connections.
 */
const pauses = [0, 250, 1_000, 4_000, 16_000];
/** Milliseconds that a connection has to last so that the attempts are counted anew. */
const stableTime = 60_000;

export class WindowLink {
  /** A connection, or how trying to have one has ended. */
  #current: Promise<WindowClient | Verdict>;
  /** The latest connection that the system made. It may have ended. */
  #client: WindowClient | undefined;
  readonly #followed = new Set<string>();
  #attempts = 0;
  #connectedAt = 0;
  #wasConnected = false;
  #isDisposed = false;
  #endPause: () => void = () => undefined;

  constructor(private readonly options: WindowLinkOptions) {
    this.#current = this.#connect();
  }

  async life(): Promise<Life> {
    const { record, self, records } = this.options;
    return this.#client?.isOpen === true ? 'alive' : deathOf(record, self, records);
  }

  /** Resolves by evidence only: an answer, or a verdict about the window. */
  async ask(key: string): Promise<AskAnswer | { readonly ended: Verdict }> {
    await this.again();
    for (;;) {
      const current = await this.#current;
      if (typeof current === 'string') return { ended: current };
      const answer = await current.ask(key);
      if (answer !== undefined) return answer;
      // Nothing comes in the place of a connection that this window has ended itself.
      if (this.#isDisposed) return { ended: 'unknown' };
    }
  }

  follow(key: string): void {
    this.#followed.add(key);
    this.#client?.follow(key);
  }

  unfollow(key: string): void {
    this.#followed.delete(key);
    this.#client?.unfollow(key);
  }

  /** Tries anew where the link has ended without a proof. */
  async again(): Promise<void> {
    const current = this.#current;
    if ((await current) !== 'unknown' || this.#current !== current || this.#isDisposed) return;
    this.#attempts = 0;
    this.#current = this.#connect();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#endPause();
    this.#client?.dispose();
  }

  async #connect(): Promise<WindowClient | Verdict> {
    const { record, self, records } = this.options;
    for (let pause = pauses[this.#attempts]; pause !== undefined; pause = pauses[this.#attempts]) {
      this.#attempts++;
      if (pause > 0) await this.#pause(pause);
      if (this.#isDisposed) return 'unknown';
      const client = (await isReachable(record, self)) ? await this.#open() : undefined;
      if (client !== undefined) return client;
      const life = await deathOf(record, self, records);
      if (life !== 'alive') return this.#end(life);
    }
    return this.#end('unknown');
  }

  /** Undefined when the system did not make the connection. */
  async #open(): Promise<WindowClient | undefined> {
    const { record, self, log, now, onChanged, onClosed } = this.options;
    const onEnd = (): void => this.#connectionEnded();
    const client = new WindowClient({ record, self: self.window, log, onChanged, onClosed, onEnd });
    if (!(await client.connected)) return undefined;
    if (this.#isDisposed) client.dispose();
    this.#client = client;
    this.#wasConnected = true;
    this.#connectedAt = now();
    for (const key of this.#followed) client.follow(key);
    return client;
  }

  #connectionEnded(): void {
    if (this.options.now() - this.#connectedAt > stableTime) this.#attempts = 0;
    this.#current = this.#reconnect();
  }

  async #reconnect(): Promise<WindowClient | Verdict> {
    const { record, self, records } = this.options;
    const life = await deathOf(record, self, records);
    return life === 'alive' ? this.#connect() : this.#end(life);
  }

  #end(verdict: Verdict): Verdict {
    if (verdict === 'dead' || this.#wasConnected) this.options.onEnded(verdict);
    this.#wasConnected = false;
    return verdict;
  }

  #pause(ms: number): Promise<void> {
    return new Promise(resolve => {
      const cancel = this.options.clock.after(ms, resolve);
      this.#endPause = () => {
        cancel();
        resolve();
      };
    });
  }
}
