// Sentences about the end of a question, by phase and reason.
import type { QuestionItem } from '../../../src/shared/transcript.js';
import type { AskerWords } from '../model/asker.js';
import { canSendLost, endReasonOf, isClaudes } from '../model/outcome.js';
import { questionWords } from '../words.js';

const words = questionWords.outcome;

/** Sentences to show below the head of a card that is over; none where the head says it all. */
export function outcomeText(item: QuestionItem, asker: AskerWords | undefined): readonly string[] {
  if (!isClaudes(item)) return asker?.outcome(item) ?? [];
  const { phase } = item;
  const reason = endReasonOf(item);
  switch (phase) {
    case 'dismissed':
      return [item.reason === 'timedOut' ? words.timedOut : words.dismissed];
    case 'refused':
      if (item.reason === 'refusedByHook') return [words.withdrawn.refusedByHook];
      return [item.reason === 'planMode' ? words.refused.planMode : words.refused.fault];
    case 'withdrawn':
      return [words.withdrawn[reason]];
    case 'lost':
      // Nobody had filled anything in, so there was no answer that Claude could have read.
      if (reason === 'exited' && item.resent !== true && !canSendLost(item)) return [words.withdrawn.exited];
      if ((reason === 'exited' || reason === 'cancelled') && item.unanswered === true)
        return [words.unanswered[reason], item.resent === true ? words.resent : words.draftKept];
      return [
        words.lost[reason],
        item.resent === true ? words.resent : canSendLost(item) ? words.lostWithAnswers : words.lostWithoutAnswers,
      ];
    case 'announced':
    case 'asked':
    case 'sending':
    case 'answered':
    case 'replied':
      return [];
  }
}
