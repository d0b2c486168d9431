// Questions and answers as tests want them: what is said, and for the rest the plainest.
import type { Answer, Question } from '../../src/shared/question.js';
import { emptyAnswer } from '../../src/shared/answers.js';

export function choice(question: string, header: string, labels: readonly string[], more: Partial<Question> = {}): Question {
  return { kind: 'choice', question, header, multiSelect: false, options: labels.map(label => ({ label })), ...more };
}

export function answer(given: Partial<Answer> = {}): Answer {
  return { ...emptyAnswer, ...given };
}

export const pick = (...selected: number[]): Answer => answer({ selected });

export const own = (otherText: string, ...selected: number[]): Answer => answer({ selected, other: true, otherText });
