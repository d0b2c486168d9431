// A reply to a parked question that was not written after all: the person's words go back to where they were typed. Pure.
import type { SessionState } from './state.js';
import { openQuestions } from './state.js';

/** The reply of a question that was on its way to Claude in `before` and is parked again in `after`. */
export function returnedReply(before: SessionState, after: SessionState): string | undefined {
  for (const { id, settlement } of openQuestions(after)) {
    if (settlement !== undefined) continue;
    const was = openQuestions(before).find(question => question.id === id)?.settlement;
    if (was?.type === 'reply') return was.text;
  }
  return undefined;
}

/** Whether this reply is on its way: a question that has just ended takes none. */
export function isReplying(state: SessionState, toolUseId: string, text: string): boolean {
  const settlement = openQuestions(state).find(({ id }) => id === toolUseId)?.settlement;
  return settlement?.type === 'reply' && settlement.text === text;
}

/** Both texts, each as it was typed. */
export function joinDrafts(first: string, second: string): string {
  return second.trim() === '' ? first : first.trim() === '' ? second : `${first.trimEnd()}\n\n${second}`;
}
