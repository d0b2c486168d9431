// The words beside a question about its answer: whether one is needed, and whether it is the suggested one. Pure.
import { defaultAnswer } from '../../../src/shared/kinds.js';
import type { Answer, Question } from '../../../src/shared/question.js';
import type { Draft } from './draft.js';
import { questionWords } from '../words.js';

const words = questionWords.rules;

export function markOf({ questions, draft }: { readonly questions: readonly Question[]; readonly draft: Draft }, index: number): string {
  const asked = questions[index];
  if (asked === undefined) return '';
  const some = questions.length > 1 && questions.some(({ required }) => required === true);
  const need = !some ? [] : [asked.required === true ? words.required : words.optional];
  // The words stay when the answer has been changed, so that nothing moves.
  const suggested = asked.defaultValue === undefined ? [] : [isSame(defaultAnswer(asked), draft[index]) ? words.suggested : words.changed];
  return [...need, ...suggested].join(' · ');
}

function isSame(suggested: Answer, given: Answer | undefined): boolean {
  const content = (one: Answer | undefined): string => JSON.stringify([one?.selected, one?.other, one?.otherText, one?.skipped]);
  return content(suggested) === content(given);
}
