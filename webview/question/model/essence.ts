// What a collapsed card that is over says: its outcome in one line, and each question with its answer and note. Pure.
import { answerParts, askedNow, isAnswered } from '../../../src/shared/answers.js';
import { oneLine } from '../../../src/shared/plain.js';
import type { Answer, Question } from '../../../src/shared/question.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { splitRecommended } from '../../ui/recommended.js';
import type { AskerWords } from './asker.js';
import { stateOf } from './submission.js';
import { endReasonOf } from './outcome.js';
import { questionWords } from '../words.js';
import { strings } from '../../strings.js';

/** How the card ended, and the reply, the answer, or the number of answers; `words` is empty where there is none of them. */
export interface Ending {
  readonly outcome: string;
  readonly words: string;
}

export function endingOf(item: QuestionItem, asker: AskerWords | undefined): Ending {
  const { reply, questions, draft } = item;
  const outcome = asker?.ending(item) ?? outcomeOf(item);
  if (reply !== undefined) return { outcome, words: shortened(reply) };
  const [first] = questions;
  if (first === undefined || !isSent(item)) return { outcome, words: '' };
  return {
    outcome,
    words:
      questions.length === 1
        ? answerOf(first, draft[0])
        : howMany(askedNow(questions, draft).filter(Boolean).length, draft.filter(isAnswered).length),
  };
}

function howMany(all: number, answered: number): string {
  return answered === all ? questionWords.count(all) : questionWords.essence.someAnswered(answered, all);
}

function outcomeOf(item: QuestionItem): string {
  if (item.phase === 'withdrawn') return questionWords.essence.withdrawn[endReasonOf(item)];
  if (item.phase === 'dismissed' && item.reason === 'timedOut') return questionWords.essence.timedOut;
  return item.phase === 'lost' && item.resent === true ? questionWords.heads.resent : questionWords.heads[item.phase];
}

/** A question as Claude wrote it, the answer where the head of the card does not say it, and the person's note; both may be empty. */
interface EssenceLine {
  readonly question: string;
  readonly answer: string;
  readonly note: string;
}

export function essenceOf(item: QuestionItem): readonly EssenceLine[] {
  const { questions, draft } = item;
  const shown = askedNow(questions, draft);
  return questions.flatMap((asked, index) => {
    const given = draft[index];
    if (shown[index] !== true) return [];
    return [{ question: asked.question, answer: lineAnswer(item, asked, given), note: given?.note.trim() ?? '' }];
  });
}

function lineAnswer(item: QuestionItem, asked: Question, given: Answer | undefined): string {
  const words = answerOf(asked, given);
  if (!isSent(item)) return words === '' ? '' : questionWords.essence.notSent(words);
  if (item.questions.length === 1) return '';
  return words === '' ? questionWords.card[stateOf(asked, given) === 'skipped' ? 'skipped' : 'notAnswered'] : words;
}

/** Whether Claude got the answers of the draft. */
function isSent({ phase, resent, reply }: QuestionItem): boolean {
  return reply === undefined && (phase === 'answered' || resent === true);
}

/** Empty where there is no answer. */
function answerOf(asked: Question, given: Answer | undefined): string {
  return strings.list(answerParts(asked, given).map(part => shortened(splitRecommended(part).text)));
}

const longest = 120;

/** One line of a text that may be a page. */
function shortened(words: string): string {
  return oneLine(words.replace(/\s+/g, ' '), longest);
}
