// Whether what is filled in can go to Claude, what stands in the way, and how an answer is told in a line. Pure.
import type { Answer, Question } from '../../src/shared/question.js';
import { answerParts, canSend, isAnswered, numberProblem } from '../../src/shared/answers.js';
import { strings } from '../strings.js';
import type { Draft } from './draft.js';
import { missingTitles, titleOf } from './draft.js';
import { problemWords } from './numberWords.js';

/** Why Submit is off, in words; undefined when it is on. */
export function offReason(questions: readonly Question[], draft: Draft): string | undefined {
  const wrong = wrongNumber(questions, draft);
  if (wrong !== undefined) return wrong.words;
  if (draft.some(isAnswered)) return undefined;
  return draft.every(({ skipped }) => skipped) ? strings.card.allSkipped : strings.question.missing(missingTitles(questions, draft));
}

/** The first number that is none, or out of bounds: its question, and what is wrong with it. */
export function wrongNumber(questions: readonly Question[], draft: Draft): { readonly index: number; readonly words: string } | undefined {
  for (const [index, asked] of questions.entries()) {
    const given = draft[index];
    const problem = given?.skipped === true ? undefined : numberProblem(asked, given);
    if (problem !== undefined) return { index, words: strings.card.about(titleOf(asked, index), problemWords(asked, problem)) };
  }
  return undefined;
}

export function answeredCount(questions: readonly Question[], draft: Draft): number {
  return questions.filter((asked, index) => stateOf(asked, draft[index]) === 'answered').length;
}

export type AnswerState = 'answered' | 'skipped' | 'notAnswered';

export function stateOf(asked: Question, given: Answer | undefined): AnswerState {
  if (given?.skipped === true) return 'skipped';
  return canSend(asked, given) ? 'answered' : 'notAnswered';
}

/** What is filled in, in a line; what became of it where nothing counts. */
export function answerWords(asked: Question, given: Answer): string {
  const state = stateOf(asked, given);
  if (state !== 'answered') return strings.card[state];
  return strings.list(answerParts(asked, given));
}
