// Whether a line may still go to the CLI, which may have waited for the person, for a disk, or for the CLI's start. Pure.
import type { Outgoing } from './effects.js';
import { find } from './items.js';
import { isPromptDue } from './outbox.js';
import type { ChatState } from './state.js';

/**
 * Says whether `message` may still be written. It may not where it carries the rules of a permission that the CLI has taken back or whose turn is
 * over: neither the permission nor its rules apply any more. Nor may a prompt that is stopped or wanted back before it is written, or an interrupt
 * where nothing is left to stop.
 */
export function isDue(state: ChatState, message: Outgoing): boolean {
  if (message.type === 'prompt') return isPromptDue(state, message.uuid);
  if (message.type === 'interrupt') return state.turn === 'stopping';
  const hasRules = message.type === 'allowTool' && message.updates !== undefined;
  return !hasRules || find(state, message.requestId, 'permission')?.state === 'allowed';
}
