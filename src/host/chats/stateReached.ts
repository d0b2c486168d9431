// Waits for a state of a chat.
import type { ChatState } from '../../chat/state.js';

interface Changing {
  readonly state: ChatState;
  /** Calls `listener` after every change; returns how to stop. */
  onChange(listener: (before: ChatState, after: ChatState) => void): () => void;
}

/** `reached` resolves once the state is as wanted, at once where it is; `leave` ends the wait. */
export function stateReached(chat: Changing, isWanted: (state: ChatState) => boolean): { reached: Promise<void>; leave: () => void } {
  let leave = (): void => undefined;
  const reached = new Promise<void>(resolve => {
    if (isWanted(chat.state)) resolve();
    else leave = chat.onChange((_before, after) => (isWanted(after) ? resolve() : undefined));
  });
  return { reached, leave };
}
