// A clock whose timers run only when a test says so, and a queue to wait for what comes from outside.
import type { Clock } from '../../src/shared/clock.js';

interface Queue<Item> {
  readonly put: (item: Item) => void;
  readonly take: () => Promise<Item>;
  /** Items that are not taken yet. */
  readonly items: readonly Item[];
}

/** Hands out what is put in, in order, and lets the taker wait for it. */
export function createQueue<Item>(): Queue<Item> {
  const items: Item[] = [];
  const takers: ((item: Item) => void)[] = [];
  return {
    items,
    put(item) {
      const taker = takers.shift();
      if (taker === undefined) items.push(item);
      else taker(item);
    },
    take() {
      // An item may be undefined.
      return items.length === 0 ? new Promise(resolve => takers.push(resolve)) : Promise.resolve(items.shift() as Item);
    },
  };
}

export interface Timer {
  readonly ms: number;
  readonly run: () => void;
  isCalledOff: boolean;
}

export interface ManualClock extends Clock {
  /** The next timer that is set and was not handed out yet. */
  readonly next: () => Promise<Timer>;
  readonly all: readonly Timer[];
}

export function createManualClock(): ManualClock {
  const all: Timer[] = [];
  const queue = createQueue<Timer>();
  return {
    all,
    next: () => queue.take(),
    after(ms, run) {
      const timer = { ms, run, isCalledOff: false };
      all.push(timer);
      queue.put(timer);
      return () => {
        timer.isCalledOff = true;
      };
    },
  };
}
