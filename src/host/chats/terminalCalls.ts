// What a Claude in a terminal asks (its questions, permissions and plans), as a process that asks them: it speaks the CLI's lines, so that each lives as any
// other. Owns the calls until each is decided here or in the terminal; must not know how a card is shown, nor how the terminal is watched.
import { randomUUID } from 'node:crypto';
import { agentMeta } from '../../claude/ask/server.js';
import type { ClaudeProcess, Written } from '../../claude/process/process.js';
import type { Loose } from '../../shared/loose.js';
import { isObject, objectOf, textOf } from '../../shared/loose.js';
import type { OtherAgent } from '../../shared/question.js';
import { askUserQuestion, planTool } from '../../shared/tools.js';
import type { ClaudeStartOptions, StartResult } from './chatDependencies.js';
import { processInMemory } from './processInMemory.js';

/** What the CLI's hook `PermissionRequest` says of the call. */
export interface TerminalAsk {
  readonly toolName: string;
  readonly input: Loose;
  readonly suggestions: readonly unknown[];
  /** The subagent that asks. */
  readonly agentId?: string;
  readonly asker: OtherAgent;
}

/** `decision` of the hook's reply: see _A Claude in a terminal_ in docs/protocol.md. */
export type TerminalDecision =
  | { readonly behavior: 'allow'; readonly updatedInput: unknown; readonly updatedPermissions?: readonly unknown[] }
  | { readonly behavior: 'deny'; readonly message: string };

interface Waiting extends TerminalAsk {
  /** Undefined: not decided here, so the terminal's own dialog is all that is left. */
  readonly settle: (decision: TerminalDecision | undefined) => void;
}

/** What was decided here, and whether the CLI has taken that is not known yet. */
interface Decided {
  readonly requestId: string;
  readonly isQuestion: boolean;
  /** What was denied here, and the words that go with that. */
  readonly denial: string | undefined;
}

export class TerminalCalls {
  /** Oldest first, until they are decided. */
  readonly #waiting = new Map<string, Waiting>();
  /** The request under which the current process has asked each call. */
  readonly #asked = new Map<string, string>();
  readonly #decided = new Map<string, Decided>();
  /** The mode in which the person lets Claude begin with the plan that is asked now. */
  #mode: string | undefined;
  #version: string | undefined;
  /** Sends a line of the current process to the chat; undefined when no process runs. */
  #say: ((message: object) => void) | undefined;
  #process: ClaudeProcess | undefined;

  /** `needProcess`: starts a process of these calls, where there is none. */
  constructor(private readonly needProcess: () => void) {}

