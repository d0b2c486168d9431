// The `tool_result` that Claude would read if the draft of an open card were sent now.
import type { QuestionState, SessionState } from '../../session/state.js';
import { areValidAnswers, normalizeAnswers } from '../../shared/answers.js';
import type { ReadText } from './resultText.js';
import { readText } from './resultText.js';

/** The part of the `tool_result` that Claude reads at once, word for word; undefined while nothing can be sent. */
export function reads(question: QuestionState, { peer }: SessionState): ReadText | undefined {
  const { tool, phase, questions, raw, draft, route, settlement, requestId } = question;
  if (!['asked', 'parked', 'sending'].includes(phase) || route === undefined) return undefined;
  const sent = settlement ?? { type: 'answer' as const, answers: normalizeAnswers(questions, draft) };
  if (sent.type === 'answer' && !areValidAnswers(questions, sent.answers)) return undefined;
  return readText({
    ...{ type: 'settleQuestion', route, toolUseId: question.id, input: { ...(tool && { tool }), questions, raw }, settlement: sent, peer },
    // A parked question has no request now and gets another one.
    ...(route === 'control' && { requestId: requestId ?? '' }),
  });
}
