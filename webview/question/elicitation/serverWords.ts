// The words of a card on which an MCP server asks, where Claude's do not fit. Pure.
import { isAnswered } from '../../../src/shared/answers.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import type { AskerWords } from '../model/asker.js';
import { whoAsks } from '../model/asker.js';
import { questionTitles } from '../model/draft.js';
import { endReasonOf } from '../model/outcome.js';
import { questionWords } from '../words.js';

const words = questionWords.elicitation;

export const serverWords: AskerWords = {
  announcement(item: QuestionItem) {
    const titles = questionTitles(item.questions);
    return titles.length === 0 ? whoAsks(item) : words.announcement(item.elicitation?.server ?? '', titles);
  },

  waits({ elicitation, questions }: QuestionItem) {
    return words.waits(questions.length === 0 ? [elicitation?.server ?? ''] : questionTitles(questions));
  },

  ending({ phase, declined, reason, elicitation }: QuestionItem) {
    if (phase === 'answered' && elicitation?.page !== undefined) return words.endings.opened;
    if (phase === 'withdrawn') return words.endings.withdrawn;
    if (phase !== 'dismissed' || reason === 'timedOut') return undefined;
    return declined === true ? words.endings.declined : words.endings.cancelled;
  },

  outcome(item: QuestionItem) {
    const kept = item.draft.some(isAnswered) ? [words.notSent] : [];
    switch (item.phase) {
      case 'answered':
        return item.elicitation?.page === undefined ? [] : [words.opened];
      case 'dismissed':
        return [item.reason === 'timedOut' ? words.timedOut : item.declined === true ? words.declined : words.cancelled];
      case 'withdrawn':
      case 'refused':
        return [words.withdrawn[endReasonOf(item)], ...kept];
      case 'lost':
        return [words.lost[endReasonOf(item)]];
      case 'announced':
      case 'asked':
      case 'sending':
      case 'replied':
        return [];
    }
  },

  reads({ phase }: QuestionItem) {
    return { summary: phase === 'asked' || phase === 'sending' ? words.gets : words.got, nothing: words.readsNothing };
  },

  skipHint: words.skipHint,
};
