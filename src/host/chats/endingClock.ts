// A clock whose timers end together. Knows nothing of what they are for.
import type { Clock } from '../../shared/clock.js';

export class EndingClock implements Clock {
  /** How to call off each timer that runs. */
  readonly #running = new Set<() => void>();

  constructor(private readonly clock: Clock) {}

  after(ms: number, run: () => void): () => void {
    const stop = this.clock.after(ms, () => {
      this.#running.delete(cancel);
      run();
    });
    const cancel = (): void => {
      this.#running.delete(cancel);
      stop();
    };
    this.#running.add(cancel);
    return cancel;
  }

  /** Calls off all timers that run. */
  end(): void {
    for (const cancel of this.#running) cancel();
  }
}
