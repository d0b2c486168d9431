// A lost question's answers as an ordinary prompt: what the person would otherwise have to type again.
import type { Answer, Question } from '../shared/question.js';
import { isAnswered } from '../shared/answers.js';
import type { QuestionState } from './state.js';

/** The prompt, or undefined when nothing was filled in. */
export function lostAnswersPrompt(question: QuestionState): string | undefined {
  if (question.settlement?.type === 'reply') return question.settlement.text;
  const lines = question.questions.flatMap((asked, index) => {
    const given = question.draft[index];
    const parts = given === undefined ? [] : spoken(asked, given);
    return parts.length === 0 ? [] : [`- ${asked.question}\n${parts.map(part => `  ${part}`).join('\n')}`];
  });
  if (lines.length === 0) return undefined;
  return `You asked me this before the connection was lost. My answers:\n\n${lines.join('\n')}`;
}

/** The answer, and the note on a line of its own. */
function spoken(asked: Question, given: Answer): readonly string[] {
  const labels = given.selected.map(position => asked.options[position]?.label ?? '');
  const own = given.other && given.otherText.trim() !== '' ? [given.otherText] : [];
  const answer = isAnswered(given) ? [[...labels, ...own].join('; ')] : [];
  return given.note.trim() === '' ? answer : [...answer, `Note: ${given.note}`];
}
