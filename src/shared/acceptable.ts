// Whether answers can be sent to an MCP server, which asks by an elicitation.
import type { Answer, Question } from './question.js';
import { areValidAnswers } from './rules.js';

/**
 * Whether these answers can be sent to the server. Unlike Claude, it may ask for nothing that has to be filled in, and takes an empty form for
 * an answer; a page to be opened comes without any question.
 */
export function areAcceptable(questions: readonly Question[], answers: readonly Answer[]): boolean {
  return areValidAnswers(questions, answers) || (answers.length === questions.length && isEmpty(questions, answers));
}

function isEmpty(questions: readonly Question[], answers: readonly Answer[]): boolean {
  return questions.every(({ required }, index) => required !== true && answers[index]?.skipped === true);
}
