// Whether a draft can be submitted, why it cannot, and an answer in one line. Pure.
import type { Answer, Question } from '../../../src/shared/question.js';
import { answerParts, isAnsweredOrSkipped, isAnswered, answerProblem } from '../../../src/shared/answers.js';
import { strings } from '../../strings.js';
import type { Draft } from './draft.js';
import { questionTitle } from './draft.js';
import { problemWords } from './numberWords.js';

/** Why Submit is off; undefined when it is on. */
export function offReason(questions: readonly Question[], draft: Draft): string | undefined {
  const wrong = wrongNumber(questions, draft);
  if (wrong !== undefined) return wrong.words;
  if (draft.some(isAnswered)) return undefined;
  if (draft.every(({ skipped }) => skipped)) return strings.card.allSkipped;
  if (questions.length > 1) return strings.question.answerOne;
  return (questions[0]?.options.length ?? 0) > 0 ? strings.question.chooseAnswer : strings.question.typeAnswer;
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

/** How far a set is, in words: "1 answered, 1 skipped, 2 left". */
export function progressWords(questions: readonly Question[], draft: Draft): string {
  const states = questions.map((asked, index) => stateOf(asked, draft[index]));
  const count = (state: AnswerState): number => states.filter(one => one === state).length;
  return strings.question.progress(count('answered'), count('skipped'), count('notAnswered'));
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
