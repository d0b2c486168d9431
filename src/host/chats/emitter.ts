// An event that parts subscribe to, for the code that must run without VS Code. Knows nothing of what it reports.
import type { Log } from './chatDependencies.js';

export interface Subscription {
  dispose(): void;
}

/** Subscribes `listener`; the subscription ends it. */
export type EventOf<T> = (listener: (value: T) => void) => Subscription;

export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  constructor(private readonly log: Pick<Log, 'error'>) {}

  readonly event: EventOf<T> = listener => {
    // A wrapper of its own, because the same function may be subscribed twice.
    const own = (value: T): void => listener(value);
    this.#listeners.add(own);
    return { dispose: () => void this.#listeners.delete(own) };
  };

  /** Calls every listener, in the order of their subscriptions. A listener that throws is logged, and the next one is called. */
  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.log.error(`A listener failed: ${String(error)}`);
      }
    }
  }
}
