// Owns: the calls of agents outside of VS Code without a window: a chat of other agents for each of them, as agentTool has them.
import type { Clock } from '../../src/shared/clock.js';
import type { AskResult } from '../../src/claude/answers/askResult.js';
import { restoredState, withdrawn } from '../../src/chat/restore.js';
import type { ChatState, QuestionState } from '../../src/chat/state.js';
import type { DoorCall } from '../../src/host/agents/doorCalls.js';
import { DoorCalls } from '../../src/host/agents/doorCalls.js';
import type { Chat } from '../../src/host/chats/chat.js';
import { AgentChat } from './agentChat.js';
import { createManualClock } from './manualClock.js';
import { settled } from './peer.js';
import { own } from './questions.js';

export const codex = { name: 'Codex', folder: '/work/app' };
export const names = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
export const id = `agent_${names[0]}`;

/** A window, with a chat for each agent. */
export class DoorWindow {
  readonly clock = createManualClock();
  readonly chats = new Map<string, AgentChat>();
  refusal: AskResult | undefined;
  readonly door: DoorCalls<AskResult>;

  /** @param options.clock in place of one that runs by `runOut` */
  constructor(private readonly options: { readonly before?: ChatState; readonly clock?: Clock } = {}) {
    this.door = new DoorCalls<AskResult>({
      clock: options.clock ?? this.clock,
      chatOf: agent => Promise.resolve(this.#asChat(JSON.stringify(agent))),
      chatWith: key => this.#asChat(key),
      callsOf: key => this.#chat(key).calls,
      whole: (_chat, _id, result) => Promise.resolve(result),
      refusal: () => this.refusal,
    });
  }

  /** What the agent reads. */
  async call(input: object, more: Partial<DoorCall> = {}, signal = new AbortController().signal): Promise<string> {
    const result = await this.door.answer(input, { agent: codex, call: names[0], again: false, limit: 50_000, ...more }, signal);
    return result.content[0].text;
  }

  chatOf(agent: object = codex): AgentChat {
    return this.#chat(JSON.stringify(agent));
  }

  question(): QuestionState {
    return this.chatOf().question(id);
  }

  answer(words: string): void {
    this.chatOf().loop.dispatch({ type: 'questionAnswered', toolUseId: id, answers: [own(words)], undoTime: 0 });
  }

  /** The agent's own clock is about to run out. */
  async runOut(): Promise<void> {
    this.clock.all.findLast(({ ms, isCalledOff }) => ms === 50_000 && !isCalledOff)?.run();
    await settled();
  }

  /** The window ends, and another one has what it stored. */
  async reopened(): Promise<DoorWindow> {
    this.door.end();
    const { loop } = this.chatOf();
    await loop.dispose();
    await settled();
    return new DoorWindow({ before: restoredState(withdrawn(loop.state, 9), 'control', 9) });
  }

  #chat(key: string): AgentChat {
    const known = this.chats.get(key) ?? new AgentChat(this.options.before && { state: this.options.before });
    this.chats.set(key, known);
    return known;
  }

  #asChat(key: string): Chat {
    return { key, loop: this.#chat(key).loop } as unknown as Chat;
  }
}
