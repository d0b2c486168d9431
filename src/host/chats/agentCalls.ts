// Calls of `ask_user` by other agents in this window, as a process that asks them: it speaks the CLI's lines, so that a question of theirs
// lives as any other. Owns the calls until each has its result; must not know how a question is shown, nor who calls.
import { randomUUID } from 'node:crypto';
import { askServer, askTool } from '../../claude/ask/names.js';
import type { ClaudeProcess, Written } from '../../claude/process/process.js';
import { cancelledResult } from '../../claude/answers/askCancelled.js';
import type { AskResult } from '../../claude/answers/askResult.js';
import type { OtherAgent } from '../../shared/question.js';
import { agentMeta } from '../../claude/ask/server.js';
import { agentIdPrefix } from '../../shared/agentQuestions.js';
import type { ClaudeStartOptions, StartResult } from './chatDependencies.js';
import { processInMemory } from './processInMemory.js';

interface AgentCall {
  /** The question's id, as a `tool_use_id`. */
  readonly id: string;
  /** Never rejects. */
  readonly result: Promise<AskResult>;
  /** The agent waits no longer. The question ends with its draft, unless its answer is on the way. */
  withdraw(): void;
}

interface Waiting {
  readonly id: string;
  readonly otherAgent: OtherAgent | undefined;
  readonly input: unknown;
  readonly settle: (result: AskResult) => void;
}

/** Further calls are refused, because an agent that calls in a loop would fill the chat. */
const mostWaiting = 50;

export class AgentCalls {
  /** Oldest first, until they have a result. */
  readonly #waiting = new Map<string, Waiting>();
  /** Ids of the calls that the current process has asked. */
  readonly #asked = new Set<string>();
  /** The current process. `#say` sends a line of it to the chat; undefined when no process runs. */
  #process: ClaudeProcess | undefined;
  #say: ((message: object) => void) | undefined;

  /** `needProcess`: starts a process of these calls, where there is none. */
  constructor(private readonly needProcess: () => void) {}

  /**
   * The question is asked with the next `ask`, or when a process starts; not at all where too many wait. `by`: who asks, where it is
   * known, and how that agent names the question.
   */
  add(input: unknown, by?: { readonly agent: OtherAgent; readonly call: string }): AgentCall {
    const otherAgent = by?.agent;
    const id = `${agentIdPrefix}${by?.call ?? randomUUID()}`;
    if (this.#waiting.size >= mostWaiting) return { id, result: Promise.resolve(cancelledResult('crowded')), withdraw: () => undefined };
    const result = new Promise<AskResult>(settle => this.#waiting.set(id, { id, input, otherAgent, settle }));
    const waiting = this.#waiting.get(id);
    // Deferred, because an answer that is being written reaches this process in the same turn of the event loop.
    return { id, result, withdraw: () => void setImmediate(() => this.#waiting.get(id) === waiting && this.#withdraw(id)) };
  }

  /** Asks what has not been asked yet, as soon as there is a process. Not while a process is ending: its end does it. */
  ask(): void {
    if (this.#say === undefined) return this.needProcess();
    for (const { id, input, otherAgent } of this.#waiting.values()) {
      if (this.#asked.has(id)) continue;
      this.#asked.add(id);
      const params = {
        name: askTool,
        arguments: input,
        _meta: { 'claudecode/toolUseId': id, ...(otherAgent && { [agentMeta]: otherAgent }) },
      };
      const message = { jsonrpc: '2.0', id, method: 'tools/call', params };
      this.#say({ type: 'control_request', request_id: id, request: { subtype: 'mcp_message', server_name: askServer, message } });
    }
  }

  /** The chat is gone, or another window's: nobody can answer any more. */
  end(): void {
    for (const { settle } of this.#waiting.values()) settle(cancelledResult('gone'));
    this.#waiting.clear();
    this.#asked.clear();
  }

  start(options: ClaudeStartOptions): StartResult {
    const { process, say } = processInMemory(options, {
      take: line => this.#take(line),
      ends: () => {
        this.#say = undefined;
        for (const id of this.#asked) this.#settle(id, cancelledResult('gone'));
      },
      ended: () => {
        if (this.#waiting.size > this.#asked.size) this.ask();
      },
    });
    [this.#process, this.#say] = [process, say];
    return { ok: true, process };
  }

  /** A line of Parley's. */
  #take(line: string): Written {
    // Written by `encode`.
    const message = JSON.parse(line) as Line;
    if (message.type === 'control_request') this.#requested(message.request.subtype);
    else if (message.type === 'control_response') this.#answered(message.response);
    else return { ok: false, reason: 'other agents take no messages' };
    return { ok: true };
  }

  #requested(subtype: string): void {
    if (subtype === 'initialize') {
      this.ask();
      // Every call was withdrawn before this process had begun, and nothing else would end its turn.
      if (this.#asked.size === 0) void this.#process?.stop();
    }
    if (subtype !== 'interrupt') return;
    for (const id of this.#asked) this.#settle(id, cancelledResult('stopped'));
    this.#say?.({ type: 'result', subtype: 'error_during_execution', is_error: false, terminal_reason: 'aborted_tools' });
  }

  #answered({ request_id: id, response, error = '' }: Extract<Line, { type: 'control_response' }>['response']): void {
    if (!this.#asked.has(id)) return;
    const result = response?.mcp_response.result ?? { content: [{ type: 'text', text: error }], isError: true };
    this.#settle(id, result);
    const { content, isError = false } = result;
    // The echo that the CLI would send. It confirms the answer.
    this.#say?.({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, is_error: isError, content }] } });
    this.#endTurn();
  }

  #withdraw(id: string): void {
    const isAsked = this.#asked.has(id);
    this.#settle(id, cancelledResult('withdrawn'));
    if (!isAsked) return;
    this.#say?.({ type: 'control_cancel_request', request_id: id });
    this.#endTurn();
  }

  #settle(id: string, result: AskResult): void {
    this.#waiting.get(id)?.settle(result);
    this.#waiting.delete(id);
    this.#asked.delete(id);
  }

  /** The turn is over with its last question. */
  #endTurn(): void {
    if (this.#asked.size === 0) this.#say?.({ type: 'result', subtype: 'success', is_error: false });
  }
}

/** The lines that `encode` writes. */
type Line =
  | { readonly type: 'control_request'; readonly request: { readonly subtype: string } }
  | {
      readonly type: 'control_response';
      readonly response: {
        readonly request_id: string;
        readonly error?: string;
        readonly response?: { readonly mcp_response: { readonly result: AskResult } };
      };
    }
  | { readonly type: 'user' };
