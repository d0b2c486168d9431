// Whether a draft can be submitted, why it cannot, and an answer in one line. Pure.
import type { Answer, Question } from '../../../src/shared/question.js';
import { answerParts, isAnsweredOrSkipped, isAnswered, answerProblem } from '../../../src/shared/answers.js';
import { strings } from '../../strings.js';
import type { Draft } from './draft.js';
import { missingTitles, questionTitle } from './draft.js';
import { problemWords } from './numberWords.js';

/** Why Submit is off; undefined when it is on. */
export function offReason(questions: readonly Question[], draft: Draft): string | undefined {
  const wrong = wrongNumber(questions, draft);
  if (wrong !== undefined) return wrong.words;
  if (draft.some(isAnswered)) return undefined;
  return draft.every(({ skipped }) => skipped) ? strings.card.allSkipped : strings.question.missing(missingTitles(questions, draft));
}

/** The first question whose typed text is no valid answer, with the reason. */
export function wrongNumber(questions: readonly Question[], draft: Draft): { readonly index: number; readonly words: string } | undefined {
  for (const [index, asked] of questions.entries()) {
    const given = draft[index];
    const problem = given?.skipped === true ? undefined : answerProblem(asked, given);
    if (problem !== undefined) return { index, words: strings.card.about(questionTitle(asked, index), problemWords(asked, problem)) };
  }
  return undefined;
}

export function answeredCount(questions: readonly Question[], draft: Draft): number {
  return questions.filter((asked, index) => stateOf(asked, draft[index]) === 'answered').length;
}

export type AnswerState = 'answered' | 'skipped' | 'notAnswered';

export function stateOf(asked: Question, given: Answer | undefined): AnswerState {
  if (given?.skipped === true) return 'skipped';
  return isAnsweredOrSkipped(asked, given) ? 'answered' : 'notAnswered';
}

/** The answer in one line; `Skipped` or `Not answered` where it has no content. */
export function answerWords(asked: Question, given: Answer): string {
  const state = stateOf(asked, given);
  if (state !== 'answered') return strings.card[state];
  return strings.list(answerParts(asked, given));
}
