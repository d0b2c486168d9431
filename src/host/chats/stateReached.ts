// Waits for a state of a session.
import type { SessionState } from '../../session/state.js';

interface Changing {
  readonly state: SessionState;
  /** Calls `listener` after every change; returns how to stop. */
  onChange(listener: (before: SessionState, after: SessionState) => void): () => void;
}

/** `reached` resolves once the state is as wanted, at once where it is; `leave` ends the wait. */
export function stateReached(session: Changing, isWanted: (state: SessionState) => boolean): { reached: Promise<void>; leave: () => void } {
  let leave = (): void => undefined;
  const reached = new Promise<void>(resolve => {
    if (isWanted(session.state)) resolve();
    else leave = session.onChange((_before, after) => (isWanted(after) ? resolve() : undefined));
  });
  return { reached, leave };
}
