// The one-line summary of an ended card. Pure.
import { answerParts } from '../../../src/shared/answers.js';
import type { Answer, Question } from '../../../src/shared/question.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { strings } from '../../strings.js';
import { splitRecommended } from '../../ui/recommended.js';
import { questionTitle } from './draft.js';

/** The line for the outcome of a card; it always names the questions. */
export function essenceOf(item: QuestionItem): string {
  const { phase, questions, draft, reply, reason } = item;
  const titles = strings.list(questions.map(questionTitle));
  if (reply !== undefined) return strings.essence.join([titles, strings.essence.replied(shortened(reply))]);
  if (phase === 'answered' || phase === 'lost') {
    return strings.essence.join(questions.map((asked, index) => essenceOfAnswer(asked, index, draft[index])));
  }
  if (phase !== 'withdrawn') return titles;
  return strings.essence.join([titles, reason === 'interrupted' ? strings.essence.stopped : strings.essence.nobodyWaits]);
}

function essenceOfAnswer(asked: Question, index: number, given: Answer | undefined): string {
  const parts = answerParts(asked, given).map(part => shortened(splitRecommended(part).text));
  return parts.length === 0
    ? strings.essence.skipped(questionTitle(asked, index))
    : strings.essence.answer(questionTitle(asked, index), parts);
}

const longest = 80;

/** Shortens own words, which may be a page; labels are never cut. */
function shortened(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest).trimEnd()}…`;
}
