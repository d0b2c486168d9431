// The words of a card on which another agent asks, where Claude's do not fit. Pure.
import { isAnswered } from '../../../src/shared/answers.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import type { AskerWords } from '../model/asker.js';
import { questionTitles } from '../model/draft.js';
import { endReasonOf, isNotFetched } from '../model/outcome.js';
import { questionWords } from '../words.js';

const words = questionWords.agent;

export const agentWords: AskerWords = {
  announcement({ questions, otherAgent }: QuestionItem) {
    return words.announcement(otherAgent?.name, questionTitles(questions));
  },

  waits({ questions, otherAgent }: QuestionItem) {
    return words.waits(otherAgent?.name, questionTitles(questions));
  },

  ending({ phase, otherAgent }: QuestionItem) {
    if (phase !== 'withdrawn') return undefined;
    return otherAgent?.terminal === true ? words.endedThere : words.ended;
  },

  outcome(item: QuestionItem) {
    switch (item.phase) {
      case 'dismissed':
        return [item.reason === 'timedOut' ? words.timedOut : words.dismissed];
      case 'withdrawn':
      case 'refused':
      case 'lost':
        return [
          item.otherAgent?.terminal === true ? inTerminal(item) : endReasonOf(item) === 'interrupted' ? words.stopped : words.withdrawn,
          ...(item.draft.some(isAnswered) ? [words.kept] : []),
        ];
      case 'answered':
      case 'replied':
        return isNotFetched(item) ? [words.notFetched(item.otherAgent?.name ?? '')] : [];
      case 'announced':
      case 'asked':
      case 'sending':
        return [];
    }
  },

  reads(item: QuestionItem) {
    const isAhead = item.phase === 'asked' || item.phase === 'sending' || isNotFetched(item);
    const of = item.otherAgent?.terminal === true ? questionWords : words;
    return { summary: isAhead ? of.willRead : of.hasRead };
  },

  skipHint: words.skipHint,
};

function inTerminal({ phase }: QuestionItem): string {
  return phase === 'lost' ? words.overtaken : words.settledThere;
}
