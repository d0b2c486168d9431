// Which of two answers to one question holds, where the person has answered again. Pure.
import type { Holding } from './branch.js';
import { find } from './items.js';
import type { ChatState, QuestionState } from './state.js';

/**
 * What holds once an answer is given again: what is left goes first, because both stand in the place of Claude's own question. The answer to that one may
 * not be remembered, so the new one is also said to stand in the place of what is left.
 */
export function replacedBy({ id, again, questions }: QuestionState): readonly Holding[] {
  if (again === undefined) return [];
  const { of, from } = again;
  const next = holdings(questions, id, of);
  return from === undefined ? next : [...holdings(questions, of, from), ...next, ...holdings(questions, id, from)];
}

function holdings(questions: QuestionState['questions'], holds: string, before: string): readonly Holding[] {
  return questions.map((_, position) => ({ holds: `${holds}:${position}`, before: `${before}:${position}` }));
}

/** What holds where a chat shows the branch `after` in the place of `before`, in the order of `replacedBy`. */
export function answeredAgain(before: ChatState, after: ChatState): readonly Holding[] {
  const [left, shown] = [givenOnlyIn(before, after), givenOnlyIn(after, before)];
  return [
    ...left.flatMap(({ questions, id, of }) => holdings(questions, of, id)),
    ...shown.flatMap(({ questions, id, of }) => holdings(questions, id, of)),
    ...shown.flatMap(({ questions, id, of }) => left.filter(was => was.of === of).flatMap(was => holdings(questions, id, was.id))),
  ];
}

/** The answers that the first state has and the other one lacks, each with the id of Claude's own question. */
function givenOnlyIn(
  { items }: ChatState,
  other: ChatState,
): readonly (Pick<QuestionState, 'id' | 'questions'> & { readonly of: string })[] {
  return items.flatMap(item => {
    if (item.kind !== 'question' || item.phase !== 'answered' || item.again === undefined) return [];
    const { id, questions, again } = item;
    return find(other, id, 'question') === undefined ? [{ id, questions, of: again.of }] : [];
  });
}
