// The CLI's stream-json lines, as far as Parley reads them (measured on 2.0.77 to 2.1.329). Loose: unknown fields are dropped, and
// unions are closed only where the code branches.
import * as z from 'zod/mini';
import { isObject } from '../../shared/loose.js';

/** Accepted unchanged, because its form is the tool's business and the CLI expects it back as it was. */
const toolInput = z.custom<Record<string, unknown>>(isObject);

const resultPart = z.object({
  type: z.string(),
  text: z.optional(z.string()),
  /** Set for an image. */
  source: z.optional(z.object({ media_type: z.optional(z.string()), data: z.optional(z.string()) })),
});

// Known blocks are found by `type`, because a plain union pays for every schema that does not match.
const contentBlock = z.union([
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string() }),
    // A model may show none of its thinking: then the text is empty, or the block is `redacted_thinking`, which has none.
    z.object({ type: z.literal('thinking'), thinking: z.string() }),
    z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: toolInput }),
    z.object({
      type: z.literal('tool_result'),
      tool_use_id: z.string(),
      is_error: z.nullish(z.boolean()),
      content: z.nullish(z.union([z.string(), z.array(resultPart)])),
    }),
  ]),
  z.object({ type: z.string() }),
]);
export type ContentBlock = z.infer<typeof contentBlock>;

const parent = z.nullish(z.string());

export const assistantMessage = z.object({
  type: z.literal('assistant'),
  /** `model`: `<synthetic>` where the words are the CLI's own. */
  message: z.object({ id: z.string(), model: z.nullish(z.string()), content: z.array(contentBlock) }),
  parent_tool_use_id: parent,
  /** The name of a failure, such as `authentication_failed`, `rate_limit` or `server_error`; the text is then the CLI's own sentence. */
  error: z.nullish(z.string()),
});

export const permissionDecision = z.object({
  decision: z.string(),
  source: z.nullish(z.string()),
  /** The name of this field on stdout; in the transcript it is `reasonType`. */
  reason_type: z.nullish(z.string()),
  reasonType: z.nullish(z.string()),
});
export type PermissionDecision = z.infer<typeof permissionDecision>;

export const userMessage = z.object({
  type: z.literal('user'),
  message: z.object({ content: z.union([z.string(), z.array(contentBlock)]) }),
  parent_tool_use_id: parent,
  uuid: z.nullish(z.string()),
  /** 2.1.329: how each call came to its result. Older versions tell it only by the words of the result. */
  tool_result_meta: z.nullish(
    z.array(
      z.object({
        id: z.string(),
        non_execution_kind: z.nullish(z.string()),
        permission_decision: z.nullish(permissionDecision),
      }),
    ),
  ),
  /** The CLI's own record of the result, where the message holds one. */
  tool_use_result: z.optional(z.unknown()),
  /** True with `--replay-user-messages` for a message of ours that the CLI has taken, which has the `uuid` that we gave it. */
  isReplay: z.nullish(z.boolean()),
});

export const resultMessage = z.object({
  type: z.literal('result'),
  subtype: z.string(),
  is_error: z.nullish(z.boolean()),
  result: z.nullish(z.string()),
  errors: z.nullish(z.array(z.string())),
  /** `tool_deferred`: the CLI stores the deferred tool call, and the turn is over. `tool_deferred_unavailable`: it lacks the tool of the call. */
  stop_reason: z.nullish(z.string()),
  /** `aborted_tools`, `aborted_streaming` after an interrupt; absent on 2.0.77. */
  terminal_reason: z.nullish(z.string()),
  /** Why the CLI exits next without having read anything (2.1.329, with `CLAUDE_CODE_STARTUP_FAILURE_RESULTS`). */
  startup_failure_reason: z.nullish(z.string()),
  /** `{kind}` (2.1.329): `human`, or `task-notification` where the CLI has begun the turn by itself. */
  origin: z.optional(z.unknown()),
});

export const initMessage = z.object({
  type: z.literal('system'),
  subtype: z.literal('init'),
  session_id: z.string(),
  capabilities: z.nullish(z.array(z.string())),
  permissionMode: z.nullish(z.string()),
  claude_code_version: z.nullish(z.string()),
});

/** Every background task that runs now, sent on each change (2.1.329; 2.0.77 sends none). */
export const backgroundTasksMessage = z.object({
  type: z.literal('system'),
  subtype: z.literal('background_tasks_changed'),
  /** `task_type`: `local_agent` for a subagent, `local_bash` for a command. */
  tasks: z.array(z.object({ task_type: z.optional(z.unknown()) })),
});

/** What a call has begun in the background is over (2.1.100, 2.1.329). `status`: `completed`, `failed`, `stopped`. */
export const taskNotificationMessage = z.object({
  type: z.literal('system'),
  subtype: z.literal('task_notification'),
  tool_use_id: z.nullish(z.string()),
  status: z.nullish(z.string()),
});

/** A command or a subagent has begun (2.1.100, 2.1.329). */
export const taskStartedMessage = z.object({
  type: z.literal('system'),
  subtype: z.literal('task_started'),
  task_id: z.string(),
  description: z.nullish(z.string()),
});

