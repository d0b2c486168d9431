// What an answer must have to be one, and which phases are the last. Without schemas, so that nothing is built to use it.
import type { Answer, Question, QuestionPhase } from './question.js';

export const emptyAnswer: Answer = { selected: [], other: false, otherText: '' };

/** Whether this answer says anything: an option, or an own answer with text in it. */
export function isAnswered(given: Answer | undefined): boolean {
  return given !== undefined && (given.other ? given.otherText.trim() !== '' : given.selected.length > 0);
}

/** Whether these answers are complete and fit these questions: one for each, positions that exist, one pick in a single select. */
export function fits(questions: readonly Question[], answers: readonly Answer[]): boolean {
  return (
    questions.length === answers.length &&
    questions.every((asked, index) => {
      const given = answers[index];
      if (given === undefined || !isAnswered(given)) return false;
      const inRange = given.selected.every(position => position < asked.options.length);
      const distinct = new Set(given.selected).size === given.selected.length;
      return inRange && distinct && (asked.multiSelect || given.selected.length + (given.other ? 1 : 0) === 1);
    })
  );
}

const finalPhases: ReadonlySet<QuestionPhase> = new Set(['answered', 'dismissed', 'replied', 'withdrawn', 'refused', 'lost']);

export function isFinal(phase: QuestionPhase): boolean {
  return finalPhases.has(phase);
}
