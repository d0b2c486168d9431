// Calls of `ask_user` by agents outside of VS Code, which come through Parley's helper (src/door). Owns which question a call is about: a new one, one
// that is still open, or one whose answer waits for its agent. Must not know what passes through a socket.
import { cancelledResult, stillOpenResult } from '../../claude/answers/askCancelled.js';
import type { AskResult } from '../../claude/answers/askResult.js';
import { askResult, faultyResult } from '../../claude/answers/askResult.js';
import { readAsk } from '../../claude/ask/input.js';
import type { QuestionInput } from '../../chat/events.js';
import { find } from '../../chat/items.js';
import type { QuestionState } from '../../chat/state.js';
import type { Clock } from '../../shared/clock.js';
import { agentIdPrefix } from '../../shared/agentQuestions.js';
import type { OtherAgent } from '../../shared/question.js';
import { isFinal } from '../../shared/answers.js';
import { isObject } from '../../shared/loose.js';
import type { Chat } from '../chats/chat.js';
import type { AgentCalls } from '../chats/agentCalls.js';
import type { Outcome } from './agentWaits.js';
import { AgentWaits } from './agentWaits.js';

/** What the helper says of a call. */
export interface DoorCall {
  readonly agent: OtherAgent;
  /** UUID of the helper's: the name of the question, by which the agent calls again. */
  readonly call: string;
  /** The helper has not got the result of this call from the window before. */
  readonly again: boolean;
  /** Milliseconds until the call has to end. */
  readonly limit: number;
}

interface DoorCallsDependencies<Answer> {
  readonly clock: Clock;
  /** The chat in which this agent asks. */
  readonly chatOf: (agent: OtherAgent) => Promise<Chat>;
  /** The chat with this key, where it is in memory. */
  readonly chatWith: (key: string) => Chat | undefined;
  readonly callsOf: (key: string) => AgentCalls;
  /** The result with the images of the answer to this question. */
  readonly whole: (chat: Chat, id: string, result: AskResult) => Promise<Answer>;
  /** Why nobody can be asked now. */
  readonly refusal: () => AskResult | undefined;
}

export class DoorCalls<Answer> {
  /** The key of the chat of each question that waits here. A chat in which nothing runs may leave the memory and come back. */
  readonly #keys = new Map<string, string>();
  readonly #waits: AgentWaits<Answer>;

  constructor(private readonly dependencies: DoorCallsDependencies<Answer>) {
    const attended = (id: string, waits: boolean): void =>
      dependencies.chatWith(this.#keys.get(id) ?? '')?.loop.dispatch({ type: 'agentWaits', toolUseId: id, waits });
    this.#waits = new AgentWaits({ clock: dependencies.clock, attended, dropped: id => this.#keys.delete(id) });
  }

  /** The result of the call. Never rejects but with what `chatOf` and `whole` reject with. */
  async answer(input: unknown, { agent, call, again, limit }: DoorCall, signal: AbortSignal): Promise<Answer | AskResult> {
    const waitFor = waitedFor(input);
    if (waitFor === undefined && !again) return this.#ask(input, { agent, call, limit }, signal);
    const name = waitFor ?? call;
    const id = `${agentIdPrefix}${name}`;
    if (this.#waits.has(id) && this.#keys.get(id) === (await this.dependencies.chatOf(agent)).key) return this.#wait(name, limit, signal);
    return this.#takeUp(input, { agent, call: name, again, limit }, signal);
  }

  /** The window ends: the calls end with it, and their questions wait for the next window. */
  end(): void {
    this.#waits.leaveAll();
  }

  /** An earlier window has asked this. */
  async #takeUp(input: unknown, given: DoorCall, signal: AbortSignal): Promise<Answer | AskResult> {
    const chat = await this.dependencies.chatOf(given.agent);
    // An answer that nobody reads now waits for the next call.
    if (signal.aborted) return cancelledResult('withdrawn');
    const question = find(chat.loop.state, `${agentIdPrefix}${given.call}`, 'question');
    if (question === undefined)
      return given.again && waitedFor(input) === undefined ? this.#ask(input, given, signal) : cancelledResult('over');
    const { otherAgent, settlement, reason, phase, id } = question;
    if (settlement !== undefined && isFinal(phase) && phase !== 'lost') {
      if (!given.again && otherAgent?.unattended === undefined) return cancelledResult('over');
      chat.loop.dispatch({ type: 'agentWaits', toolUseId: id, waits: true });
      return this.dependencies.whole(chat, id, askResult(inputOf(question), settlement));
    }
    if (reason === 'interrupted') return cancelledResult('stopped');
    return this.#ask(question.raw, given, signal);
  }

  async #ask(input: unknown, { agent, call, limit }: Omit<DoorCall, 'again'>, signal: AbortSignal): Promise<Answer | AskResult> {
    const refusal = this.dependencies.refusal();
    if (refusal !== undefined) return refusal;
    const asks = readAsk(input);
    if (!asks.ok) return faultyResult(asks.faults);
    const chat = await this.dependencies.chatOf(agent);
    if (signal.aborted) return cancelledResult('withdrawn');
    const calls = this.dependencies.callsOf(chat.key);
    const { id, result, withdraw } = calls.add(asks.input.raw, { agent, call });
    this.#keys.set(id, chat.key);
    this.#waits.add(
      id,
      result.then(one => this.dependencies.whole(chat, id, one)),
      () => {
        // Many an agent takes its call back when its own clock runs out. What the person has begun must not end with that.
        if (isBegun(find(chat.loop.state, id, 'question'))) return false;
        withdraw();
        return true;
      },
    );
    const outcome = this.#wait(call, limit, signal);
    if (chat.loop.state.process !== 'ending') calls.ask();
    return outcome;
  }

  async #wait(name: string, limit: number, signal: AbortSignal): Promise<Answer | AskResult> {
    const id = `${agentIdPrefix}${name}`;
    const outcome: Outcome<Answer> = await this.#waits.wait(id, limit, signal);
    if (outcome === 'later') return stillOpenResult(name);
    if (!this.#waits.has(id)) this.#keys.delete(id);
    if (outcome === 'withdrawn') return cancelledResult('withdrawn');
    return outcome === 'unknown' ? cancelledResult('over') : outcome.answer;
  }
}

/** Undefined for a call that asks something. */
function waitedFor(input: unknown): string | undefined {
  return isObject(input) && typeof input['waitFor'] === 'string' ? input['waitFor'] : undefined;
}

/** The person has filled in something, or has answered. */
function isBegun(question: QuestionState | undefined): boolean {
  return (
    question !== undefined && (question.otherAgent?.isBegun === true || question.settlement !== undefined || question.held !== undefined)
  );
}

function inputOf({ questions, raw }: QuestionState): QuestionInput {
  return { tool: 'ask_user', questions, raw };
}
