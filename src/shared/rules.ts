// The rules that a question of `ask_user` or an elicitation may set for its answer, and what the host takes for a valid answer.
// shared/answers has what holds without rules.
import { answerProblem, askedNow, isAnswered, isAnsweredOrSkipped } from './answers.js';
import type { AnswerProblem } from './kinds.js';
import { compilePattern } from './pattern.js';
import type { Answer, Question } from './question.js';

/** Why this answer does not keep to what the question asks for; undefined where it does, and where nothing is filled in. */
export function ruleProblem(asked: Question, given: Answer | undefined): AnswerProblem | undefined {
  if (given === undefined || !isAnswered(given)) return undefined;
  const text = given.otherText.trim();
  const counted = answerProblem(asked, given) ?? choicesProblem(asked, given);
  if (counted !== undefined || !given.other || text === '') return counted;
  return formProblem(asked, text) ?? lengthProblem(asked, text);
}

function choicesProblem({ minChoices, maxChoices }: Question, { selected, other, otherText }: Answer): AnswerProblem | undefined {
  // An empty own answer is not sent.
  const count = selected.length + (other && otherText.trim() !== '' ? 1 : 0);
  if (minChoices !== undefined && count < minChoices) return { code: 'tooFewChoices', limit: minChoices };
  return maxChoices !== undefined && count > maxChoices ? { code: 'tooManyChoices', limit: maxChoices } : undefined;
}

function formProblem(asked: Question, text: string): AnswerProblem | undefined {
  const { integer, format, pattern } = asked;
  if (integer === true && !Number.isInteger(Number(text))) return { code: 'notWhole' };
  if (format === 'email' && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)) return { code: 'notAnEmail' };
  if (format === 'uri' && !/^[a-z][a-z\d+.-]*:\S+$/i.test(text)) return { code: 'notAUri' };
  const matches = pattern === undefined ? undefined : compilePattern(pattern);
  if (matches === undefined) return undefined;
  if (lengthOf(text) > longestMatched) return { code: 'tooLong', limit: longestMatched };
  return matches(text) ? undefined : { code: 'otherForm' };
}

function lengthProblem({ minLength, maxLength }: Question, text: string): AnswerProblem | undefined {
  const length = lengthOf(text);
  if (minLength !== undefined && length < minLength) return { code: 'tooShort', limit: minLength };
  return maxLength !== undefined && length > maxLength ? { code: 'tooLong', limit: maxLength } : undefined;
}

/** The most characters that a pattern is matched with. It may take thousands of steps for each of them, and both card and host wait. */
const longestMatched = 5_000;

/** Counts code points, as JSON Schema does. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/**
 * Whether these answers can be sent for these questions: one for each, at least one with content, only positions that exist, one
 * pick in a single select, an answer to each question that needs one, and no rule broken. What is not asked does not count.
 */
export function areValidAnswers(questions: readonly Question[], answers: readonly Answer[]): boolean {
  const shown = askedNow(questions, answers);
  return (
    questions.length === answers.length &&
    answers.some((given, index) => shown[index] === true && isAnswered(given)) &&
    questions.every((asked, index) => shown[index] !== true || isValid(asked, answers[index]))
  );
}

function isValid(asked: Question, given: Answer | undefined): boolean {
  if (given === undefined || !isAnsweredOrSkipped(asked, given)) return false;
  const inRange = given.selected.every(position => position < asked.options.length);
  const distinct = new Set(given.selected).size === given.selected.length;
  const parts = given.selected.length + (given.other ? 1 : 0);
  const fits = inRange && distinct && (asked.multiSelect || parts <= 1) && !(asked.onlyOptions === true && given.other);
  return fits && (given.skipped || ruleProblem(asked, given) === undefined);
}
