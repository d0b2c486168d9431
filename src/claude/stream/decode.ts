// One line of the CLI's stdout → one of four outcomes. No outcome stops the stream.
import type * as z from 'zod/mini';
import { readFastPath } from './fastPath.js';
import type { StreamEvent, WireMessage } from './wire.js';
import {
  apiRetryMessage,
  assistantMessage,
  backgroundTasksMessage,
  compactBoundaryMessage,
  controlCancelRequest,
  controlRequest,
  controlResponse,
  initMessage,
  resultMessage,
  taskNotificationMessage,
  taskStartedMessage,
  userMessage,
} from './wire.js';
import type { Loose } from '../../shared/loose.js';
import { isObject } from '../../shared/loose.js';

type Decoded =
  /** `raw`: the message with the fields that Parley does not read here, and its kind; absent for a stream event. */
  | { readonly outcome: 'message'; readonly message: WireMessage; readonly kind?: string; readonly raw?: Loose }
  /** JSON of a kind that Parley does not read, because newer CLIs send more. `kind` is `type` or `type/subtype`. */
  | { readonly outcome: 'unknown'; readonly kind: string; readonly raw: Loose }
  /** A known kind in an unexpected shape. `path` names the field; a control request must still be answered. */
  | { readonly outcome: 'malformed'; readonly kind: string; readonly path: string; readonly requestId?: string }
  /** The line is not JSON: a text that the CLI or a hook of the user printed. */
  | { readonly outcome: 'noise' };

const schemas = new Map<string, z.ZodMiniType<WireMessage>>([
  ['assistant', assistantMessage],
  ['user', userMessage],
  ['result', resultMessage],
  ['system/init', initMessage],
  ['system/background_tasks_changed', backgroundTasksMessage],
  ['system/task_notification', taskNotificationMessage],
  ['system/task_started', taskStartedMessage],
  ['system/api_retry', apiRetryMessage],
  ['system/compact_boundary', compactBoundaryMessage],
  ['control_request', controlRequest],
  ['control_cancel_request', controlCancelRequest],
  ['control_response', controlResponse],
]);

/** Decodes one line. `wantsInput`: read the pieces of a tool's input; only questions need them. */
export function decode(line: string, wantsInput = false): Decoded {
  const known = readFastPath(line, wantsInput);
  if (known !== undefined) return { outcome: 'message', message: known };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { outcome: 'noise' };
  }
  if (!isObject(value) || typeof value['type'] !== 'string') return { outcome: 'noise' };
  const { type } = value;
  if (type === 'stream_event') return streamEvent(value, wantsInput);
  const kind = type === 'system' && typeof value['subtype'] === 'string' ? `system/${value['subtype']}` : type;
  const schema = schemas.get(kind);
  if (schema === undefined) return { outcome: 'unknown', kind, raw: value };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { outcome: 'message', message: parsed.data, kind, raw: value };
  const path = parsed.error.issues[0]?.path.join('.') ?? '';
  const requestId = kind === 'control_request' ? value['request_id'] : undefined;
  return { outcome: 'malformed', kind, path, ...(typeof requestId === 'string' && { requestId }) };
}

const other: StreamEvent['event'] = { type: 'other' };

function streamEvent(value: Loose, wantsInput: boolean): Decoded {
  const { event, parent_tool_use_id: parentId } = value;
  if (!isObject(event)) return malformed('event');
  const parent = typeof parentId === 'string' ? parentId : undefined;
  const read = readEvent(event, wantsInput);
  return typeof read === 'string' ? malformed(read) : { outcome: 'message', message: { type: 'stream_event', parent, event: read } };
}

/** The event, or the path of the field that is wrong. */
function readEvent(event: Loose, wantsInput: boolean): StreamEvent['event'] | string {
  const { type, index } = event;
  if (type === 'content_block_delta') {
    const { delta } = event;
    if (!isObject(delta)) return 'event.delta';
    if (delta['type'] === 'input_json_delta' && wantsInput) return readInputDelta(delta, index);
    if (delta['type'] !== 'text_delta' && delta['type'] !== 'thinking_delta') return other;
    if (typeof index !== 'number') return 'event.index';
    if (delta['type'] === 'text_delta')
      return typeof delta['text'] === 'string' ? { type: 'text_delta', index, text: delta['text'] } : 'event.delta.text';
    return typeof delta['thinking'] === 'string'
      ? { type: 'text_delta', index, text: delta['thinking'], thought: true }
      : 'event.delta.thinking';
  }
  if (type === 'content_block_start') {
    const { content_block: block } = event;
    if (!isObject(block)) return 'event.content_block';
    if (typeof index !== 'number') return 'event.index';
    if (block['type'] === 'text') return { type: 'text_start', index };
    if (block['type'] === 'thinking' || block['type'] === 'redacted_thinking') return { type: 'text_start', index, thought: true };
    if (block['type'] !== 'tool_use') return other;
    const { id, name } = block;
    return typeof id === 'string' && typeof name === 'string'
      ? { type: 'tool_start', index, toolUseId: id, name }
      : 'event.content_block.id';
  }
  if (type === 'message_start') {
    const { message } = event;
    const messageId = isObject(message) ? message['id'] : undefined;
    return typeof messageId === 'string' ? { type: 'message_start', messageId } : 'event.message.id';
  }
  return typeof type === 'string' ? other : 'event.type';
}

function readInputDelta({ partial_json: json }: Loose, index: unknown): StreamEvent['event'] | string {
  if (typeof index !== 'number') return 'event.index';
  return typeof json === 'string' ? { type: 'input_delta', index, json } : 'event.delta.partial_json';
}

function malformed(path: string): Decoded {
  return { outcome: 'malformed', kind: 'stream_event', path };
}
