// Wire messages → session events. Keeps only what is needed to name text blocks: the CLI streams a block under its
// message and index, and then sends it whole in an `assistant` message of its own with the same message id.
import type { ClaudeEvent, Refusal } from '../../chat/events.js';
import type { ToolCall } from '../../shared/toolInput.js';
import { resultFacts } from './resultFacts.js';
import { toolStarted } from './toolSummary.js';
import { apiProblem, compacted, endOfTurn } from './turnEnd.js';
import { isAtLeast } from '../version.js';
import type { PermissionDecision, StreamEvent, WireMessage } from './wire.js';
import type { RpcMessage } from '../ask/server.js';
import type { RpcId } from '../ask/rpc.js';
import { idOfCall, partsOfCall, rpcResult } from '../ask/rpc.js';
import { readMcp } from '../ask/server.js';
import { isTooDeep } from '../../shared/depth.js';
import { askUserQuestion } from '../../shared/tools.js';
import { readAsk, readPartialAsk } from '../ask/input.js';
import { faultyResult } from '../answers/askResult.js';
import { memoryToolDefinitions } from '../ask/memoryToolDefinitions.js';
import { askServer, askToolName } from '../ask/names.js';
import { elicitationEvent, english } from '../elicitation/events.js';
import { askToolDefinition } from '../ask/tool.js';
import type { MemoryResult } from './memoryServer.js';
import { allowedCall, failedCall, memoryResponse, noMemory, passed } from './memoryServer.js';
import { PlanMode } from './planMode.js';
import type { Asking } from './requests.js';
import { resultTextOf, withoutErrorTags } from './resultPart.js';
import { agentOf, fileNeeded, inputOf, isAfterTool, isOfTerminal, isSettingsChange, requested } from './requests.js';
import { GrowingQuestions } from './questions.js';
import { SubagentNames } from './subagents.js';
import { isSentToBackground } from './sentToBackground.js';
import { schedulingIn } from './scheduled.js';

type Of<T extends WireMessage['type']> = Extract<WireMessage, { type: T }>;
type Emit = (event: ClaudeEvent) => void;

/** The most characters of a tool's result. The outcome of a question is shown whole. */
const longestResult = 4_000;
const longestAnswer = 200_000;

export interface EventMapper {
  /** Gives out what this message says. */
  read(message: WireMessage): void;
  /** A question is being written: its input is wanted piece by piece. */
  wantsInput(): boolean;
}

/**
 * A mapper for one process. Messages of subagents (with a parent tool use) are theirs, except the end of a question or permission. `called` gets
 * each tool call whole, because an event would carry its input, which can be long, into everything that reads events. `askUser`: the process
 * has Parley's server; without it another server may have that name, and its tool is a tool like any other. `asksInPlan`: whether a call that
 * asks is shown in plan mode. `yesNo`: the words of the options of a field that is true or false. `memory`: the tools for which nobody waits.
 */
