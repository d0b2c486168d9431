// Parley's MCP server, as the CLI (2.0.77 to 2.1.329) talks with it over the control channel: JSON-RPC in `mcp_message` requests. Owns the
// methods that a server of tools has to know; must not know what becomes of a call.
import type { ToolDefinition } from './memoryToolDefinitions.js';
import { askServer, serverVersion } from './names.js';
import type { MemoryTool } from '../../shared/memoryTools.js';
import { memoryTools } from '../../shared/memoryTools.js';
import type { OtherAgent } from '../../shared/question.js';
import type { RpcId } from './rpc.js';
import { rpcResult } from './rpc.js';
import type { Loose } from '../../shared/loose.js';
import { isObject } from '../../shared/loose.js';

/** A JSON-RPC message. Without `id` it is a notification. */
export interface RpcMessage {
  readonly method: string;
  readonly id?: RpcId | undefined;
  readonly params?: unknown;
}

type McpAct =
  /** `message`: the JSON-RPC answer. */
  | { readonly type: 'reply'; readonly message: unknown }
  | {
      readonly type: 'call';
      readonly id: RpcId;
      readonly toolUseId: string;
      readonly input: unknown;
      readonly asker: { readonly otherAgent?: OtherAgent };
    }
  /** A call of a tool for which nobody waits. Only a client that has such a tool makes it. */
  | { readonly type: 'memory'; readonly id: RpcId; readonly tool: MemoryTool; readonly toolUseId: string; readonly input: unknown }
  /** The call with this JSON-RPC id has been given up; the message needs a reply too. */
  | { readonly type: 'cancel'; readonly id: RpcId; readonly message: unknown };

/** The revision that is answered where the CLI asks for none. */
const protocolVersion = '2025-11-25';

/** `tools`: those that the client has. */
export function readMcp({ method, id, params }: RpcMessage, tools: readonly ToolDefinition[]): McpAct {
  const given: Loose = isObject(params) ? params : {};
  switch (method) {
    case 'initialize':
      return reply(id, {
        protocolVersion: typeof given['protocolVersion'] === 'string' ? given['protocolVersion'] : protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: askServer, version: serverVersion },
      });
    case 'tools/list':
      return reply(id, { tools });
    case 'tools/call':
      return call(id, given, tools);
    case 'notifications/cancelled': {
      const cancelled = given['requestId'];
      const message = rpcResult(id, {});
      return typeof cancelled === 'string' || typeof cancelled === 'number'
        ? { type: 'cancel', id: cancelled, message }
        : { type: 'reply', message };
    }
    default:
      // The CLI waits for an answer to a notification too.
      return method === 'ping' || id === undefined
        ? reply(id, {})
        : { type: 'reply', message: rpcError(id, -32601, `Unknown method: ${method}`) };
  }
}

function call(id: RpcId | undefined, { name, arguments: input, _meta: meta }: Loose, tools: readonly ToolDefinition[]): McpAct {
  const toolUseId = isObject(meta) ? meta['claudecode/toolUseId'] : undefined;
  if (!tools.some(tool => tool.name === name) || id === undefined)
    return { type: 'reply', message: rpcError(id, -32602, `Unknown tool: ${String(name)}`) };
  if (typeof toolUseId !== 'string')
    return { type: 'reply', message: rpcError(id, -32602, 'The call does not say which tool use it belongs to.') };
  const tool = memoryTools.find(known => known === name);
  return tool === undefined ? { type: 'call', id, toolUseId, input, asker: askerIn(meta) } : { type: 'memory', id, tool, toolUseId, input };
}

/** The field of `_meta` in which a call names the agent that makes it: `AgentCalls`, `TerminalCalls` and the helper of other agents (src/door) write it. */
export const agentMeta = 'parley/agent';

/** Empty where the call names nobody. */
export function askerIn(meta: unknown): { readonly otherAgent?: OtherAgent } {
  const given = isObject(meta) ? meta[agentMeta] : undefined;
  if (!isObject(given)) return {};
  const { name, folder, terminal } = given;
  if (typeof name !== 'string' || typeof folder !== 'string') return {};
  return { otherAgent: { name, folder, ...(terminal === true && { terminal }) } };
}

function reply(id: RpcId | undefined, result: unknown): McpAct {
  return { type: 'reply', message: rpcResult(id, result) };
}

/** `data`: more that the error's code asks for. */
export function rpcError(id: RpcId | undefined, code: number, message: string, data?: object): unknown {
  return { jsonrpc: '2.0', id: id ?? 0, error: { code, message, ...(data && { data }) } };
}
