// Words for what a question asks of its answer, and for what is wrong with an answer. Pure.
import type { Question, Answer } from '../../../src/shared/question.js';
import { answerProblem } from '../../../src/shared/answers.js';
import { ruleProblem } from '../../../src/shared/rules.js';
import { questionWords } from '../words.js';
import { strings } from '../../strings.js';

const words = questionWords.rules;

/** The sentence that says what keeps the answer from being sent; undefined where nothing does. */
export function problemSentence(asked: Question, given: Answer | undefined): string | undefined {
  const problem = answerProblem(asked, given) ?? ruleProblem(asked, given);
  if (problem === undefined) return undefined;
  const { code, limit } = problem;
  const sentence: (limit: string, asked: Question) => string = questionWords.problems[code];
  return asked.messages?.find(one => one.code === code)?.text ?? sentence(limitWords(asked, limit), asked);
}

/** What the answer must keep to, in words; empty where any answer will do. */
export function rulesWords(asked: Question): string {
  const { min, max, step, unit, kind, integer, format, withTime, earliest, latest } = asked;
  const { minLength, maxLength, minChoices, maxChoices } = asked;
  const parts = [
    ...between(min, max, value => limitWords(asked, value), words.between, words.atLeast, words.atMost),
    ...(integer === true ? [words.whole] : []),
    ...(step !== undefined ? [words.steps(limitWords(asked, step))] : []),
    // A bound shows the form of a date by itself, and a second date beside it would be taken for a bound.
    ...(kind === 'date' && earliest === undefined && latest === undefined ? [withTime === true ? words.dateWithTime : words.date] : []),
    ...between(earliest, latest, String, words.fromTo, words.from, words.until),
    ...(format === undefined ? [] : [words[format]]),
    ...between(minLength, maxLength, String, words.lengthBetween, words.lengthAtLeast, words.lengthAtMost),
    ...between(minChoices, maxChoices, String, words.choicesBetween, words.choicesAtLeast, words.choicesAtMost),
  ];
  if (parts.length === 0) return unit ?? '';
  const text = strings.list(parts);
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

function between<T>(
  least: T | undefined,
  most: T | undefined,
  text: (value: T) => string,
  both: (least: string, most: string) => string,
  atLeast: (least: string) => string,
  atMost: (most: string) => string,
): readonly string[] {
  if (least !== undefined && most !== undefined) return [both(String(least), text(most))];
  if (least !== undefined) return [atLeast(text(least))];
  return most === undefined ? [] : [atMost(text(most))];
}

function limitWords({ unit = '', kind }: Question, value: number | string = ''): string {
  const text = String(value);
  if (kind === 'date') return text.replace('T', ' ');
  return unit === '' ? text : `${text} ${unit}`;
}
