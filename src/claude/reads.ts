// What Claude would read if what is filled in on an open card were sent now.
import type { QuestionState, SessionState } from '../session/state.js';
import { fits, toSend } from '../shared/answers.js';
import type { ReadText } from './resultText.js';
import { readText } from './resultText.js';

/** Of the `tool_result` what Claude reads at once, word for word; undefined while there is nothing that can be sent. */
export function reads(question: QuestionState, { peer }: SessionState): ReadText | undefined {
  const { phase, questions, raw, draft, route, settlement, requestId } = question;
  if (!['asked', 'parked', 'sending'].includes(phase) || route === undefined) return undefined;
  const sent = settlement ?? { type: 'answer' as const, answers: toSend(questions, draft) };
  if (sent.type === 'answer' && !fits(questions, sent.answers)) return undefined;
  return readText({
    ...{ type: 'settleQuestion', route, toolUseId: question.id, input: { questions, raw }, settlement: sent, peer },
    // A parked question has none at the moment, and gets another one.
    ...(route === 'control' && { requestId: requestId ?? '' }),
  });
}
