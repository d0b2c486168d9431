// The tools of the memory in the stream: their calls need no permission and no person. Must not know what the memory holds.
import { memoryToolOf } from '../ask/names.js';
import type { RpcId } from '../ask/rpc.js';
import { rpcResult } from '../ask/rpc.js';
import type { MemoryTool } from '../../shared/memoryTools.js';
import type { WireMessage } from './wire.js';
import { messageOf } from '../../shared/error.js';

type Response = Readonly<Record<string, unknown>>;
type Asking = Extract<Extract<WireMessage, { type: 'control_request' }>['request'], { input: unknown }>;

/** What the model reads. */
export interface MemoryResult {
  readonly text: string;
  readonly isError?: true;
  /** Is called when the text goes to the model, so not for a result that came too late. */
  readonly delivered?: () => void;
}

export interface MemoryServer {
  /** The tools that the process has. */
  readonly tools: readonly MemoryTool[];
  /** `input`: from the model, of any form. */
  readonly call: (tool: MemoryTool, input: unknown, toolUseId: string) => Promise<MemoryResult>;
}

export const noMemory: MemoryServer = { tools: [], call: () => Promise.resolve({ text: 'There is no such tool.', isError: true }) };

/** The reply by which the hook `PreToolUse` lets a call through. */
export const passed = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } };

/**
 * The answer to the hook and to the permission request of a call of the memory; undefined for every other call. It needs no permission, because
 * the person sees each change and can undo it.
 */
export function allowedCall(request: Asking, tools: readonly MemoryTool[]): Response | undefined {
  const isOurs = (name: string): boolean => tools.some(tool => tool === memoryToolOf(name));
  if (request.subtype === 'can_use_tool') return isOurs(request.tool_name) ? { behavior: 'allow', updatedInput: request.input } : undefined;
  return 'tool_name' in request.input && isOurs(request.input.tool_name) ? passed : undefined;
}

/** The CLI waits for a result without limit, so a failure is one too. */
export function failedCall(error: unknown): MemoryResult {
  return { text: `MemoryError: ${messageOf(error)}`, isError: true };
}

export function memoryResponse(id: RpcId, { text, isError }: MemoryResult): Response {
  return { mcp_response: rpcResult(id, { content: [{ type: 'text', text }], ...(isError && { isError }) }) };
}
