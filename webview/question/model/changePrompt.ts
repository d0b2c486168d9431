// The beginning of a prompt that revises an ended question. The person writes its end and sends it.
import { answerParts, askedNow } from '../../../src/shared/answers.js';
import type { Answer, Question } from '../../../src/shared/question.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { questionWords } from '../words.js';

/** The beginning of the prompt; the person types the new answer behind it. */
export function changePrompt(item: QuestionItem): string {
  const { questions, draft } = item;
  const shown = askedNow(questions, draft);
  const words = questions.flatMap((asked, index) =>
    shown[index] === true ? [{ question: asked.question.trim(), was: whatItWas(item, asked, draft[index]) }] : [],
  );
  const [first] = words;
  if (first !== undefined && words.length === 1) return questionWords.changePrompt.one(first.question, first.was);
  return questionWords.changePrompt.several(words.map(({ question, was }) => questionWords.changePrompt.line(question, was)));
}

function whatItWas({ phase, reply, reason }: QuestionItem, asked: Question, given: Answer | undefined): string {
  if (reply !== undefined) return questionWords.changePrompt.replied(reply);
  const parts = answerParts(asked, given);
  const note = given?.note.trim() ?? '';
  const end = phase === 'withdrawn' ? 'withdrawn' : reason === 'timedOut' ? 'timedOut' : 'dismissed';
  return [
    ...(phase === 'answered' ? [] : [questionWords.changePrompt[end]]),
    ...(parts.length > 0
      ? [ended((phase === 'answered' ? questionWords.changePrompt.answered : questionWords.changePrompt.filledIn)(parts))]
      : []),
    ...(parts.length === 0 && phase === 'answered' ? [questionWords.changePrompt.skipped] : []),
    ...(note === '' ? [] : [ended(questionWords.changePrompt.note(note))]),
  ].join(' ');
}

/** Adds a full stop unless the person's text has one. */
function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
