// The status that the host sends beside an open question.
import { isOfAgent } from '../../src/shared/agentQuestions.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import type { ChatStatus } from '../../src/shared/chatStatus.js';

export const waiting: ChatStatus = { turn: 'running', blocked: 'question', waiting: true };

/** The status that `viewStatus` of src/chat/view.ts gives. */
export function statusBeside({ id, phase, heldUntil, elicitation }: QuestionItem): ChatStatus {
  if (isOfAgent(id)) return { turn: 'running', blocked: 'agents', ...(phase === 'asked' && heldUntil === undefined && { waiting: true }) };
  if (phase === 'announced') return { turn: 'running', blocked: 'announced' };
  return phase === 'sending' || heldUntil !== undefined
    ? { turn: 'running', blocked: 'sending' }
    : elicitation === undefined
      ? waiting
      : { ...waiting, blocked: 'server' };
}
