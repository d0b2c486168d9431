// One request of the CLI → the event that it is. Knows nothing of the requests before it.
import * as z from 'zod/mini';
import type { AfterTool, ClaudeEvent, QuestionInput } from '../../chat/events.js';
import { isTooDeep } from '../../shared/depth.js';
import type { PermissionUpdate } from '../../shared/permissionRuleSchema.js';
import { permissionUpdate } from '../../shared/permissionRuleSchema.js';
import { pathOf } from '../../shared/permitted.js';
import { askUserQuestion, editActs, namesOf } from '../../shared/tools.js';
import type { Variant } from '../../shared/variant.js';
import { readAsk } from '../ask/input.js';
import { askToolName } from '../ask/names.js';
import { askerIn } from '../ask/server.js';
import { elicitationSettled } from '../elicitation/events.js';
import { passed } from './memoryServer.js';
import { readQuestions } from './questions.js';
import { toolSummary } from './toolSummary.js';
import type { WireMessage } from './wire.js';

/** The most characters of a description. */
const longestDescription = 1_000;

/** The questions of a call of `AskUserQuestion` or `ask_user`; undefined where its input has not the form of the tool. */
export function inputOf(toolName: string, raw: Readonly<Record<string, unknown>>): QuestionInput | undefined {
  if (toolName !== askToolName) return readQuestions(raw);
  const read = readAsk(raw);
  return read.ok ? read.input : undefined;
}

function questionAsked(
  requestId: string,
  hook: boolean,
  toolUseId: string,
  raw: Readonly<Record<string, unknown>>,
  meta?: unknown,
): ClaudeEvent {
  const input = readQuestions(raw);
  return input === undefined
    ? { type: 'requestUnsupported', requestId, reason: 'Parley cannot show these questions: they do not have the form the tool asks for.' }
    : { type: 'questionAsked', toolUseId, requestId, hook, input: { ...input, ...askerIn(meta) } };
}

/** The CLI's own tools that read or write one file. */
export const fileTools = namesOf('read', ...editActs);

/** The event of the hook in front of a call of `fileTools`; undefined for any other request. */
export function fileNeeded(requestId: string, request: Request): ClaudeEvent | undefined {
  if (request.subtype !== 'hook_callback' || !('input' in request) || !('tool_input' in request.input)) return undefined;
  const { tool_name: toolName, tool_input: input } = request.input;
  if (!fileTools.includes(toolName)) return undefined;
  const path = pathOf(toolName, input);
  return path === undefined ? { type: 'requestAnswered', requestId, response: {} } : { type: 'fileNeeded', requestId, toolName, path };
}

/** The CLI is about to take a settings file that has changed, and waits for the reply. */
export function isSettingsChange(request: Request): request is SettingsChangeRequest {
  return 'input' in request && 'hook_event_name' in request.input && request.input.hook_event_name === 'ConfigChange';
}

/** The event of a request that asks the person, or that is refused because Parley cannot show it. */
export function requested(
  requestId: string,
  request: Exclude<Request, AfterToolRequest | SettingsChangeRequest>,
  askUser: boolean,
): ClaudeEvent {
  if (!('input' in request)) return { type: 'requestUnsupported', requestId, reason: `Parley does not serve ${request.subtype} requests.` };
  if (isTooDeep(request.input))
    return { type: 'requestUnsupported', requestId, reason: 'Parley cannot show this input: it is nested too deeply.' };
  if (request.subtype === 'hook_callback') {
    if ('mcp_server_name' in request.input) return elicitationSettled(requestId, request.input);
    const { tool_name: name, tool_use_id: toolUseId, tool_input: raw } = request.input;
    if (name !== askToolName) return questionAsked(requestId, true, toolUseId, raw);
    // Another server has the name of ours: its tool needs a permission like any other.
    if (!askUser) return { type: 'requestAnswered', requestId, response: {} };
    const input = inputOf(name, raw);
    return input === undefined
      ? // A call with a fault is let through, because its result tells the fault.
        { type: 'requestAnswered', requestId, response: passed }
      : { type: 'questionAsked', toolUseId, requestId, hook: true, input };
  }
  const { tool_use_id: toolUseId, tool_name: toolName, input } = request;
  if (toolName === askUserQuestion) return questionAsked(requestId, false, toolUseId, input, request._meta);
  const description = ownDescription(toolName, input);
  const told = circumstances(request);
  return { type: 'permissionAsked', requestId, toolUseId, toolName, summary: toolSummary(toolName, input), description, input, ...told };
}

