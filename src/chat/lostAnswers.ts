// A lost question's answers as an ordinary prompt, so that the person need not type them again.
import type { Answer, Question } from '../shared/question.js';
import { answerParts, askedNow } from '../shared/answers.js';
import { withoutMentions } from '../shared/attachments.js';
import type { QuestionState } from './state.js';
import { isElicitation } from './state.js';

/** The prompt; undefined when nothing was filled in. Without mentions, because it holds Claude's own words; an answer has none either. */
export function lostAnswersPrompt(question: QuestionState): string | undefined {
  const words = wordsOf(question);
  return words === undefined ? undefined : withoutMentions(words);
}

/** The card of a lost question offers its answers as a message. */
export function hasAnswersToSend(question: QuestionState): boolean {
  return question.phase === 'lost' && question.sentAsMessage !== true && lostAnswersPrompt(question) !== undefined;
}

function wordsOf(question: QuestionState): string | undefined {
  // These answers are for a server. Claude has not asked.
  if (isElicitation(question)) return undefined;
  if (question.settlement?.type === 'reply') return question.settlement.text;
  const lines = answerLines(question);
  return lines.length === 0 ? undefined : `You asked me this before the connection was lost. My answers:\n\n${lines.join('\n')}`;
}

/** Each question that has an answer, with it. */
export function answerLines(question: Pick<QuestionState, 'questions' | 'draft'>): readonly string[] {
  const shown = askedNow(question.questions, question.draft);
  return question.questions.flatMap((asked, index) => {
    const given = question.draft[index];
    const parts = given === undefined || shown[index] !== true ? [] : spoken(asked, given);
    return parts.length === 0 ? [] : [`- ${[asked.question, ...parts.map(indented)].join('\n  ')}`];
  });
}

/** Pasted words stay off the margin, where each question begins, so they cannot pass for the answer to another one. */
function indented(text: string): string {
  return text.replace(/\r\n|[\n\v\f\r\x85\u2028\u2029]/g, '$&  ');
}

/** The answer in one line and the note in another. */
function spoken(asked: Question, given: Answer): readonly string[] {
  const parts = answerParts(asked, given);
  const answer = parts.length === 0 ? [] : [parts.join('; ')];
  return given.note.trim() === '' ? answer : [...answer, `Note: ${given.note}`];
}
