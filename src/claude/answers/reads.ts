// The `tool_result` that Claude would read if the draft of an open card were sent now.
import type { QuestionState, ChatState } from '../../chat/state.js';
import { normalizeAnswers } from '../../shared/answers.js';
import { areValidAnswers } from '../../shared/rules.js';
import { areAcceptable } from '../../shared/acceptable.js';
import { elicitationResult } from '../elicitation/elicitation.js';
import { contentText } from '../elicitation/contentText.js';
import type { ReadText } from './resultText.js';
import { readText } from './resultText.js';

/** The content that the server would get, as JSON. */
function gets({ phase, elicitation, questions, raw, draft, settlement }: QuestionState): ReadText | undefined {
  const sent = settlement ?? { type: 'answer' as const, answers: normalizeAnswers(questions, draft) };
  if ((phase !== 'asked' && phase !== 'sending') || sent.type !== 'answer' || !areAcceptable(questions, sent.answers)) return undefined;
  const content = elicitationResult({ ...(elicitation && { elicitation }), questions, raw }, sent).content;
  return content && { text: contentText(content), inFile: false };
}

/** The part of the `tool_result` that Claude reads at once, word for word; undefined while nothing can be sent. */
export function reads(question: QuestionState, { peer }: ChatState): ReadText | undefined {
  if (question.tool === 'elicitation') return gets(question);
  const { tool, phase, questions, raw, draft, route, settlement, requestId } = question;
  if (!['asked', 'parked', 'sending'].includes(phase) || route === undefined) return undefined;
  const sent = settlement ?? { type: 'answer' as const, answers: normalizeAnswers(questions, draft) };
  if (sent.type === 'answer' && !areValidAnswers(questions, sent.answers)) return undefined;
  return readText({
    type: 'settleQuestion',
    route,
    toolUseId: question.id,
    input: { ...(tool && { tool }), questions, raw },
    settlement: sent,
    peer,
    // A parked question has no request now and gets another one.
    ...(route === 'control' && { requestId: requestId ?? '' }),
  });
}
