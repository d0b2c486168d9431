// The CLI's requests about elicitations → session events.
import type { ClaudeEvent } from '../../chat/events.js';
import type { ElicitationRequest, ElicitationResult } from './elicitation.js';
import { readElicitation } from './elicitation.js';
import { plain } from '../../shared/plain.js';
import type { YesNo } from './fields.js';
import { contentText } from './contentText.js';

/** The most characters of a refusal that the chat and the log show. It quotes the server. */
const longestWhy = 300;

export const english: YesNo = { yes: 'Yes', no: 'No' };

export function elicitationEvent(requestId: string, request: ElicitationRequest, words: YesNo): ClaudeEvent {
  const read = readElicitation(request, words);
  if (read.ok) return { type: 'elicitationAsked', requestId, input: read.input };
  return { type: 'elicitationRefused', requestId, why: plain(`“${request.mcp_server_name}” ${read.why}`, longestWhy) };
}

/** The input of the hook `ElicitationResult` (2.1.76 and newer), which the CLI calls with the answer that it is about to give to the server. */
interface ResultInput {
  readonly mcp_server_name: string;
  readonly action: ElicitationResult['action'];
  readonly content?: unknown;
}

export function elicitationSettled(requestId: string, { mcp_server_name: server, action, content }: ResultInput): ClaudeEvent {
  return { type: 'elicitationSettled', requestId, server, action, ...(content !== undefined && { text: contentText(content) }) };
}
