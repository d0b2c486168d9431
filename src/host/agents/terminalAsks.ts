// What Claude asks in a terminal, which comes through Parley's helper (src/door) from the CLI's hook `PermissionRequest`: it stands in the terminal and on a
// card, and the first answer wins. Owns when a card goes because the terminal was faster; must not know what passes through a socket.
import type { Clock } from '../../shared/clock.js';
import { agentIdPrefix } from '../../shared/agentQuestions.js';
import { askUserQuestion } from '../../shared/tools.js';
import type { Chat } from '../chats/chat.js';
import type { TerminalCalls, TerminalDecision } from '../chats/terminalCalls.js';
import type { TerminalAnswer, TerminalCall } from './terminalMessage.js';
import { isOurs, TerminalWatch } from './terminalWatch.js';

interface TerminalAsksDependencies {
  readonly clock: Clock;
  /** What this Claude is called. */
  readonly name: () => string;
  /** The chat in which this session asks. */
  readonly chatOf: (call: TerminalCall) => Promise<Chat>;
  readonly callsOf: (key: string) => TerminalCalls;
  /** Nobody can be asked in this window now. */
  readonly isOff: () => boolean;
  /** The same as in `TerminalWatch`. */
  readonly isAlive?: (pid: number) => boolean;
  readonly startOf?: (pid: number) => Promise<string | undefined>;
}

/** Milliseconds. A command that was allowed may run for hours, and its result says no more of who was first. */
const longestWatch = 60_000;

/** Calls of one session that wait here at once. The CLI asks for one after the other, and a few where subagents ask as well. */
const mostCards = 20;

export class TerminalAsks {
  readonly #watches = new Set<TerminalWatch>();
  /** How many calls of each session wait here. */
  readonly #waiting = new Map<string, number>();

  constructor(private readonly dependencies: TerminalAsksDependencies) {}

  /**
   * What was decided here; empty where the terminal was faster, where nobody can be asked, or where more of this session waits here than a person could
   * answer: that is asked in the terminal alone. `signal`: the hook has ended, as by Esc on 2.1.329.
   */
  async answer(call: TerminalCall, signal: AbortSignal): Promise<TerminalAnswer> {
    const { session } = call;
    const waiting = this.#waiting.get(session) ?? 0;
    if (this.dependencies.isOff() || waiting >= mostCards) return {};
    this.#waiting.set(session, waiting + 1);
    try {
      return await this.#ask(call, signal);
    } finally {
      const left = (this.#waiting.get(session) ?? 1) - 1;
      if (left > 0) this.#waiting.set(session, left);
      else this.#waiting.delete(session);
    }
  }

  async #ask(call: TerminalCall, signal: AbortSignal): Promise<TerminalAnswer> {
    const { clock, name, chatOf, callsOf, isAlive, startOf } = this.dependencies;
    const id = `${agentIdPrefix}${call.call}`;
    const { key, loop } = await chatOf(call);
    const calls = callsOf(key);
    const here: { decision?: TerminalDecision | undefined } = {};
    const watch = new TerminalWatch({
      call,
      clock,
      ...(isAlive && { isAlive }),
      ...(startOf && { startOf }),
      onEnd: end => {
        const { decision } = here;
        if (decision !== undefined && end.type === 'settled') return;
        this.#stop(watch);
        if (decision === undefined) calls.withdraw(id);
        else if (end.type === 'result' && isOurs(decision, end.result)) calls.taken(id, end.result.text);
        else calls.overtaken(id, end.type === 'result' ? end.result.text : '');
        this.#stop(watch);
      },
    });
    const { toolName, input, suggestions, agentId, folder } = call;
    this.#watches.add(watch);
    await watch.begin();
    // The window has ended, or the call in the terminal.
    if (!this.#watches.has(watch) || signal.aborted) {
      this.#stop(watch);
      return {};
    }
    const asker = { name: name(), folder, terminal: true as const };
    const decided = calls.add(id, { toolName, input, suggestions, asker, ...(agentId !== undefined && { agentId }) }, watch.version);
    signal.addEventListener('abort', () => {
      if (here.decision !== undefined) return;
      this.#stop(watch);
      calls.withdraw(id);
    });
    if (loop.state.process !== 'ending') calls.ask();
    const decision = await decided;
    here.decision = decision;
    if (decision === undefined) this.#stop(watch);
    // What was denied has its result at once, or runs because the terminal was faster.
    else if (toolName !== askUserQuestion && decision.behavior === 'allow') clock.after(longestWatch, () => this.#stop(watch));
    return decision === undefined ? {} : { decision };
  }

  /** The window ends. */
  end(): void {
    for (const watch of this.#watches) this.#stop(watch);
  }

  #stop(watch: TerminalWatch): void {
    watch.stop();
    this.#watches.delete(watch);
  }
}