/** The CLI waits to try a request to the API once more (2.1.100, 2.1.329). */
export const apiRetryMessage = z.object({
  type: z.literal('system'),
  subtype: z.literal('api_retry'),
  attempt: z.number(),
  max_retries: z.number(),
  error: z.nullish(z.string()),
});

/** A summary has taken the place of the conversation in Claude's context (2.0.77, 2.1.100, 2.1.329; `post_tokens` on 2.1.329 only). */
export const compactBoundaryMessage = z.object({
  type: z.literal('system'),
  subtype: z.literal('compact_boundary'),
  compact_metadata: z.object({ trigger: z.string(), pre_tokens: z.number(), post_tokens: z.nullish(z.number()) }),
});

export const controlRequest = z.object({
  type: z.literal('control_request'),
  request_id: z.string(),
  request: z.union([
    z.object({
      subtype: z.literal('can_use_tool'),
      tool_name: z.string(),
      tool_use_id: z.string(),
      input: toolInput,
      decision_reason: z.nullish(z.string()),
      decision_reason_type: z.nullish(z.string()),
      decision_reason_rule_source: z.nullish(z.string()),
      blocked_path: z.nullish(z.string()),
      permission_suggestions: z.nullish(z.array(z.unknown())),
      suppress_always_allow_rule: z.nullish(z.boolean()),
      default_to_no: z.nullish(z.boolean()),
      agent_id: z.nullish(z.string()),
      // A Claude in a terminal asks: host/chats/terminalCalls says which.
      _meta: z.optional(z.unknown()),
    }),
    // What the tool has given back is there too, and dropped: the result follows.
    z.object({
      subtype: z.literal('hook_callback'),
      input: z.object({ hook_event_name: z.enum(['PostToolUse', 'PostToolUseFailure']), tool_use_id: z.string() }),
    }),
    z.object({
      subtype: z.literal('hook_callback'),
      input: z.object({
        tool_name: z.string(),
        tool_use_id: z.string(),
        tool_input: toolInput,
        permission_mode: z.nullish(z.string()),
        agent_id: z.nullish(z.string()),
      }),
    }),
    z.object({
      subtype: z.literal('hook_callback'),
      input: z.object({
        hook_event_name: z.literal('ElicitationResult'),
        mcp_server_name: z.string(),
        action: z.enum(['accept', 'decline', 'cancel']),
        content: z.optional(z.unknown()),
      }),
    }),
    z.object({ subtype: z.literal('hook_callback'), input: z.object({ hook_event_name: z.literal('ConfigChange') }) }),
    z.object({
      subtype: z.literal('elicitation'),
      mcp_server_name: z.string(),
      message: z.string(),
      mode: z.nullish(z.string()),
      url: z.nullish(z.string()),
      requested_schema: z.optional(z.unknown()),
      property_order: z.optional(z.unknown()),
    }),
    z.object({
      subtype: z.literal('mcp_message'),
      server_name: z.string(),
      message: z.object({ method: z.string(), id: z.optional(z.union([z.string(), z.number()])), params: z.optional(z.unknown()) }),
    }),
    z.object({ subtype: z.string() }),
  ]),
});

export const controlCancelRequest = z.object({ type: z.literal('control_cancel_request'), request_id: z.string() });

export const controlResponse = z.object({
  type: z.literal('control_response'),
  response: z.object({ subtype: z.string(), request_id: z.string(), error: z.nullish(z.string()), response: z.nullish(toolInput) }),
});

/**
 * The most frequent line: a dozen per second for each streamed answer, thousands in a row after a pause. decode.ts checks it by
 * hand, because a schema costs more than the parse.
 */
export interface StreamEvent {
  readonly type: 'stream_event';
  readonly parent: string | undefined;
  readonly event:
    | { readonly type: 'message_start'; readonly messageId: string }
    /** `thought`: a block of thinking. */
    | { readonly type: 'text_start'; readonly index: number; readonly thought?: true }
    | { readonly type: 'tool_start'; readonly index: number; readonly toolUseId: string; readonly name: string }
    /** A piece of a tool's input; read only with `wantsInput`. */
    | { readonly type: 'input_delta'; readonly index: number; readonly json: string }
    | { readonly type: 'text_delta'; readonly index: number; readonly text: string; readonly thought?: true }
    | { readonly type: 'other' };
}

export type WireMessage =
  | StreamEvent
  | z.infer<typeof assistantMessage>
  | z.infer<typeof userMessage>
  | z.infer<typeof resultMessage>
  | z.infer<typeof initMessage>
  | z.infer<typeof backgroundTasksMessage>
  | z.infer<typeof taskNotificationMessage>
  | z.infer<typeof taskStartedMessage>
  | z.infer<typeof apiRetryMessage>
  | z.infer<typeof compactBoundaryMessage>
  | z.infer<typeof controlRequest>
  | z.infer<typeof controlCancelRequest>
  | z.infer<typeof controlResponse>;
