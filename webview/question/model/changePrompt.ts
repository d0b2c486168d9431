// The beginning of a prompt that revises an ended question. The person writes its end and sends it.
import { answerParts, askedNow } from '../../../src/shared/answers.js';
import type { Answer, Question } from '../../../src/shared/question.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { laterStrings } from '../../laterStrings.js';

/** The beginning of the prompt; the person types the new answer behind it. */
export function changePrompt(item: QuestionItem): string {
  const { questions, draft } = item;
  const shown = askedNow(questions, draft);
  const words = questions.flatMap((asked, index) =>
    shown[index] === true ? [{ question: asked.question.trim(), was: whatItWas(item, asked, draft[index]) }] : [],
  );
  const [first] = words;
  if (first !== undefined && words.length === 1) return laterStrings.changePrompt.one(first.question, first.was);
  return laterStrings.changePrompt.several(words.map(({ question, was }) => laterStrings.changePrompt.line(question, was)));
}

function whatItWas({ phase, reply, reason }: QuestionItem, asked: Question, given: Answer | undefined): string {
  if (reply !== undefined) return laterStrings.changePrompt.replied(reply);
  const parts = answerParts(asked, given);
  const note = given?.note.trim() ?? '';
  const end = phase === 'withdrawn' ? 'withdrawn' : reason === 'timedOut' ? 'timedOut' : 'dismissed';
  return [
    ...(phase === 'answered' ? [] : [laterStrings.changePrompt[end]]),
    ...(parts.length > 0
      ? [ended((phase === 'answered' ? laterStrings.changePrompt.answered : laterStrings.changePrompt.filledIn)(parts))]
      : []),
    ...(parts.length === 0 && phase === 'answered' ? [laterStrings.changePrompt.skipped] : []),
    ...(note === '' ? [] : [ended(laterStrings.changePrompt.note(note))]),
  ].join(' ');
}

/** Adds a full stop unless the person's text has one. */
function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
