// Questions and answers as tests want them: what is said, and for the rest the plainest.
import type { ChatEvent } from '../../src/chat/events.js';
import type { Answer, Question } from '../../src/shared/question.js';
import { emptyAnswer } from '../../src/shared/answers.js';

export function choice(question: string, header: string, labels: readonly string[], more: Partial<Question> = {}): Question {
  return { kind: 'choice', question, header, multiSelect: false, options: labels.map(label => ({ label })), ...more };
}

export function answer(given: Partial<Answer> = {}): Answer {
  return { ...emptyAnswer, ...given };
}

export const pick = (...selected: number[]): Answer => answer({ selected });

export const own = (otherText: string, ...selected: number[]): Answer => answer({ selected, other: true, otherText });

/** The draft as it reaches the session: one event for each answer, on a card that has applied `on` edits of the host. */
export function drafted(toolUseId: string, draft: readonly Answer[], on = 0): ChatEvent[] {
  return draft.map((given, question) => ({ type: 'answerDrafted', toolUseId, question, answer: given, on }));
}
