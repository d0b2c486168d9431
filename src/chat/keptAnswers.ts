// Keeps a draft when a submit is undone or fails, and when a question is asked again with other input. Pure.
import { emptyAnswer, isAnswered } from '../shared/answers.js';
import { defaultAnswer, kinds } from '../shared/kinds.js';
import type { Answer, Question } from '../shared/question.js';

/** The submitted answers plus the parts of the draft that are not sent, so that all of it is back where the question opens again. */
export function keptBeside(given: readonly Answer[], draft: readonly Answer[]): readonly Answer[] {
  return given.map((one, index) => {
    const drafted = draft[index];
    if (drafted === undefined) return one;
    if (!isAnswered(one)) return drafted;
    return one.other ? one : { ...one, otherText: drafted.otherText };
  });
}

export function isSameQuestion(asked: Question | undefined, shown: Question | undefined): boolean {
  return textOf(asked) === textOf(shown);
}

/** The same for the same fields in any order: what was stored is read in the order of its schema. */
function textOf(value: Question | Answer | undefined): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/**
 * The draft for `questions`, which come in place of those that were `shown`. An answer goes with its question, also to another place; where the
 * question has other options or is of another kind, it keeps its words and the options that there still are.
 */
export function draftFor(questions: readonly Question[], shown: readonly Question[], draft: readonly Answer[]): readonly Answer[] {
  return questions.map((asked, index) => {
    const place = isSameQuestion(asked, shown[index]) ? index : shown.findIndex(({ question }) => question === asked.question);
    const was = shown[place];
    const given = draft[place];
    if (was === undefined || given === undefined) return defaultAnswer(asked);
    return isSameQuestion(asked, was) ? given : fitted(asked, was, given);
  });
}

function fitted(asked: Question, was: Question, given: Answer): Answer {
  // The person has not touched the draft, so the new default replaces it.
  if (textOf(given) === textOf(defaultAnswer(was))) return defaultAnswer(asked);
  const { hasOptions } = kinds[asked.kind];
  const labels = given.selected.flatMap(position => was.options[position]?.label ?? []);
  const selected = asked.options.flatMap(({ label }, position) => (labels.includes(label) ? [position] : []));
  const other = asked.onlyOptions !== true && (given.other || (!hasOptions && given.otherText !== ''));
  const fits = asked.multiSelect || (!other && selected.length <= 1);
  return { ...emptyAnswer, ...given, other, selected: fits ? selected : [] };
}
