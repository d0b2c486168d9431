// The line that chooses options by their numbers, as in a terminal. Pure.
import type { Answer, Question } from '../../../src/shared/question.js';
import { splitRecommended } from '../../ui/recommended.js';
import { questionWords } from '../words.js';
import { strings } from '../../strings.js';

/**
 * The answer that a list of numbers in the box for own words gives: `2`, `1,2`, and with the number behind the last option an own answer that is
 * still to be typed. `shown`: the positions of the options in sight, which are counted from 1. Undefined for any other text.
 */
export function answerByNumbers({ multiSelect, options }: Question, given: Answer, shown: readonly number[]): Answer | undefined {
  const text = given.otherText.trim();
  if (options.length === 0 || !given.other || !/^\d{1,2}(?:[\s,;]+\d{1,2})*$/.test(text)) return undefined;
  const numbers = [...new Set(text.split(/[\s,;]+/).map(Number))];
  const isAll = numbers.every(number => number >= 1 && number <= shown.length + 1);
  if (!isAll || (!multiSelect && numbers.length > 1)) return undefined;
  const selected = numbers.flatMap(number => shown[number - 1] ?? []).sort((left, right) => left - right);
  return { ...given, selected, other: numbers.includes(shown.length + 1), otherText: '', skipped: false };
}

/** What Enter does with the numbers that are typed; empty where there are none. */
export function numbersHint(asked: Question, given: Answer, shown: readonly number[]): string {
  const chosen = answerByNumbers(asked, given, shown);
  if (chosen === undefined) return '';
  const labels = chosen.selected.map(position => splitRecommended(asked.options[position]?.label ?? '').text);
  if (!chosen.other) return questionWords.numbers.choose(strings.list(labels));
  return labels.length === 0 ? questionWords.numbers.own : questionWords.numbers.chooseAndOwn(strings.list(labels));
}
