// Turns of the person's that end without a word. Pure.
import type { Problem } from './problem.js';
import { isClaudes } from './rows.js';
import type { ChatItem, ChatState } from './state.js';

/**
 * Whether a turn of the person's has ended with nothing to see. 2.0.77 and 2.1.100 say nothing of a prompt that a hook has refused, nor of a command
 * that they do not know. A prompt that reached Claude is confirmed when its answer begins; a command never is.
 */
export function silenceOf(state: ChatState): Problem | undefined {
  const prompts = state.turnPrompts.map(({ text }) => text.trim());
  const hasCommand = prompts.some(text => text.startsWith('/'));
  const isSeen = (item: ChatItem): boolean =>
    item.kind === 'problem' ? isOfTurn(item.problem, hasCommand) : item.kind === 'text' || (item.kind !== 'thought' && isClaudes(item));
  if (prompts.length === 0 || state.items.slice(state.turnStart).some(isSeen)) return undefined;
  const isUnread = state.outbox.some(({ queued, written }) => written && !queued) && !hasCommand;
  return { code: 'silent', detail: '', reason: isUnread ? 'unread' : 'read' };
}

/** Whether the notice says how the turn has ended. A hook's greeting does not, and what the CLI tells of itself does so only for a command. */
function isOfTurn({ code, reason }: Problem, hasCommand: boolean): boolean {
  if (code === 'hookSaid') return reason === 'UserPromptSubmit';
  return hasCommand || (code !== 'cliSaid' && code !== 'told');
}
