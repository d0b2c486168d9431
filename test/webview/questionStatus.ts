// The status that the host sends beside an open question.
import type { ChatStatus, QuestionItem } from '../../src/shared/transcript.js';

export const waiting: ChatStatus = { turn: 'running', blocked: 'question', waiting: true };

/** As `viewStatus` of src/session/view.ts says it. */
export function statusBeside({ phase, heldUntil }: QuestionItem): ChatStatus {
  if (phase === 'announced') return { turn: 'running', blocked: 'announced' };
  return phase === 'sending' || heldUntil !== undefined ? { turn: 'running', blocked: 'sending' } : waiting;
}
