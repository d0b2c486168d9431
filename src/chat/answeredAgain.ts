// Which of two answers to one question holds, where the person has answered again. Pure.
import type { Holding } from './branch.js';
import type { ChatState, QuestionState } from './state.js';

/** What holds once an answer is given again: what is left goes first, because both stand in the place of Claude's own question. */
export function replacedBy({ id, again, questions }: QuestionState): readonly Holding[] {
  if (again === undefined) return [];
  const { of, from } = again;
  return [...(from === undefined ? [] : holdings(questions, of, from)), ...holdings(questions, id, of)];
}

function holdings(questions: QuestionState['questions'], holds: string, before: string): readonly Holding[] {
  return questions.map((_, position) => ({ holds: `${holds}:${position}`, before: `${before}:${position}` }));
}

/** What holds where a chat shows the branch `after` in the place of `before`: what is left goes first, because both may stand in the place of a third one. */
export function answeredAgain(before: ChatState, after: ChatState): readonly Holding[] {
  const isIn = ({ items }: ChatState, id: string): boolean => items.some(item => item.kind === 'question' && item.id === id);
  const only = (one: ChatState, other: ChatState): readonly Holding[] =>
    one.items.flatMap(item =>
      item.kind === 'question' && item.phase === 'answered' && item.again !== undefined && !isIn(other, item.id)
        ? holdings(item.questions, item.id, item.again.of)
        : [],
    );
  return [...only(before, after).map(({ holds, before: was }) => ({ holds: was, before: holds })), ...only(after, before)];
}
