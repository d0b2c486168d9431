// A lost question's answers as an ordinary prompt: what the person would otherwise have to type again.
import type { Answer, Question } from '../shared/question.js';
import { isAnswered } from '../shared/answers.js';
import type { QuestionState } from './state.js';

/** The prompt, or undefined when nothing was filled in. */
export function lostAnswersPrompt(question: QuestionState): string | undefined {
  if (question.settlement?.type === 'reply') return question.settlement.text;
  const lines = question.questions.flatMap((asked, index) => {
    const given = question.draft[index];
    return isAnswered(given) && given !== undefined ? [`- ${asked.question}\n  ${spoken(asked, given)}`] : [];
  });
  if (lines.length === 0) return undefined;
  return `You asked me this before the connection was lost. My answers:\n\n${lines.join('\n')}`;
}

function spoken(asked: Question, given: Answer): string {
  const parts = given.selected.map(position => asked.options[position]?.label ?? '');
  return [...parts, ...(given.other ? [given.otherText] : [])].join('; ');
}
