// Questions in plan mode, where the person has turned them off: they are refused, and no card is shown. Owns which calls are refused.
import type { ClaudeEvent, QuestionInput } from '../../session/events.js';
import { rpcResult } from '../ask/rpc.js';
import type { RpcId } from '../ask/rpc.js';

const refused =
  'The user has turned off questions in plan mode, so nobody was asked. Decide yourself where you can, list what you have assumed in the plan, and go on.';

export class PlanMode {
  #isOn = false;
  readonly #refused = new Set<string>();
  /** The blocks of questions that are not shown unless the hook reports another mode. */
  readonly #withheld = new Map<string, QuestionInput | undefined>();

  /** `asks`: whether this call is asked in plan mode. */
  constructor(private readonly asks: (toolUseId: string) => boolean) {}

  /** `system/init` names the mode for each turn, a hook for each call (2.0.77, 2.1.100, 2.1.329). */
  reported(mode: string | null | undefined): void {
    this.#isOn = mode === 'plan';
  }

  /** The person may refuse to leave plan mode at this call. Until the next hook reports the mode, questions are shown. */
  called(toolName: string): void {
    if (toolName === 'ExitPlanMode') this.#isOn = false;
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
}
