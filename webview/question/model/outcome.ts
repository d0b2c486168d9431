// Words for the end of a question, by phase and reason.
import { isAnswered, isFinal } from '../../../src/shared/answers.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { strings } from '../../strings.js';

/** Sentences to show below the head of a card that is over; none where the head says it all. */
export function outcomeText(item: QuestionItem): readonly string[] {
  const { phase } = item;
  const reason = endReasonOf(item);
  switch (phase) {
    case 'dismissed':
      return [item.reason === 'timedOut' ? strings.timedOut : strings.dismissed];
    case 'refused':
      return [strings.refused];
    case 'withdrawn':
      return [strings.withdrawn[reason]];
    case 'lost':
      // Nobody had filled anything in, so there was no answer that Claude could have read.
      if (reason === 'exited' && item.resent !== true && !canSendLost(item)) return [strings.withdrawn.exited];
      return [
        strings.lost[reason],
        item.resent === true ? strings.question.resent : canSendLost(item) ? strings.lostWithAnswers : strings.lostWithoutAnswers,
      ];
    case 'announced':
    case 'asked':
    case 'sending':
    case 'answered':
    case 'replied':
      return [];
  }
}

/** Why Claude got no answer. A record without a reason is one that outlived its Claude. */
export function endReasonOf({ reason }: QuestionItem): keyof typeof strings.withdrawn {
  return reason === undefined || reason === 'timedOut' ? 'exited' : reason;
}

/** Whether the lost question holds answers that Claude has not read and that were not sent as a message. */
export function canSendLost(item: QuestionItem): boolean {
  return item.phase === 'lost' && item.resent !== true && (item.reply !== undefined || item.draft.some(isAnswered));
}

/** Whether the ended question has an outcome in Claude's mind that the person may want to change. */
export function canChange({ phase, questions }: QuestionItem): boolean {
  return questions.length > 0 && ['answered', 'dismissed', 'replied', 'withdrawn'].includes(phase);
}

/**
 * The stage of a card. `open`: not over. `needsAct`: over, and the person should act. `over`: a record, collapsed until the person
 * opens it.
 */
export function cardStage(item: QuestionItem): 'open' | 'needsAct' | 'over' {
  if (!isFinal(item.phase)) return 'open';
  return item.phase === 'lost' && item.resent !== true ? 'needsAct' : 'over';
}
