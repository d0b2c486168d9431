// The rules of an answer: when it can be sent, how it reads; and which phases are final. Without schemas, so that
// importing it is cheap; what only some questions ask for is in shared/rules.
import type { AnswerProblem } from './kinds.js';
import { emptyAnswer, kinds } from './kinds.js';
import type { Answer, Condition, HostEdit, Question, QuestionPhase } from './question.js';

export { emptyAnswer };

/**
 * The answer after a host edit: its text goes behind the text of the box, with a blank before and after. Text put into Other also
 * selects Other. A note is no answer, so a skipped question stays skipped.
 */
export function editedByHost(asked: Question, given: Answer, { field, text }: HostEdit): Answer {
  const old = given[field];
  const grown = `${old}${/(?:^|\s)$/.test(old) ? '' : ' '}${text} `;
  const own = field === 'otherText' ? { other: true, skipped: false, selected: asked.multiSelect ? given.selected : [] } : {};
  return { ...given, ...own, [field]: grown };
}

/**
 * Applies the host edits after the first `on` to an answer that was edited without them. Card and host both do this, so both end
 * with the same text and no letter of the person is lost.
 */
export function withLaterEdits(asked: Question, given: Answer, index: number, edits: readonly HostEdit[], on: number): Answer {
  const later = edits.slice(on).filter(({ question }) => question === index);
  return later.reduce((grown, edit) => editedByHost(asked, grown, edit), given);
}

/** Whether this answer has content to send: an option, or own words. A note alone is no answer. */
export function isAnswered(given: Answer | undefined): boolean {
  if (given === undefined || given.skipped) return false;
  return given.other ? given.otherText.trim() !== '' || given.selected.length > 0 : given.selected.length > 0;
}

/** The person's own words for a question, with the unit of a number; undefined where they do not count. */
export function otherTextOf(asked: Question, given: Answer | undefined): string | undefined {
  const words = given?.otherText.trim() ?? '';
  if (given?.other !== true || words === '') return undefined;
  return kinds[asked.kind].toWords(asked, words);
}

/** The answer as labels and words; empty where there is no answer. */
export function answerParts(asked: Question, given: Answer | undefined): readonly string[] {
  if (given === undefined || !isAnswered(given)) return [];
  const labels = given.selected.map(position => asked.options[position]?.label ?? '');
  const own = otherTextOf(asked, given);
  return own === undefined ? labels : [...labels, own];
}

/** Why the typed text cannot be sent as the answer to this question; undefined where it can, and where nothing is typed. */
export function answerProblem(question: Question, given: Answer | undefined): AnswerProblem | undefined {
  const text = given?.otherText.trim() ?? '';
  return text === '' ? undefined : kinds[question.kind].validate(question, text);
}

/** Whether this answer can be sent for this question; a skipped one can, unless the question needs an answer. */
export function isAnsweredOrSkipped(asked: Question, given: Answer | undefined): boolean {
  if (given?.skipped === true) return asked.required !== true;
  return isAnswered(given) && answerProblem(asked, given) === undefined;
}

/**
 * Which of the questions are asked, as far as they are answered: a question that depends on another is asked while its condition holds, and none
 * depends on a question that comes after it.
 */
export function askedNow(questions: readonly Question[], draft: readonly Answer[]): readonly boolean[] {
  const asked: boolean[] = [];
  for (const { showIf } of questions) {
    const other = showIf && questions[showIf.question];
    asked.push(
      showIf === undefined || (other !== undefined && asked[showIf.question] === true && holds(showIf, other, draft[showIf.question])),
    );
  }
  return asked;
}

function holds({ is, isNot }: Condition, other: Question, given: Answer | undefined): boolean {
  if (given === undefined || !isAnswered(given)) return false;
  const parts = given.selected.map(position => other.options[position]?.label);
  if (given.other) parts.push(kinds[other.kind].toCompare(given.otherText.trim()));
  return (is === undefined || parts.some(part => is.includes(part ?? ''))) && !parts.some(part => isNot?.includes(part ?? '') === true);
}

/** The answers as they would be sent now: an answer without content counts as skipped, and what does not count is left out. */
export function normalizeAnswers(questions: readonly Question[], draft: readonly Answer[]): readonly Answer[] {
  const shown = askedNow(questions, draft);
  return questions.map((asked, index) => {
    const given = draft[index] ?? emptyAnswer;
    if (shown[index] !== true) return { ...emptyAnswer, skipped: true };
    if (!isAnsweredOrSkipped(asked, given) || given.skipped) return { ...emptyAnswer, note: given.note, skipped: true };
    return given.other && given.otherText.trim() !== '' ? given : { ...given, other: false, otherText: '' };
  });
}

const finalPhases: readonly string[] = ['answered', 'dismissed', 'replied', 'withdrawn', 'refused', 'lost'] satisfies QuestionPhase[];

export function isFinal(phase: string): boolean {
  return finalPhases.includes(phase);
}
