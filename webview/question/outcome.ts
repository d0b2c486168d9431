// What a question's end means, in words: which of them fit which phase and reason.
import { isAnswered } from '../../src/shared/answers.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { strings } from '../strings.js';

/** Sentences to show below the head of a card that is over; none where the head says it all. */
export function outcomeText(item: QuestionItem): readonly string[] {
  const { phase, reason = 'exited' } = item;
  switch (phase) {
    case 'dismissed':
      return [strings.dismissed];
    case 'refused':
      return [strings.refused];
    case 'withdrawn':
      return [strings.withdrawn[reason]];
    case 'lost':
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

/** Whether there is something of the person's that Claude has not read. */
export function canSendLost(item: QuestionItem): boolean {
  return item.phase === 'lost' && item.resent !== true && (item.reply !== undefined || item.draft.some(isAnswered));
}