export function createEventMapper(
  emit: Emit,
  called: (call: ToolCall) => void = () => undefined,
  askUser = true,
  asksInPlan: (toolUseId: string) => boolean = () => true,
  yesNo = english,
  memory = noMemory,
): EventMapper {
  const ownTools = [...(askUser ? [askToolDefinition] : []), ...memory.tools.map(tool => memoryToolDefinitions[tool])];
  let streaming = '';
  /** Text blocks of the streaming message, and blocks of thinking, that have begun and not come whole yet, oldest first. */
  let [unfinished, unfinishedThoughts]: [string[], string[]] = [[], []];
  let wholeTexts = 0;
  let toldProblem = false;
  /** The CLI waits to try a request again. */
  let retries = false;
  /** The questions that the streaming message is writing, by their block's index. */
  const writing = new Map<number, { readonly toolUseId: string; readonly growing: GrowingQuestions }>();
  const [questions, permissions] = [new Set<string>(), new Set<string>()];
  /** The calls of `ask_user` that came to Parley's server, by their control request. */
  const calls = new Map<string, string>();
  const planMode = new PlanMode(asksInPlan);
  const names = new SubagentNames();
  let version = '';

  const asksQuestions = (toolName: string): boolean => toolName === askUserQuestion || (askUser && toolName === askToolName);

  /**
   * No version tells that a stream has broken; it shows by what comes next. 2.1.329 begins another message behind the blocks that were whole, 2.1.100
   * and 2.1.329 send the whole message under another id, and all retry behind `api_retry` (measured). Blocks that were whole are the CLI's.
   */
  function brokenOff(): void {
    const asked = [...writing.values()].map(({ toolUseId }) => toolUseId);
    for (const id of asked) questions.delete(id);
    const ids = [...unfinishedThoughts, ...unfinished, ...asked];
    writing.clear();
    [unfinished, unfinishedThoughts] = [[], []];
    if (ids.length > 0) emit({ type: 'messageBrokenOff', ids });
  }

  function streamed({ event }: StreamEvent): void {
    if (event.type === 'text_delta') {
      emit({ type: 'textGrew', id: `${streaming}:${event.index}`, text: event.text, ...(event.thought && { thought: true }) });
    } else if (event.type === 'message_start') {
      brokenOff();
      streaming = event.messageId;
    } else if (event.type === 'text_start') {
      const id = `${streaming}:${event.index}`;
      (event.thought === true ? unfinishedThoughts : unfinished).push(id);
      emit({ type: 'textStarted', id, ...(event.thought && { thought: true }) });
    } else if (event.type === 'tool_start' && asksQuestions(event.name) && !planMode.withholds(event.toolUseId)) {
      const growing = new GrowingQuestions(event.name === askToolName ? readPartialAsk : undefined);
      writing.set(event.index, { toolUseId: event.toolUseId, growing });
      questions.add(event.toolUseId);
      emit({ type: 'questionAnnounced', toolUseId: event.toolUseId });
    } else if (event.type === 'input_delta') {
      grew(event);
    }
  }

  function grew({ index, json }: Extract<StreamEvent['event'], { type: 'input_delta' }>): void {
    const question = writing.get(index);
    if (question === undefined) return;
    const input = question.growing.add(json);
    if (input !== undefined) emit({ type: 'questionGrew', toolUseId: question.toolUseId, input });
  }

  function asked(block: { readonly id: string; readonly name: string; readonly input: Readonly<Record<string, unknown>> }): void {
    for (const [index, { toolUseId }] of writing) if (toolUseId === block.id) writing.delete(index);
    questions.add(block.id);
    const input = inputOf(block.name, block.input);
    if (planMode.withholds(block.id)) return planMode.withheld(block.id, input);
    emit({ type: 'questionFinished', toolUseId: block.id, input });
  }

  /** A block whose text is empty says nothing, unless it was seen to begin. */
  function thought(messageId: string, text: string): void {
    const begun = messageId === streaming ? unfinishedThoughts.shift() : undefined;
    if (begun === undefined && text === '') return;
    emit({ type: 'textFinished', id: begun ?? `${messageId}:whole${wholeTexts++}`, text, thought: true });
  }

  function assistant({ message, error }: Of<'assistant'>): void {
    // The sentence of an API that has given up is a message of the CLI's own.
    if (message.id !== streaming && typeof error !== 'string') brokenOff();
    for (const block of message.content) {
      if ('thinking' in block) thought(message.id, block.thinking);
      else if (block.type === 'redacted_thinking') thought(message.id, '');
      else if ('text' in block) {
        if (typeof error === 'string') {
          toldProblem = true;
          emit({ type: 'problemSeen', problem: apiProblem(error, block.text) });
        } else if (block.text !== '') {
          const id = (message.id === streaming ? unfinished.shift() : undefined) ?? `${message.id}:whole${wholeTexts++}`;
          emit({ type: 'textFinished', id, text: block.text, ...(message.model === '<synthetic>' && { by: 'cli' }) });
        }
      } else if ('input' in block) {
        if (asksQuestions(block.name)) asked(block);
        else {
          called(block);
          names.called(block);
          planMode.called(block.name);
          emit(toolStarted(block));
        }
      }
    }
  }

  function user(message: Of<'user'>): void {
    if (message.isReplay === true && typeof message.uuid === 'string') emit({ type: 'promptConfirmed', uuid: message.uuid });
    toolResults(message, questions, event => {
      if (event.type !== 'toolFinished') return emit(event);
      const withheld = planMode.resultOf(event.toolUseId);
      if (withheld !== undefined) emit(withheld);
      const isSent = isSentToBackground(version, message.tool_use_result);
      const facts = event.isError ? undefined : resultFacts(message.tool_use_result);
      emit({
        ...event,
        ...(facts && { facts }),
        ...(planMode.hasRefused(event.toolUseId) && { refusedBy: 'planMode' }),
        ...(isSent && { isSent }),
        ...schedulingIn(version, message.tool_use_result),
      });
    });
  }

  function subagentHeard(message: Of<'user'>): void {
    toolResults(message, questions, emit, permissions);
    if (typeof message.message.content === 'string') return;
    for (const block of message.message.content) if ('tool_use_id' in block) names.ended(block.tool_use_id);
  }

  function result(message: Of<'result'>): void {
    const event = endOfTurn(message, toldProblem);
    // The turn ends what had begun.
    writing.clear();
    [unfinished, unfinishedThoughts] = [[], []];
    emit(event);
    if (event.type === 'turnEnded') toldProblem = false;
  }

  /** A question of a subagent is not announced, so its request is the first that is heard of it. */
  function told(event: ClaudeEvent, agentId?: string | null): void {
    if (event.type !== 'permissionAsked' && event.type !== 'questionAsked') return emit(event);
    const agentName = names.of(agentId, event.toolUseId);
    const named = agentName !== undefined && { agentName };
    if (event.type === 'permissionAsked') {
      permissions.add(event.toolUseId);
      return emit({ ...event, ...(event.agentId !== undefined && named) });
    }
    const isAgents =
      typeof agentId === 'string' || (version !== '' && !isAtLeast(version, firstToNameAgents) && !questions.has(event.toolUseId));
    questions.add(event.toolUseId);
    // A terminal's transcript says of each call what has become of it.
    const isEchoed = event.input.otherAgent?.terminal === true || isAtLeast(version, firstToTellTasks);
    emit(isAgents ? { ...event, agent: isEchoed ? 'echoed' : 'silent', ...named } : event);
  }

  function cancelled(rpcId: RpcId): void {
    for (const [requestId, call] of calls) {
      if (partsOfCall(call).rpcId !== rpcId) continue;
      calls.delete(requestId);
      emit({ type: 'requestCancelled', requestId: call });
    }
  }

  /** A message to Parley's MCP server. */
  function served(requestId: string, message: RpcMessage): void {
    const act = readMcp(message, ownTools);
    if (act.type === 'memory') {
      const answer = (result: MemoryResult): void => emit({ type: 'requestAnswered', requestId, response: memoryResponse(act.id, result) });
      const refusal = planMode.memoryRefusal(act.tool, act.toolUseId);
      if (refusal !== undefined) return answer(refusal);
      void memory.call(act.tool, act.input, act.toolUseId).catch(failedCall).then(answer);
      return;
    }
    if (act.type !== 'call') {
      if (act.type === 'cancel') cancelled(act.id);
      return emit({ type: 'requestAnswered', requestId, response: { mcp_response: act.message } });
    }
    const refusal = planMode.result(act.toolUseId, act.id);
    if (refusal !== undefined) return emit({ type: 'requestAnswered', requestId, response: refusal });
    const asks = readAsk(act.input);
    if (!asks.ok || isTooDeep(act.input)) {
      const faults = asks.ok ? [{ path: '', problem: 'is nested too deeply' }] : asks.faults;
      return emit({ type: 'requestAnswered', requestId, response: { mcp_response: rpcResult(act.id, faultyResult(faults)) } });
    }
    const call = idOfCall(requestId, act.id);
    calls.set(requestId, call);
    told({ type: 'questionAsked', toolUseId: act.toolUseId, requestId: call, hook: false, input: { ...asks.input, ...act.asker } });
  }

  function controlled(message: Of<'control_request'>): void {
    const { request_id: requestId, request } = message;
    if ('mcp_server_name' in request) return emit(elicitationEvent(requestId, request, yesNo));
    if (isAfterTool(request))
      return emit({ type: 'toolRan', requestId, toolUseId: request.input.tool_use_id, hook: request.input.hook_event_name });
    if (isSettingsChange(request)) return emit({ type: 'settingsChanging', requestId });
    const needsFile = fileNeeded(requestId, request);
    if (needsFile !== undefined) return emit(needsFile);
    if ('server_name' in request && ownTools.length > 0 && request.server_name === askServer) return served(requestId, request.message);
    // A server there may have the name of Parley's, so none of its tools is allowed by that name.
    if (isOfTerminal(request)) return told(requested(requestId, request, askUser), agentOf(request));
    const memoryCall = 'input' in request ? memoryAllowed(request) : undefined;
    if (memoryCall !== undefined) return emit({ type: 'requestAnswered', requestId, response: memoryCall });
    // A CLI that cannot defer asks for a permission after the hook. The card that follows is the permission.
    if ('tool_name' in request && askUser && request.tool_name === askToolName)
      return emit({ type: 'requestAnswered', requestId, response: { behavior: 'allow', updatedInput: request.input } });
    const refusal = 'input' in request ? refusedInPlan(request) : undefined;
    if (refusal !== undefined) return emit({ type: 'requestAnswered', requestId, response: refusal });
    return told(requested(requestId, request, askUser), agentOf(request));
  }

  /** The answer to the hook and to the permission request of a call of the memory, whose mode is remembered until the call. */
  function memoryAllowed(request: Asking): Readonly<Record<string, unknown>> | undefined {
    const allowed = allowedCall(request, memory.tools);
    if (allowed !== undefined && request.subtype === 'hook_callback' && 'tool_use_id' in request.input)
      planMode.memoryCalled(request.input.tool_use_id, request.input.permission_mode);
    return allowed;
  }

  /** The answer to a request for a question that is not asked in plan mode. */
  function refusedInPlan(request: Asking): Readonly<Record<string, unknown>> | undefined {
    if (request.subtype === 'can_use_tool') return planMode.denial(request.tool_use_id);
    if ('mcp_server_name' in request.input) return undefined;
    const { tool_name: name, tool_use_id: toolUseId, permission_mode: mode } = request.input;
    planMode.reported(mode);
    if (!asksQuestions(name) || !planMode.refuses(toolUseId)) return undefined;
    return name === askToolName ? passed : {};
  }

  const read: EventMapper['read'] = message => {
    if (retries && (message.type === 'stream_event' || message.type === 'assistant')) {
      retries = false;
      emit({ type: 'retryEnded' });
    }
    switch (message.type) {
      case 'stream_event':
        return message.parent === undefined ? streamed(message) : undefined;
      case 'assistant':
        if (typeof message.parent_tool_use_id !== 'string') return assistant(message);
        return names.said(message.parent_tool_use_id, message.message.content);
      case 'user':
        // A subagent's own results are not shown, but the person waits for the end of what it has asked.
        return typeof message.parent_tool_use_id === 'string' ? subagentHeard(message) : user(message);
      case 'result':
        return result(message);
      case 'system':
        if (message.subtype === 'api_retry') {
          const { error, attempt, max_retries: of } = message;
          retries = true;
          brokenOff();
          return emit({ type: 'retrying', reason: error ?? '', attempt, of });
        }
        if (message.subtype === 'compact_boundary') return emit(compacted(message));
        if (message.subtype === 'task_notification') {
          const { tool_use_id: toolUseId, status } = message;
          const isBroken = typeof toolUseId === 'string' && (status === 'stopped' || status === 'failed');
          return isBroken ? emit({ type: 'taskBroken', toolUseId, state: status }) : undefined;
        }
        if (message.subtype === 'task_started') return names.started(message.task_id, message.description ?? '');
        if (message.subtype !== 'init') return emit(tasksChanged(message.tasks));
        planMode.reported(message.permissionMode);
        version = message.claude_code_version ?? '';
        return emit({ type: 'initReceived', sessionId: message.session_id, ...peerOf(message) });
      case 'control_request':
        return controlled(message);
      case 'control_cancel_request':
        return emit({ type: 'requestCancelled', requestId: calls.get(message.request_id) ?? message.request_id });
      case 'control_response':
        return undefined;
    }
  };
  return { read, wantsInput: () => writing.size > 0 };
}

