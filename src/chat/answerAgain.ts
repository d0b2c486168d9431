// A question that the person answers once more, in a branch in which Claude has not asked it: its answer goes as a message that says what was asked. Pure.
import { withoutMentions } from '../shared/attachments.js';
import { normalizeAnswers } from '../shared/answers.js';
import { areValidAnswers } from '../shared/rules.js';
import { answerLines } from './lostAnswers.js';
import { sendPrompt } from './prompts.js';
import { toQuestion } from './questionSteps.js';
import type { Settlement } from './settlement.js';
import type { QuestionState } from './state.js';
import { openQuestions } from './state.js';
import type { Step } from './stepResult.js';

/** The card, open, with what was filled in. It waits as one does that is handed back, so it outlives its window. `id`: of no other item. */
export function questionAgain(
  { id: from, again, tool, title, questions, raw, draft }: QuestionState,
  id: string,
  uuid: string,
): QuestionState {
  const asked = { ...(tool && { tool }), ...(title !== undefined && { title }), questions, raw, draft };
  return {
    kind: 'question',
    id,
    phase: 'parked',
    ...asked,
    revision: 0,
    hostEdits: [],
    again: { ...(again === undefined ? { of: from } : { of: again.of, from }), uuid },
  };
}

/** Sends what the person has submitted. A dismissal sends nothing, and the card is gone. */
export function withAnswerSent(step: Step, now: number): Step {
  const { state, effects } = step;
  const question = openQuestions(state).find(({ again, phase }) => again !== undefined && phase === 'sending');
  const { id, settlement, again } = question ?? {};
  if (question === undefined || id === undefined || settlement === undefined || again === undefined) return step;
  if (settlement.type === 'dismiss') return { state: { ...state, items: state.items.filter(item => item !== question) }, effects };
  const sent = sendPrompt(toQuestion(state, id, { type: 'taken' }, now), { uuid: again.uuid, text: messageOf(question, settlement) });
  return { state: sent.state, effects: [...effects, ...sent.effects] };
}

/** The message that the draft would become; undefined while nothing can be sent. */
export function readsAgain(question: QuestionState): string | undefined {
  const { phase, questions, draft } = question;
  const answers = normalizeAnswers(questions, draft);
  return phase === 'parked' && areValidAnswers(questions, answers) ? messageOf(question, { type: 'answer', answers }) : undefined;
}

function messageOf({ questions, draft }: QuestionState, settlement: Settlement): string {
  if (settlement.type === 'reply') {
    const asked = questions.map(({ question }) => `- ${question}`).join('\n');
    return withoutMentions(`You were about to ask me this:\n\n${asked}\n\nMy reply:\n\n`) + settlement.text;
  }
  const lines = answerLines({ questions, draft: settlement.type === 'answer' ? settlement.answers : draft });
  return withoutMentions(`You were about to ask me this. My answers:\n\n${lines.join('\n')}`);
}
