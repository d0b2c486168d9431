// A number question in words: its bounds, and what is wrong with what is typed. Pure.
import type { Question } from '../../src/shared/question.js';
import type { NumberProblem } from '../../src/shared/answers.js';
import { strings } from '../strings.js';

/** What may be typed; empty where anything may. */
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

export function problemWords(asked: Question, problem: NumberProblem): string {
  switch (problem) {
    case 'notANumber':
      return strings.card.notANumber;
    case 'tooSmall':
      return strings.card.tooSmall(withUnit(asked, asked.min));
    case 'tooLarge':
      return strings.card.tooLarge(withUnit(asked, asked.max));
  }
}

export function withUnit({ unit = '' }: Question, value: number | string = ''): string {
  return strings.card.unit(String(value), unit);
}
