// Which session is shown. One for now; starting a new chat ends the old one's process in the background.
import type { SessionState } from '../session/state.js';
import type { SessionLoop } from './sessionLoop.js';

export class Sessions {
  #current: SessionLoop;
  readonly #ending = new Set<Promise<void>>();

  /** `onChange` hears of the current session only. */
  constructor(
    private readonly createSession: (state?: SessionState) => SessionLoop,
    private readonly onChange: (state: SessionState) => void,
  ) {
    this.#current = this.#open();
  }

  get current(): SessionLoop {
    return this.#current;
  }

  newChat(): void {
    this.#replace(undefined);
  }

  /** What an earlier window has left, unless something has happened here already. */
  restore(state: SessionState): void {
    if (this.#current.state.items.length === 0) this.#replace(state);
  }

  /** Resolves when no process is left. */
  async dispose(): Promise<void> {
    this.#end(this.#current);
    await Promise.all(this.#ending);
  }

  #replace(state: SessionState | undefined): void {
    this.#end(this.#current);
    this.#current = this.#open(state);
    this.onChange(this.#current.state);
  }

  #open(state?: SessionState): SessionLoop {
    const session = this.createSession(state);
    session.onChange((_before, after) => this.onChange(after));
    return session;
  }

  #end(session: SessionLoop): void {
    const ended = session.dispose().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}
