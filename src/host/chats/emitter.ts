// An event that parts subscribe to, for the code that must run without VS Code. Knows nothing of what it reports.
import type { Log } from './chatDependencies.js';

export interface Subscription {
  dispose(): void;
}

/** Subscribes `listener`; the subscription ends it. */
export type EventOf<T> = (listener: (value: T) => void) => Subscription;

/** Called, it subscribes. */
export interface Emitter<T> extends EventOf<T> {
  /** Calls every listener, in the order of their subscriptions. A listener that throws is logged, and the next one is called. */
  fire(value: T): void;
}

export function emitter<T>(log: Pick<Log, 'error'>): Emitter<T> {
  const listeners = new Set<(value: T) => void>();
  const subscribe: EventOf<T> = listener => {
    // A wrapper of its own, because the same function may be subscribed twice.
    const own = (value: T): void => listener(value);
    listeners.add(own);
    return { dispose: () => void listeners.delete(own) };
  };
  const fire = (value: T): void => {
    for (const listener of [...listeners]) {
      try {
        listener(value);
      } catch (error) {
        log.error(`A listener failed: ${String(error)}`);
      }
    }
  };
  return Object.assign(subscribe, { fire });
}