/** The subagent that asks; null or undefined where no subagent asks, or the version names none. */
export function agentOf(request: Exclude<Request, AfterToolRequest | SettingsChangeRequest>): string | null | undefined {
  if (!('input' in request)) return undefined;
  if (request.subtype === 'can_use_tool') return request.agent_id;
  return 'agent_id' in request.input ? request.input.agent_id : undefined;
}

type Request = Variant<WireMessage, 'control_request'>['request'];
type AfterToolRequest = Extract<Request, { input: { hook_event_name: AfterTool; tool_use_id: string } }>;
type SettingsChangeRequest = Extract<Request, { input: { hook_event_name: 'ConfigChange' } }>;
export type Asking = Exclude<Extract<Request, { input: unknown }>, AfterToolRequest | SettingsChangeRequest>;
type PermissionRequest = Extract<Request, { tool_name: string }>;

/** A Claude in a terminal asks for this call: see host/chats/terminalCalls. */
export function isOfTerminal(request: Exclude<Request, AfterToolRequest | SettingsChangeRequest>): boolean {
  return 'tool_use_id' in request && askerIn(request._meta).otherAgent?.terminal === true;
}

/** The hook that runs after a tool. */
export function isAfterTool(request: Request): request is AfterToolRequest {
  if (!('input' in request) || request.subtype !== 'hook_callback') return false;
  return 'tool_use_id' in request.input && 'hook_event_name' in request.input;
}

/** What the CLI says about its request. */
function circumstances(request: PermissionRequest): Pick<Variant<ClaudeEvent, 'permissionAsked'>, Circumstance> {
  const ruleSource = request.decision_reason_type === 'rule' ? request.decision_reason_rule_source : undefined;
  return {
    reason: request.decision_reason ?? '',
    ...(typeof request.blocked_path === 'string' && { blockedPath: request.blocked_path }),
    ...(typeof ruleSource === 'string' && { ruleSource }),
    ...(typeof request.agent_id === 'string' && { agentId: request.agent_id }),
    ...suggested(request),
    ...askerIn(request._meta),
    ...(request.default_to_no === true && { defaultToNo: true }),
  };
}

type Circumstance = 'reason' | 'blockedPath' | 'ruleSource' | 'agentId' | 'suggestions' | 'otherAgent' | 'defaultToNo';

/**
 * Claude's words about its call, which Bash and Agent carry. The `description` of the request is no such thing: for Write it is a path that
 * the CLI has made (2.1.329). The `description` of an MCP tool is an argument like the others, and so is one that is not short.
 */
function ownDescription(toolName: string, { description }: Readonly<Record<string, unknown>>): string {
  if (typeof description !== 'string' || description.length > longestDescription) return '';
  return toolName.startsWith('mcp__') ? '' : description;
}

interface Suggesting {
  readonly permission_suggestions?: readonly unknown[] | null | undefined;
  readonly suppress_always_allow_rule?: boolean | null | undefined;
  readonly default_to_no?: boolean | null | undefined;
}

/**
 * All of the suggestions, or none, because a part of them is not what the CLI suggests. None where the person is to think twice, because nobody
 * would ask the next time.
 */
function suggested(request: Suggesting): { readonly suggestions?: readonly PermissionUpdate[] } {
  if (request.suppress_always_allow_rule === true || request.default_to_no === true) return {};
  const read = z.array(permissionUpdate).safeParse(request.permission_suggestions);
  return read.success && read.data.length > 0 ? { suggestions: read.data } : {};
}