/** 2.0.77, 2.1.100 and 2.1.329, on stderr before they exit with 1: `managed-mcp.json` is there, so no start may name MCP servers. */
export function keepsServersAway(text: string): boolean {
  return /^You cannot dynamically configure MCP servers when an enterprise MCP config is present\s*$/m.test(text);
}

/** 2.0.77 sends no `agent_id`. There only the question of a subagent comes without its block. */
const firstToNameAgents = '2.1.100';

function tasksChanged(tasks: Extract<WireMessage, { subtype: 'background_tasks_changed' }>['tasks']): ClaudeEvent {
  const subagents = tasks.filter(({ task_type: type }) => type === 'local_agent').length;
  return { type: 'backgroundTasksChanged', count: tasks.length, subagents };
}

/** The first version that sends `background_tasks_changed`; none sends it before a task runs, so silence says nothing. */
const firstToTellTasks = '2.1.203';

/** The first version measured that knows `cancel_async_message`; 2.0.77 does not reply to it. */
const firstToTakeBack = '2.1.100';

function peerOf({ capabilities, claude_code_version: version }: Extract<WireMessage, { subtype: 'init' }>): {
  readonly capabilities: readonly string[];
  readonly version: string;
  readonly tellsTasks?: true;
  readonly takesBack?: true;
} {
  const known = version ?? '';
  return {
    capabilities: capabilities ?? [],
    version: known,
    ...(isAtLeast(known, firstToTellTasks) && { tellsTasks: true as const }),
    ...(isAtLeast(known, firstToTakeBack) && { takesBack: true as const }),
  };
}