  /** Asked with the next `ask`, or when a process starts. `id`: its `tool_use_id` here. `version`: of the CLI in the terminal. */
  add(id: string, call: TerminalAsk, version: string | undefined): Promise<TerminalDecision | undefined> {
    this.#version = version;
    this.#waiting.get(id)?.settle(undefined);
    this.#asked.delete(id);
    return new Promise(settle => this.#waiting.set(id, { ...call, settle }));
  }

  /** Asks what has not been asked yet, as soon as there is a process. Not while a process is ending: its end does it. */
  ask(): void {
    if (this.#say === undefined) return this.needProcess();
    for (const [id, { toolName, input, suggestions, agentId, asker }] of this.#waiting) {
      if (this.#asked.has(id)) continue;
      // A permission that is asked once more, as in the next window, is another one, below what has become of the first.
      const requestId = `${id}:${randomUUID()}`;
      if (toolName === planTool) this.#mode = undefined;
      this.#asked.set(id, requestId);
      const request = {
        subtype: 'can_use_tool',
        tool_name: toolName,
        tool_use_id: id,
        input,
        permission_suggestions: suggestions,
        ...(agentId !== undefined && { agent_id: agentId }),
        _meta: { [agentMeta]: asker },
      };
      this.#say({ type: 'control_request', request_id: requestId, request });
    }
  }

  /** The terminal asks no longer, because it has been answered there or has gone. Nothing happens to what is decided here. */
  withdraw(id: string): void {
    const requestId = this.#asked.get(id);
    this.#settle(id, undefined);
    if (requestId === undefined) return;
    this.#say?.({ type: 'control_cancel_request', request_id: requestId });
    this.#endTurn();
  }

  /** The CLI has taken what was decided here. `text`: what the model reads. */
  taken(id: string, text: string): void {
    const { isQuestion, denial } = this.#decided.get(id) ?? {};
    // The CLI has words of its own around those of a denial.
    this.#echo(id, isQuestion === false ? (denial ?? '') : text, decided => decided.denial !== undefined);
  }

  /** The terminal was faster: what was decided here has reached nobody. `text`: what the model reads. */
  overtaken(id: string, text: string): void {
    const decided = this.#decided.get(id);
    if (decided?.isQuestion === false) {
      this.#decided.delete(id);
      this.#say?.({ type: 'control_cancel_request', request_id: decided.requestId });
      if (decided.denial !== undefined) this.#endTurn();
    }
    // An answer is lost where its echo is an error.
    this.#echo(id, text, () => true);
  }

  /** The chat is gone, or another window's: nobody can answer here any more. */
  end(): void {
    for (const { settle } of this.#waiting.values()) settle(undefined);
    for (const known of [this.#waiting, this.#asked, this.#decided]) known.clear();
  }

  start(options: ClaudeStartOptions): StartResult {
    const { process, say } = processInMemory(options, {
      take: line => this.#take(line),
      ends: () => {
        this.#say = undefined;
        for (const id of this.#asked.keys()) this.#settle(id, undefined);
        this.#decided.clear();
      },
      ended: () => {
        if (this.#waiting.size > 0) this.ask();
      },
    });
    [this.#process, this.#say] = [process, say];
    return { ok: true, process, ...(this.#version !== undefined && { version: this.#version }) };
  }

  /** A line of Parley's, written by `encode`. */
  #take(line: string): Written {
    const message = Object(JSON.parse(line)) as Loose;
    if (message['type'] === 'control_request') this.#requested(textOf(message['request_id']), objectOf(message['request']) ?? {});
    else if (message['type'] === 'control_response') this.#answered(objectOf(message['response']) ?? {});
    else return { ok: false, reason: 'a Claude in a terminal takes no messages from here' };
    return { ok: true };
  }

  #requested(requestId: string, { subtype, mode }: Loose): void {
    if (subtype === 'initialize') {
      this.ask();
      // Every call was withdrawn before this process had begun, and nothing else would end its turn.
      if (this.#asked.size === 0) void this.#process?.stop();
    }
    if (subtype === 'set_permission_mode') {
      // It goes along with the approval of the plan, which is all that asks for it here.
      this.#mode = textOf(mode);
      const response = { subtype: 'success', request_id: requestId, response: { mode } };
      this.#say?.({ type: 'control_response', response });
    }
    if (subtype !== 'interrupt') return;
    // The terminal goes on asking.
    for (const id of this.#asked.keys()) this.#settle(id, undefined);
    this.#say?.({ type: 'result', subtype: 'error_during_execution', is_error: false, terminal_reason: 'aborted_tools' });
  }

  #answered({ request_id: requestId, response }: Loose): void {
    const [id] = [...this.#asked].find(([, asked]) => asked === requestId) ?? [];
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || waiting === undefined) return;
    const decision = this.#decisionIn(response, waiting.toolName);
    const isQuestion = waiting.toolName === askUserQuestion;
    const denial = decision?.behavior === 'deny' ? decision.message : undefined;
    if (decision !== undefined) this.#decided.set(id, { requestId: textOf(requestId), isQuestion, denial });
    this.#settle(id, decision);
    // An answer is on its way until its echo.
    this.#endTurn();
  }

  /** Undefined where Parley could not show the call. */
  #decisionIn(response: unknown, toolName: string): TerminalDecision | undefined {
    if (!isObject(response)) return undefined;
    const { behavior, updatedInput, updatedPermissions: rules, message } = response;
    if (behavior === 'deny') return { behavior, message: textOf(message) };
    if (behavior !== 'allow') return undefined;
    const mode = toolName === planTool && this.#mode !== undefined ? [{ type: 'setMode', mode: this.#mode, destination: 'session' }] : [];
    const updates = [...(Array.isArray(rules) ? (rules as readonly unknown[]) : []), ...mode];
    return { behavior, updatedInput, ...(updates.length > 0 && { updatedPermissions: updates }) };
  }

  #echo(id: string, text: string, isError: (decided: Decided) => boolean): void {
    const decided = this.#decided.get(id);
    if (decided === undefined) return;
    this.#decided.delete(id);
    if (isEchoed(decided)) {
      const block = { type: 'tool_result', tool_use_id: id, is_error: isError(decided), content: text };
      this.#say?.({ type: 'user', message: { content: [block] } });
    }
    this.#endTurn();
  }

  #settle(id: string, decision: TerminalDecision | undefined): void {
    this.#waiting.get(id)?.settle(decision);
    this.#waiting.delete(id);
    this.#asked.delete(id);
  }

  /** The turn is over with the last call that somebody waits for. */
  #endTurn(): void {
    const isSending = [...this.#decided.values()].some(isEchoed);
    if (this.#asked.size === 0 && !isSending) this.#say?.({ type: 'result', subtype: 'success', is_error: false });
  }
}

/** Whether the chat waits for the result: of a command that was allowed it may come after hours. */
function isEchoed({ isQuestion, denial }: Decided): boolean {
  return isQuestion || denial !== undefined;
}
