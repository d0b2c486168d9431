// Which limits of the plan are told, and when: one that is near once for each threshold of each period, and one that was reached once when it has
// ended. Knows nothing of VS Code.
import type { PlanLimit } from '../../shared/contract/news.js';
import type { Clock } from '../../shared/clock.js';

export interface EndedLimit {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly resetsAt: number;
  /** The chat in which it was reached. */
  readonly chat: string;
}

interface LimitsEnvironment {
  readonly now: () => number;
  /** Calls back once after `ms`; returns how to cancel. */
  readonly clock: Clock;
  readonly read: (key: string) => unknown;
  readonly write: (key: string, value: unknown) => void;
  /** This window runs the chat. */
  readonly isHere: (chat: string) => boolean;
  /** The time of this limit is over. */
  readonly ended: (limit: EndedLimit) => void;
  /** `told`: as in host/views/toldWords.ts. */
  readonly near: (chat: string, told: string) => void;
}

const toldKey = 'limitsTold';
const waitedKey = 'limitsWaitedFor';
/** Thresholds that are remembered; a period has two or three. */
const mostTold = 50;
/** Milliseconds; a timer takes no more than 24 days. */
const longestWait = 20 * 86_400_000;
/** Milliseconds that the window of the chat has for telling before another one does. That window takes the limit out of what all windows remember. */
const headStart = 5_000;

export class Limits {
  readonly #timers = new Map<string, () => void>();

  constructor(private readonly environment: LimitsEnvironment) {}

  /** Waits for the limits of the window before. One that has ended meanwhile is dropped without a notice, because it keeps nobody from going on. */
  begin(): void {
    const { now } = this.environment;
    const left = this.#waited().filter(({ resetsAt }) => resetsAt > now());
    if (left.length < this.#waited().length) this.#keep(left);
    for (const limit of left) this.#await(limit);
  }

  heard(chat: string, limits: readonly PlanLimit[]): void {
    for (const limit of limits) {
      if (limit.state === 'near') this.#near(chat, limit);
      else if (limit.state === 'reached') this.#reached(chat, limit);
      // Claude works again before the time that was named.
      else if (this.#waited().some(({ id }) => id === limit.id)) this.#forget(limit.id);
    }
  }

  /** Tells of what has ended while no timer ran. */
  check(): void {
    for (const limit of this.#waited()) this.#over(limit);
  }

  dispose(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #near(chat: string, { id, used, resetsAt, threshold }: PlanLimit): void {
    if (this.#waited().some(limit => limit.id === id)) this.#forget(id);
    const key = [id, resetsAt ?? '', threshold ?? 'near'].join(' ');
    const told = this.#told();
    if (told.includes(key)) return;
    this.environment.write(toldKey, [...told, key].slice(-mostTold));
    this.environment.near(chat, ['nearLimit', id, used ?? '', resetsAt ?? ''].join(' '));
  }

  /** The CLI says in the chat that it is reached. */
  #reached(chat: string, { id, resetsAt }: PlanLimit): void {
    if (resetsAt === undefined || resetsAt <= this.environment.now()) return;
    const waited = this.#waited();
    if (waited.some(limit => limit.id === id && limit.resetsAt === resetsAt)) return;
    const limit = { id, resetsAt, chat };
    this.#keep([...waited.filter(other => other.id !== id), limit]);
    this.#await(limit);
  }

  #await(limit: EndedLimit): void {
    const { now, clock } = this.environment;
    this.#timers.get(limit.id)?.();
    const cancel = clock.after(Math.min(Math.max(0, this.#toldAt(limit) - now()), longestWait), () => this.#over(limit));
    this.#timers.set(limit.id, cancel);
  }

  /** Does nothing for a limit that is not waited for any more, or whose time has been moved. */
  #over(limit: EndedLimit): void {
    const { id, resetsAt } = limit;
    if (!this.#waited().some(other => other.id === id && other.resetsAt === resetsAt)) return;
    if (this.#toldAt(limit) > this.environment.now()) return this.#await(limit);
    this.#forget(id);
    this.environment.ended(limit);
  }

  /** Each window waits for each limit, and one of them tells of it. */
  #toldAt({ resetsAt, chat }: EndedLimit): number {
    return resetsAt + (this.environment.isHere(chat) ? 0 : headStart);
  }

  #forget(id: string): void {
    this.#timers.get(id)?.();
    this.#timers.delete(id);
    this.#keep(this.#waited().filter(limit => limit.id !== id));
  }

  #keep(limits: readonly EndedLimit[]): void {
    this.environment.write(waitedKey, limits);
  }

  #waited(): readonly EndedLimit[] {
    const kept = this.environment.read(waitedKey);
    return Array.isArray(kept) ? kept.filter(isLimit) : [];
  }

  #told(): readonly string[] {
    const kept = this.environment.read(toldKey);
    return Array.isArray(kept) ? kept.filter(key => typeof key === 'string') : [];
  }
}

function isLimit(value: unknown): value is EndedLimit {
  if (typeof value !== 'object' || value === null) return false;
  const { id, resetsAt, chat } = value as Partial<Record<keyof EndedLimit, unknown>>;
  return typeof id === 'string' && typeof resetsAt === 'number' && typeof chat === 'string';
}
