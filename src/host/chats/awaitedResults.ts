// Looks for the result of an answered question in the transcript while its turn goes on: the CLI writes it some time after it has taken the answer. At the end
// of the turn, for what another process has written in the place of a result.
import type { Effect } from '../../chat/effects.js';
import type { ChatEvent } from '../../chat/events.js';
import { find } from '../../chat/items.js';
import type { ChatState } from '../../chat/state.js';
import type { Clock } from '../../shared/clock.js';
import type { ChatDependencies } from './chatDependencies.js';

interface Looks extends Pick<ChatDependencies, 'resultsHeld' | 'resultsInterrupted' | 'promptsHeld' | 'log'> {
  readonly state: () => ChatState;
  readonly dispatch: (event: ChatEvent) => void;
  readonly clock: Clock;
}

/** Milliseconds. 2.1.329 writes it up to 0.4 s later on a busy machine. Each further look comes after twice the time. */
const firstLook = 1000;
/** Bytes. What the CLI has written since is no more, and a chat of any length costs the same. */
const lookedAt = 4 * 1024 * 1024;

function awaitResult(effect: Extract<Effect, { type: 'awaitResult' }>, looks: Looks, ms = firstLook): void {
  const { toolUseId, call, sessionId } = effect;
  const look = async (): Promise<void> => {
    if (find(looks.state(), toolUseId, 'question')?.unproven !== true) return;
    const found = await looks.resultsHeld(sessionId, [call], lookedAt);
    if (found?.[call] === true) looks.dispatch({ type: 'resultSeen', toolUseId });
    else awaitResult(effect, looks, 2 * ms);
  };
  looks.clock.after(ms, () => void look().catch((error: unknown) => looks.log.error(`awaitResult failed: ${String(error)}`)));
}

/** Checks at the end of the turn which calls another process has called interrupted. None where the transcript cannot be read. */
async function checkTurn({ toolUseIds, sessionId }: Extract<Effect, { type: 'checkTurn' }>, looks: Looks): Promise<void> {
  const interrupted = (await looks.resultsInterrupted(sessionId, toolUseIds, lookedAt)) ?? [];
  looks.dispatch({ type: 'turnChecked', toolUseIds, interrupted });
}

async function checkForgotten({ uuids, sessionId }: Extract<Effect, { type: 'checkForgotten' }>, looks: Looks): Promise<void> {
  const held = await looks.promptsHeld(sessionId, uuids);
  const forgotten = held === undefined ? [] : uuids.filter(uuid => !held.includes(uuid));
  if (forgotten.length > 0) looks.dispatch({ type: 'promptsForgotten', uuids: forgotten });
}

/** Resolves once what is over was looked for; at once where the turn goes on. */
export async function lookForResult(
  effect: Extract<Effect, { type: 'awaitResult' | 'checkTurn' | 'checkForgotten' }>,
  looks: Looks,
): Promise<void> {
  if (effect.type === 'checkForgotten') await checkForgotten(effect, looks);
  else if (effect.type === 'checkTurn') await checkTurn(effect, looks);
  else awaitResult(effect, looks);
}
