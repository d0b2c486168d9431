// An answer in words: for the line of a card that is over, and for a prompt that takes it back. Pure.
import { answerParts } from '../../src/shared/answers.js';
import type { Answer, Question } from '../../src/shared/question.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { strings } from '../strings.js';
import { splitRecommended } from '../ui/optionContent.js';
import { titleOf } from './draft.js';

/** The one line that says what became of a card; its questions are named in any case. */
export function essenceOf(item: QuestionItem): string {
  const { phase, questions, draft, reply, reason } = item;
  const titles = strings.list(questions.map(titleOf));
  if (reply !== undefined) return strings.essence.join([titles, strings.essence.replied(shortened(reply))]);
  if (phase === 'answered' || phase === 'lost') {
    return strings.essence.join(questions.map((asked, index) => essenceOfAnswer(asked, index, draft[index])));
  }
  if (phase !== 'withdrawn') return titles;
  return strings.essence.join([titles, reason === 'interrupted' ? strings.essence.stopped : strings.essence.nobodyWaits]);
}

function essenceOfAnswer(asked: Question, index: number, given: Answer | undefined): string {
  const parts = answerParts(asked, given).map(part => shortened(splitRecommended(part).text));
  return parts.length === 0 ? strings.essence.skipped(titleOf(asked, index)) : strings.essence.answer(titleOf(asked, index), parts);
}

const longest = 80;

/** A label may be long too, and is never cut; own words may be a page. */
function shortened(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest).trimEnd()}…`;
}
