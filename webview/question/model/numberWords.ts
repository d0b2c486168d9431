// Words for the bounds of a number question and for a text that is no valid number. Pure.
import type { Question } from '../../../src/shared/question.js';
import type { AnswerProblem } from '../../../src/shared/kinds.js';
import { strings } from '../../strings.js';

/** The allowed numbers in words; empty where any number is allowed. */
export function boundsWords(asked: Question): string {
  const { min, max, step } = asked;
  const parts = [];
  if (min !== undefined && max !== undefined) parts.push(strings.card.between(String(min), withUnit(asked, max)));
  else if (min !== undefined) parts.push(strings.card.atLeast(withUnit(asked, min)));
  else if (max !== undefined) parts.push(strings.card.atMost(withUnit(asked, max)));
  if (step !== undefined) parts.push(strings.card.steps(withUnit(asked, step)));
  if (parts.length === 0 && asked.unit !== undefined) parts.push(asked.unit);
  return strings.list(parts);
}

/** The sentence for what keeps the typed text from being an answer. */
export function problemWords(asked: Question, problem: AnswerProblem): string {
  return strings.card[problem.code](withUnit(asked, problem.limit));
}

export function withUnit({ unit = '' }: Question, value: number | string = ''): string {
  return strings.card.unit(String(value), unit);
}
