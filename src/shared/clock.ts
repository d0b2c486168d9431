// A timer as an interface, so that tests can be the clock.

export interface Clock {
  /** Calls `run` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}
