// A clock that a test moves: what is due on the way runs in its order, each to its end before the next.
import type { Clock } from '../../src/shared/clock.js';
import { settled } from './peer.js';

export class MovedTime implements Clock {
  now = 0;
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.now + ms, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  async move(ms: number): Promise<void> {
    const end = this.now + ms;
    await quiet();
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.now = next.at;
      next.run();
      await quiet();
    }
    this.now = end;
  }
}

/** What follows from an event has followed: no chain of it waits for more turns of the event loop. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await settled();
}
