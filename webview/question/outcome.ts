// What a question's end means, in words: which of them fit which phase and reason.
import { isAnswered, isFinal } from '../../src/shared/answers.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { strings } from '../strings.js';

/** Sentences to show below the head of a card that is over; none where the head says it all. */
export function outcomeText(item: QuestionItem): readonly string[] {
  const { phase } = item;
  const reason = item.reason === undefined || item.reason === 'timedOut' ? 'exited' : item.reason;
  switch (phase) {
    case 'dismissed':
      return [item.reason === 'timedOut' ? strings.timedOut : strings.dismissed];
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

/** The way the person's act has reached Claude; undefined where it has not, or not been one. */
export function reachedBy({ phase, route }: QuestionItem): string | undefined {
  const reached = phase === 'answered' || phase === 'dismissed' || phase === 'replied';
  return reached && route !== undefined ? strings.route[route] : undefined;
}

/** `open`: not over yet. `needsAct`: over, and the person should do something. `over`: a record, small until it is wanted. */
export function standingOf(item: QuestionItem): 'open' | 'needsAct' | 'over' {
  if (!isFinal(item.phase)) return 'open';
  return item.phase === 'lost' && item.resent !== true ? 'needsAct' : 'over';
}
