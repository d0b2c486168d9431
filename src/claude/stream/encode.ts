// An outgoing message → one line for the CLI's stdin. Owns the envelope of each message; answers/record makes the answer inside it.
import type { Outgoing } from '../../session/effects.js';
import { askResult } from '../answers/askResult.js';
import { partsOfCall, rpcResult } from '../ask/rpc.js';
import { askServer, askToolName } from '../ask/names.js';
import type { Filled, SettleQuestion } from '../answers/record.js';
import { controlAnswer, literalContent } from '../answers/record.js';
import type { ImageData } from './promptContent.js';
import { promptContent } from './promptContent.js';

/** The id by which the CLI calls our `PreToolUse` hook. */
const hookId = 'ask';

/** In milliseconds: a day. */
const callTimeout = 86_400_000;

/** In seconds. A longer one would overflow the CLI's timer, which would fire at once. */
const hookTimeout = 2_000_000;

const noImages: ImageData = new Map();

/** The line without its line end. `writeId` makes the ids of our own control requests. `images`: those of a prompt. */
export function encode(message: Outgoing, writeId: string, images: ImageData = noImages): string {
  return JSON.stringify(toWire(message, writeId, images));
}

function toWire(message: Outgoing, writeId: string, images: ImageData): unknown {
  switch (message.type) {
    case 'prompt': {
      const { uuid, text, attachments = [] } = message;
      return { type: 'user', uuid, message: { role: 'user', content: promptContent(text, attachments, images) } };
    }
    case 'interrupt':
      return { type: 'control_request', request_id: `parley-${writeId}`, request: { subtype: 'interrupt' } };
    case 'initialize':
      return {
        type: 'control_request',
        request_id: `parley-${writeId}`,
        request: {
          subtype: 'initialize',
          ...(message.askUser && {
            sdkMcpServers: [askServer],
            // From 2.1.212 on the CLI would move a call that takes longer than two minutes to the background.
            sdkMcpServerConfigs: { [askServer]: { disableAutoBackground: true, timeout: callTimeout, alwaysLoad: true } },
          }),
          hooks: {
            PreToolUse: [
              {
                matcher: message.askUser ? `AskUserQuestion|${askToolName}` : 'AskUserQuestion',
                hookCallbackIds: [hookId],
                timeout: hookTimeout,
              },
            ],
          },
        },
      };
    case 'deferQuestion':
      return success(message.requestId, hookDecision({ permissionDecision: 'defer' }));
    case 'allowTool':
      return success(message.requestId, { behavior: 'allow', updatedInput: message.input });
    case 'denyTool':
      return success(message.requestId, { behavior: 'deny', interrupt: false, message: message.message });
    case 'answerRequest':
      return success(message.requestId, message.response);
    case 'refuseRequest':
      return { type: 'control_response', response: { subtype: 'error', request_id: message.requestId, error: message.reason } };
    case 'settleQuestion':
      if (message.requestId === undefined) return literalToolResult(message);
      if (message.input.tool === 'ask_user') return settledAsk(message, message.requestId);
      return success(message.requestId, message.hook === true ? hookAnswer(message) : controlAnswer(message));
  }
}

/**
 * Answers are given at the hook; up to 2.1.20 the CLI asks for them again at the tool. Dismissals and replies are given at the tool
 * only, because a denial at the hook reads as a hook's error and `response` is dropped there without a word (2.1.329).
 */
function hookAnswer(message: SettleQuestion): unknown {
  const said = controlAnswer(message);
  return message.settlement.type === 'answer' && said.behavior === 'allow'
    ? hookDecision({ permissionDecision: 'allow', updatedInput: said.updatedInput })
    : {};
}

/** At the hook the call is let through, which is then settled by its result. */
function settledAsk({ input, settlement, hook }: SettleQuestion, requestId: string): unknown {
  if (hook === true) return success(requestId, hookDecision({ permissionDecision: 'allow' }));
  const { id, rpcId } = partsOfCall(requestId);
  return success(id, { mcp_response: rpcResult(rpcId, askResult(input, settlement)) });
}

function hookDecision(decision: { permissionDecision: 'allow' | 'defer'; updatedInput?: Filled }): unknown {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } };
}

function success(requestId: string, response: unknown): unknown {
  return { type: 'control_response', response: { subtype: 'success', request_id: requestId, response } };
}

/** The literal `tool_result`, for a peer without control requests. */
function literalToolResult({ toolUseId, input, settlement }: SettleQuestion): unknown {
  const result = {
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: literalContent(input.questions, settlement),
    ...(settlement.type === 'dismiss' && { is_error: true }),
  };
  return { type: 'user', message: { role: 'user', content: [result] } };
}
