// Which call waits for which answer. A call ends before its agent's own clock does; the question stays, and the answer goes to the next call, once.
// Owns this bookkeeping; must not know how a question is asked, nor who calls.
import type { Clock } from '../../shared/clock.js';

interface Asked<Answer> {
  readonly result: Promise<Answer>;
  /** The agent has taken its call back. Returns whether the question ends with that; another one waits for the next call. */
  readonly withdraw: () => boolean;
  /** Ends the call that waits now. */
  leave?: ((outcome: Outcome<Answer>) => void) | undefined;
  kept?: { readonly answer: Answer; readonly cancel: () => void };
}

/** The most answers that are kept here for agents that have not come back. */
const mostKept = 100;
/** Milliseconds that each is kept here. */
const longestKept = 86_400_000;

/** `later`: the question stays open, and the agent may call again. `withdrawn`: the call was taken back. `unknown`: nothing waits under this id. */
export type Outcome<Answer> = { readonly answer: Answer } | 'later' | 'withdrawn' | 'unknown';

interface AgentWaitsOptions {
  readonly clock: Clock;
  /** A call waits for the question with this id from now on, or none does. */
  readonly attended: (id: string, waits: boolean) => void;
  /** The answer is kept here no longer. Its card still has it. */
  readonly dropped?: (id: string) => void;
}

export class AgentWaits<Answer> {
  readonly #asked = new Map<string, Asked<Answer>>();

  constructor(private readonly options: AgentWaitsOptions) {}

  has(id: string): boolean {
    return this.#asked.has(id);
  }

  /** The question is asked; `wait` waits for it. `result` must never reject. */
  add(id: string, result: Promise<Answer>, withdraw: () => boolean): void {
    const asked: Asked<Answer> = { result, withdraw };
    this.#asked.set(id, asked);
    void result.then(answer => {
      if (asked.leave === undefined) this.#keep(id, asked, answer);
      else this.#deliver(id, asked.leave, answer);
    });
  }

  #keep(id: string, asked: Asked<Answer>, answer: Answer): void {
    // The question may have been asked again under its name since this one was withdrawn.
    if (this.#asked.get(id) !== asked) return;
    // Behind all others, by the time of the answers.
    this.#asked.delete(id);
    this.#asked.set(id, asked);
    asked.kept = { answer, cancel: this.options.clock.after(longestKept, () => this.#drop(id)) };
    const kept = [...this.#asked].filter(([, one]) => one.kept !== undefined);
    const [[oldest] = []] = kept;
    if (kept.length > mostKept && oldest !== undefined) this.#drop(oldest);
  }

  #drop(id: string): void {
    this.#asked.get(id)?.kept?.cancel();
    this.#asked.delete(id);
    this.options.dropped?.(id);
  }

  /** `limit`: milliseconds after which the call ends as `later`. Of two calls for one question the newer one waits on. */
  wait(id: string, limit: number, signal: AbortSignal): Promise<Outcome<Answer>> {
    const asked = this.#asked.get(id);
    if (asked === undefined) return Promise.resolve('unknown');
    asked.leave?.('later');
    return new Promise(resolve => {
      const taken = (): void => {
        // An answer that is under way in this moment is kept.
        this.#leave(id, asked, 'withdrawn');
        if (asked.withdraw()) this.#asked.delete(id);
      };
      const cancel = this.options.clock.after(limit, () => this.#leave(id, asked, 'later'));
      asked.leave = outcome => {
        asked.leave = undefined;
        cancel();
        signal.removeEventListener('abort', taken);
        resolve(outcome);
      };
      if (signal.aborted) return taken();
      signal.addEventListener('abort', taken);
      this.options.attended(id, true);
      if (asked.kept !== undefined) this.#deliver(id, asked.leave, asked.kept.answer);
    });
  }

  /** The window ends: no call waits any more, and nothing is withdrawn. */
  leaveAll(): void {
    for (const [id, asked] of this.#asked) if (asked.leave !== undefined) this.#leave(id, asked, 'later');
  }

  #leave(id: string, asked: Asked<Answer>, outcome: 'later' | 'withdrawn'): void {
    this.options.attended(id, false);
    asked.leave?.(outcome);
  }

  #deliver(id: string, leave: (outcome: Outcome<Answer>) => void, answer: Answer): void {
    this.#asked.get(id)?.kept?.cancel();
    this.#asked.delete(id);
    leave({ answer });
  }
}
