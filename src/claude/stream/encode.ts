// An outgoing message → one line for the CLI's stdin. Owns the envelope of each message; answers/record makes the answer inside it.
import type { Outgoing } from '../../chat/effects.js';
import { askResult } from '../answers/askResult.js';
import { partsOfCall, rpcResult } from '../ask/rpc.js';
import { elicitationResult } from '../elicitation/elicitation.js';
import { askServer, askServerSettings, askToolName, toolNameOf } from '../ask/names.js';
import type { Filled, SettleQuestion } from '../answers/record.js';
import { controlAnswer, literalContent } from '../answers/record.js';
import type { ImageData } from './promptContent.js';
import { promptContent } from './promptContent.js';
import { fileTools } from './requests.js';
import { askUserQuestion } from '../../shared/tools.js';

/** The id by which the CLI calls our `PreToolUse` hook. */
const hookId = 'ask';

/** The id by which the CLI calls our hook in front of a call that reads or writes a file. */
const fileId = 'file';

/** The id by which the CLI calls our `ElicitationResult` hook. */
const elicitedId = 'elicited';

/** The id by which the CLI calls our hooks behind a call. */
const ranId = 'ran';

/** The id by which the CLI calls our `ConfigChange` hook. */
const settingsId = 'settings';

/** The timeout in seconds. A longer one would overflow the CLI's timer, which would fire at once. */
const hookTimeout = 2_000_000;

const noImages: ImageData = new Map();

/** The line without its line end. `writeId` makes the ids of our own control requests. `images`: those of a prompt. */
export function encode(message: Outgoing, writeId: string, images: ImageData = noImages): string {
  return JSON.stringify(toWire(message, writeId, images));
}

function toWire(message: Outgoing, writeId: string, images: ImageData): unknown {
  switch (message.type) {
    case 'prompt': {
      const { uuid, text, attachments = [], priority } = message;
      // Without `origin` the CLI treats the message as a program's.
      const content = promptContent(text, attachments, images);
      return { type: 'user', uuid, ...(priority && { priority }), origin: { kind: 'human' }, message: { role: 'user', content } };
    }
    case 'interrupt':
      return { type: 'control_request', request_id: `parley-${writeId}`, request: { subtype: 'interrupt' } };
    case 'initialize': {
      const asking = [askUserQuestion, ...ownTools(message)].join('|');
      return {
        type: 'control_request',
        request_id: `parley-${writeId}`,
        request: {
          subtype: 'initialize',
          ...(ownTools(message).length > 0 && {
            sdkMcpServers: [askServer],
            sdkMcpServerConfigs: { [askServer]: askServerSettings },
          }),
          // Never on the command line, where every program of the machine can read it.
          ...(message.append !== undefined && { appendSystemPrompt: message.append }),
          // What a subagent says comes under the call that began it.
          forwardSubagentText: true,
          // Commands and subagents in the background can be stopped singly, so Stop leaves them running.
          perTaskStopAffordance: true,
          hooks: {
            PreToolUse: [
              { matcher: asking, hookCallbackIds: [hookId], timeout: hookTimeout },
              // With the limit of the CLI's own the call would go on, unseen, while the person is still being asked about an unsaved editor.
              { matcher: fileTools.join('|'), hookCallbackIds: [fileId], timeout: hookTimeout },
            ],
            // Takes the person's word to Claude beside the result of a call. A host that hangs holds no call longer than the CLI's own limit. An answer
            // is the person's word, so nothing waits behind it for another one.
            PostToolUse: [{ matcher: `^(?!(?:${asking})$)`, hookCallbackIds: [ranId] }],
            PostToolUseFailure: [{ matcher: `^(?!(?:${asking})$)`, hookCallbackIds: [ranId] }],
            // Called with the answer that a server is about to get, which proves that the CLI has read it.
            ElicitationResult: [{ hookCallbackIds: [elicitedId], timeout: hookTimeout }],
            // Called before the CLI takes a settings file that has changed while it runs. 2.0.77 takes none, and does not call it.
            ConfigChange: [{ hookCallbackIds: [settingsId], timeout: hookTimeout }],
          },
        },
      };
    }
    case 'deferQuestion':
      return success(message.requestId, hookDecision({ permissionDecision: 'defer' }));
    case 'allowTool':
      return success(message.requestId, {
        behavior: 'allow',
        updatedInput: message.input,
        ...(message.updates !== undefined && { updatedPermissions: message.updates }),
      });
    case 'denyTool':
      return success(message.requestId, { behavior: 'deny', interrupt: false, message: message.message });
    case 'answerAfterTool': {
      const { requestId, hook: hookEventName, context: additionalContext } = message;
      return success(requestId, additionalContext === undefined ? {} : { hookSpecificOutput: { hookEventName, additionalContext } });
    }
    case 'answerRequest':
      return success(message.requestId, message.response);
    case 'refuseRequest':
      return { type: 'control_response', response: { subtype: 'error', request_id: message.requestId, error: message.reason } };
    case 'settleQuestion':
      if (message.requestId === undefined) return literalToolResult(message);
      if (message.input.tool === 'elicitation') return settledElicitation(message, message.requestId);
      if (message.input.tool === 'ask_user') return settledAsk(message, message.requestId);
      return success(message.requestId, message.hook === true ? hookAnswer(message) : controlAnswer(message));
  }
}

/** Parley's tools by the names that the CLI gives them. */
function ownTools({ askUser, memory = [] }: Extract<Outgoing, { type: 'initialize' }>): readonly string[] {
  return [...(askUser ? [askToolName] : []), ...memory.map(toolNameOf)];
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

/** The reply to the hook lets the call of `ask_user` through, and the call's result then carries the settlement. */
function settledAsk({ input, settlement, hook }: SettleQuestion, requestId: string): unknown {
  if (hook === true) return success(requestId, hookDecision({ permissionDecision: 'allow' }));
  const { id, rpcId } = partsOfCall(requestId);
  return success(id, { mcp_response: rpcResult(rpcId, askResult(input, settlement)) });
}

function settledElicitation({ input, settlement }: SettleQuestion, requestId: string): unknown {
  return success(requestId, elicitationResult(input, settlement));
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
