// An MCP server's form as tests want it, and what the server gets for answers to it.
import assert from 'node:assert/strict';
import type { ElicitationRequest, ElicitationResult } from '../../src/claude/elicitation/elicitation.js';
import { elicitationResult, readElicitation } from '../../src/claude/elicitation/elicitation.js';
import type { QuestionInput } from '../../src/chat/events.js';
import { areAcceptable } from '../../src/shared/acceptable.js';
import { normalizeAnswers } from '../../src/shared/answers.js';
import type { Answer } from '../../src/shared/question.js';

export const words = { yes: 'Yes', no: 'No' };
export const asked = (properties: Record<string, unknown>, more: Record<string, unknown> = {}): ElicitationRequest => ({
  mcp_server_name: 'db',
  message: 'Who are you?',
  mode: 'form',
  requested_schema: { type: 'object', properties, ...more },
});
export const inputOf = (request: ElicitationRequest): QuestionInput => {
  const read = readElicitation(request, words);
  return read.ok ? read.input : assert.fail(read.why);
};
export const whyNot = (request: ElicitationRequest): string => {
  const read = readElicitation(request, words);
  return read.ok ? '' : read.why;
};
export const accepted = (request: ElicitationRequest, answers: readonly Answer[]): ElicitationResult => {
  const input = inputOf(request);
  const sent = normalizeAnswers(input.questions, answers);
  assert.ok(areAcceptable(input.questions, sent), 'these answers can be sent');
  return elicitationResult(input, { type: 'answer', answers: sent });
};
