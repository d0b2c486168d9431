// How a question ended: why, what is left to do, and the stage of its card. Pure.
import { isOfAgent } from '../../../src/shared/agentQuestions.js';
import { askedNow, isAnswered, isFinal } from '../../../src/shared/answers.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import type { WithdrawnReason } from '../../../src/shared/question.js';

/** Why Claude got no answer. A record without a reason is one that outlived its Claude. */
export function endReasonOf({ reason }: QuestionItem): WithdrawnReason {
  return reason === undefined || reason === 'timedOut' || reason === 'planMode' ? 'exited' : reason;
}

/** Whether the lost question holds answers that Claude has not read and that were not sent as a message. */
export function canSendLost(item: QuestionItem): boolean {
  if (!isClaudes(item) || item.phase !== 'lost' || item.resent === true) return false;
  const { questions, draft } = item;
  return item.reply !== undefined || askedNow(questions, draft).some((isAsked, index) => isAsked && isAnswered(draft[index]));
}

/** Whether the ended question has an outcome in Claude's mind that the person may want to change. */
export function canChange(item: QuestionItem): boolean {
  return isClaudes(item) && item.questions.length > 0 && ['answered', 'dismissed', 'replied', 'withdrawn'].includes(item.phase);
}

/** Whether Claude has asked. No other asker takes a message. */
export function isClaudes({ id, elicitation }: QuestionItem): boolean {
  return elicitation === undefined && !isOfAgent(id);
}

/** Whether there is an answer that the agent has not called for, so that it may never read it. */
export function isNotFetched({ phase, otherAgent }: QuestionItem): boolean {
  return otherAgent?.unattended === true && (phase === 'answered' || phase === 'replied');
}

/**
 * The stage of a card. `open`: not over. `needsAct`: over, and the person should act. `over`: a record, collapsed until the person
 * opens it.
 */
export function cardStage(item: QuestionItem): 'open' | 'needsAct' | 'over' {
  if (!isFinal(item.phase)) return 'open';
  return (item.phase === 'lost' && item.resent !== true) || isNotFetched(item) ? 'needsAct' : 'over';
}
