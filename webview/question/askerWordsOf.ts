// The words of a card on which an MCP server or another agent asks, where Claude's do not fit. Pure.
import { isOfAgent } from '../../src/shared/agentQuestions.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import type { AskerWords } from './model/asker.js';
import { isAnswered } from '../../src/shared/answers.js';
import { questionTitles } from './model/draft.js';
import { endReasonOf, isNotFetched } from './model/outcome.js';
import { questionWords } from './words.js';
import { whoAsks } from './model/asker.js';

/** Undefined where Claude asks. */
export function askerWordsOf({ id, elicitation }: Pick<QuestionItem, 'id' | 'elicitation'>): AskerWords | undefined {
  if (isOfAgent(id)) return agentWords;
  return elicitation && serverWords;
}

const agentTexts = questionWords.agent;

const agentWords: AskerWords = {
  announcement({ questions, otherAgent }: QuestionItem) {
    return agentTexts.announcement(otherAgent?.name, questionTitles(questions));
  },

  waits({ questions, otherAgent }: QuestionItem) {
    return agentTexts.waits(otherAgent?.name, questionTitles(questions));
  },

  ending(item: QuestionItem) {
    if (item.phase !== 'withdrawn') return undefined;
    if (item.otherAgent?.terminal !== true) return agentTexts.ended;
    return endReasonOf(item) === 'interrupted' ? agentTexts.leftThere : agentTexts.endedThere;
  },

  outcome(item: QuestionItem) {
    switch (item.phase) {
      case 'dismissed':
        return [item.reason === 'timedOut' ? agentTexts.timedOut : agentTexts.dismissed];
      case 'withdrawn':
      case 'refused':
      case 'lost':
        return [
          item.otherAgent?.terminal === true
            ? inTerminal(item)
            : endReasonOf(item) === 'interrupted'
              ? agentTexts.stopped
              : agentTexts.withdrawn(item.otherAgent?.name),
          ...(item.draft.some(isAnswered) ? [agentTexts.kept] : []),
        ];
      case 'answered':
      case 'replied':
        return isNotFetched(item) ? [agentTexts.notFetched(item.otherAgent?.name ?? '')] : [];
      case 'announced':
      case 'asked':
      case 'sending':
        return [];
    }
  },

  reads(item: QuestionItem) {
    const isAhead = item.phase === 'asked' || item.phase === 'sending' || isNotFetched(item);
    const of = item.otherAgent?.terminal === true ? questionWords : agentTexts;
    return { summary: isAhead ? of.willRead : of.hasRead };
  },

  skipHint: agentTexts.skipHint,
};

function inTerminal(item: QuestionItem): string {
  if (item.phase === 'lost') return agentTexts.overtaken;
  return endReasonOf(item) === 'interrupted' ? agentTexts.stoppedHere : agentTexts.settledThere;
}

const serverTexts = questionWords.elicitation;

const serverWords: AskerWords = {
  announcement(item: QuestionItem) {
    const titles = questionTitles(item.questions);
    return titles.length === 0 ? whoAsks(item) : serverTexts.announcement(item.elicitation?.server ?? '', titles);
  },

  waits({ elicitation, questions }: QuestionItem) {
    return serverTexts.waits(questions.length === 0 ? [elicitation?.server ?? ''] : questionTitles(questions));
  },

  ending({ phase, declined, reason, elicitation }: QuestionItem) {
    if (phase === 'answered' && elicitation?.page !== undefined) return serverTexts.endings.opened;
    if (phase === 'withdrawn') return serverTexts.endings.withdrawn;
    if (phase !== 'dismissed' || reason === 'timedOut') return undefined;
    return declined === true ? serverTexts.endings.declined : serverTexts.endings.cancelled;
  },

  outcome(item: QuestionItem) {
    const kept = item.draft.some(isAnswered) ? [serverTexts.notSent] : [];
    switch (item.phase) {
      case 'answered':
        return item.elicitation?.page === undefined ? [] : [serverTexts.opened];
      case 'dismissed':
        return [item.reason === 'timedOut' ? serverTexts.timedOut : item.declined === true ? serverTexts.declined : serverTexts.cancelled];
      case 'withdrawn':
      case 'refused':
        return [serverTexts.withdrawn[endReasonOf(item)], ...kept];
      case 'lost':
        return [serverTexts.lost[endReasonOf(item)]];
      case 'announced':
      case 'asked':
      case 'sending':
      case 'replied':
        return [];
    }
  },

  reads({ phase }: QuestionItem) {
    return { summary: phase === 'asked' || phase === 'sending' ? serverTexts.gets : serverTexts.got, nothing: serverTexts.readsNothing };
  },

  skipHint: serverTexts.skipHint,
};
