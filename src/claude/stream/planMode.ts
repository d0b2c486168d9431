// Plan mode. Owns which calls are refused there: questions, where the person has turned them off, and changes of the Product Doc.
import type { ClaudeEvent, QuestionInput } from '../../chat/events.js';
import type { MemoryTool } from '../../shared/memoryTools.js';
import { writesMemory } from '../../shared/memoryTools.js';
import { planTool } from '../../shared/tools.js';
import { rpcResult } from '../ask/rpc.js';
import type { RpcId } from '../ask/rpc.js';
import type { MemoryResult } from './memoryServer.js';

const refused =
  'The user has turned off questions in plan mode, so nobody was asked. Decide yourself where you can, list what you have assumed in the plan, and go on.';

const notWritten: MemoryResult = {
  text: 'The user is planning with you (permission mode “plan”), so nothing was written. You may propose the change in your plan, and make it once the plan is accepted.',
  isError: true,
};

export class PlanMode {
  #isOn = false;
  readonly #refused = new Set<string>();
  /** The blocks of questions that are not shown unless the hook reports another mode. */
  readonly #withheld = new Map<string, QuestionInput | undefined>();
  /** Whether the hook of a call of the memory has named plan mode, by the call's id. */
  readonly #memoryCalls = new Map<string, boolean>();

  /** `asks`: whether this call is asked in plan mode. */
  constructor(private readonly asks: (toolUseId: string) => boolean) {}

  /** `system/init` names the mode for each turn, a hook for each call (2.0.77, 2.1.100, 2.1.329). */
  reported(mode: string | null | undefined): void {
    this.#isOn = mode === 'plan';
  }

  /** The person may refuse to leave plan mode at this call. Until the next hook reports the mode, questions are shown. */
  called(toolName: string): void {
    if (toolName === planTool) this.#isOn = false;
  }

  /** Whether the block of a question is not shown. */
  withholds(toolUseId: string): boolean {
    return this.#isOn && !this.asks(toolUseId);
  }

  withheld(toolUseId: string, input: QuestionInput | undefined): void {
    this.#withheld.set(toolUseId, input);
  }

  /** The result of a withheld block ends a question that the chat has to show first. */
  resultOf(toolUseId: string): Extract<ClaudeEvent, { type: 'questionFinished' }> | undefined {
    if (!this.#withheld.has(toolUseId)) return undefined;
    const input = this.#withheld.get(toolUseId);
    this.#withheld.delete(toolUseId);
    return { type: 'questionFinished', toolUseId, input };
  }

  /**
   * Decides at the hook. The hook lets a refused call through, because 2.1.329 puts _hook error_ before the words of a denial there; `denial` or
   * `result` refuses it next.
   */
  refuses(toolUseId: string): boolean {
    const isRefused = this.withholds(toolUseId);
    if (isRefused) this.#refused.add(toolUseId);
    else this.#withheld.delete(toolUseId);
    return isRefused;
  }

  /** Whether the result of this call is the refusal. */
  hasRefused(toolUseId: string): boolean {
    return this.#refused.has(toolUseId);
  }

  /** The answer to `can_use_tool` for a call that is refused. */
  denial(toolUseId: string): Readonly<Record<string, unknown>> | undefined {
    return this.#refused.has(toolUseId) ? { behavior: 'deny', interrupt: false, message: refused } : undefined;
  }

  /** The answer to `tools/call` for a call that is refused. */
  result(toolUseId: string, id: RpcId): Readonly<Record<string, unknown>> | undefined {
    return this.#refused.has(toolUseId)
      ? { mcp_response: rpcResult(id, { content: [{ type: 'text', text: refused }], isError: true }) }
      : undefined;
  }

  /** A call of the memory at its hook. The mode counts for this call alone, because a subagent can have another mode than the chat. */
  memoryCalled(toolUseId: string, mode: string | null | undefined): void {
    if (typeof mode === 'string') this.#memoryCalls.set(toolUseId, mode === 'plan');
  }

  /** The result of a call of the memory that is refused; undefined for any other one. */
  memoryRefusal(tool: MemoryTool, toolUseId: string): MemoryResult | undefined {
    const isPlanning = this.#memoryCalls.get(toolUseId) ?? this.#isOn;
    this.#memoryCalls.delete(toolUseId);
    return isPlanning && writesMemory(tool) ? notWritten : undefined;
  }
}
