// Work on many things, of which each thing has one piece of work at a time. Knows nothing of what is done.
import type { Log } from './chatDependencies.js';

export class WorkByKey {
  /** The end of the last work on each key, of which some is under way. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(
    private readonly log: Pick<Log, 'error'>,
    /** What a failure is called in the log. */
    private readonly failure: string,
  ) {}

  /** Runs `work` when all earlier work on the key is over. A failure is logged, and given to whoever awaits the result. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const settled = done.catch((error: unknown) => this.log.error(`${this.failure}: ${String(error)}`));
    this.#last.set(key, settled);
    void settled.then(() => {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    });
    return done;
  }

  isBusy(key: string): boolean {
    return this.#last.has(key);
  }

  /** Resolves when the work that is under way is over. Never rejects. */
  async settled(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}
