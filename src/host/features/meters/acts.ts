// The person reads how full the context is, or has it compacted.
import { randomUUID } from 'node:crypto';
import { openPermissions, openQuestions } from '../../../chat/state.js';
import { startBlocker } from '../../vscode/folders.js';
import type { ActContext } from '../actContext.js';

/** Replies in every case, because the view waits for it. */
export async function readMeters({ chat, post }: ActContext): Promise<void> {
  const parts = await chat.loop.parts();
  const news = (await parts?.meters.read()) ?? { type: 'contextParts' as const, parts: null };
  post({ type: 'news', chat: chat.key, news });
}

/** Compacts by a prompt, because every version of the CLI has that command. Does nothing where the view shows the act as off. */
export function compact({ chat, chats, log }: ActContext): void {
  const { state } = chat.loop;
  const isFree =
    state.turn === 'idle' && state.waiting.length === 0 && openQuestions(state).length === 0 && openPermissions(state).length === 0;
  if (isFree && startBlocker() === undefined) chats.dispatch(chat, { type: 'promptSubmitted', uuid: randomUUID(), text: '/compact' });
  else log.warn('Nothing is compacted while Claude works or waits.');
}