function toolResults(message: Of<'user'>, questions: ReadonlySet<string>, emit: Emit, permissions?: ReadonlySet<string>): void {
  if (typeof message.message.content === 'string') return;
  for (const block of message.message.content) {
    if (!('tool_use_id' in block) || (permissions?.has(block.tool_use_id) === false && !questions.has(block.tool_use_id))) continue;
    const text = withoutErrorTags(resultTextOf(block));
    const longest = questions.has(block.tool_use_id) ? longestAnswer : longestResult;
    const meta = message.tool_result_meta?.find(({ id }) => id === block.tool_use_id);
    const isHooks = block.is_error === true && hookRefusal.test(text);
    const refusal = meta && refusalOf(meta.non_execution_kind, meta.permission_decision);
    emit({
      type: 'toolFinished',
      toolUseId: block.tool_use_id,
      isError: block.is_error === true,
      text: text.length > longest ? `${text.slice(0, longest)}…` : text,
      ...(text.length > longest && { omitted: text.length - longest }),
      ...(refusal !== undefined && { refusal }),
      ...(isHooks && { refusedBy: 'hook' }),
    });
  }
}

/**
 * How the result begins where a `PreToolUse` hook has refused the call: by exit code 2 (2.0.77, 2.1.100, 2.1.329), or by its JSON (2.1.329, 2.1.100).
 * 2.0.77 gives the reason of the JSON alone.
 */
const hookRefusal = /^(?:PreToolUse:\S{1,200} hook error: |Hook PreToolUse:\S{1,200} denied this tool)/;

/**
 * The CLI's own record of why a call did not run (2.1.329): `user-rejected` is an interrupt while the permission was open, and _No_ in a
 * terminal, which ends the turn too. Undefined where it records nothing about a person.
 */
export function refusalOf(kind: string | null | undefined, decision: PermissionDecision | null | undefined): Refusal | undefined {
  // A rule in the person's own settings has the source `user_reject` too, and nobody was asked.
  const isRule = (decision?.reason_type ?? decision?.reasonType) === 'rule';
  if (decision?.decision === 'reject' && decision.source === 'user_reject' && !isRule) return 'denied';
  if (kind === 'user-rejected') return 'stopped';
  return decision === undefined || decision === null ? undefined : 'none';
}
