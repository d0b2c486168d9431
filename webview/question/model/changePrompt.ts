// The beginning of a prompt that revises an ended question. The person writes its end and sends it.
import { answerParts } from '../../../src/shared/answers.js';
import type { Answer, Question } from '../../../src/shared/question.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { strings } from '../../strings.js';

/** The beginning of the prompt; the person types the new answer behind it. */
export function changePrompt(item: QuestionItem): string {
  const { questions, draft } = item;
  const words = questions.map((asked, index) => ({ question: asked.question.trim(), was: whatItWas(item, asked, draft[index]) }));
  const [first] = words;
  if (first !== undefined && words.length === 1) return strings.changePrompt.one(first.question, first.was);
  return strings.changePrompt.several(words.map(({ question, was }) => strings.changePrompt.line(question, was)));
}

function whatItWas({ phase, reply, reason }: QuestionItem, asked: Question, given: Answer | undefined): string {
  if (reply !== undefined) return strings.changePrompt.replied(reply);
  const parts = answerParts(asked, given);
  const note = given?.note.trim() ?? '';
  const end = phase === 'withdrawn' ? 'withdrawn' : reason === 'timedOut' ? 'timedOut' : 'dismissed';
  return [
    ...(phase === 'answered' ? [] : [strings.changePrompt[end]]),
    ...(parts.length > 0 ? [ended((phase === 'answered' ? strings.changePrompt.answered : strings.changePrompt.filledIn)(parts))] : []),
    ...(parts.length === 0 && phase === 'answered' ? [strings.changePrompt.skipped] : []),
    ...(note === '' ? [] : [ended(strings.changePrompt.note(note))]),
  ].join(' ');
}

/** Adds a full stop unless the person's text has one. */
function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
