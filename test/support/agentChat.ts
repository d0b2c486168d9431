// Owns: a chat of other agents without a window: a loop whose process are the agents' calls.
import assert from 'node:assert/strict';
import type { AskResult } from '../../src/claude/answers/askResult.js';
import { AgentCalls } from '../../src/host/chats/agentCalls.js';
import { ChatLoop } from '../../src/host/chats/chatLoop.js';
import type { ChatState, QuestionState } from '../../src/chat/state.js';

/** A chat of other agents, and its calls. */
export class AgentChat {
  readonly calls = new AgentCalls(() => this.loop.dispatch({ type: 'processNeeded' }));
  readonly timers: { readonly run: () => void; readonly ms: number }[] = [];
  readonly complaints: string[] = [];
  /** The paths that were looked at, behind the folders in which they begin. */
  readonly looks: (readonly [string | undefined, string])[] = [];
  readonly loop: ChatLoop;

  constructor({ state, start }: { readonly state?: ChatState; readonly start?: AgentCalls['start'] } = {}) {
    const complain = (text: string): void => void this.complaints.push(text);
    const silent = (): void => undefined;
    this.loop = new ChatLoop(
      {
        routeSetting: 'control',
        askUser: () => true,
        organization: { keepsAskUserAway: false },
        unsupportedRequests: new Set(),
        asksInPlan: () => true,
        startClaude: options => Promise.resolve(start === undefined ? this.calls.start(options) : start(options)),
        isDeferred: () => Promise.resolve(undefined),
        hasPrompt: () => Promise.resolve(undefined),
        resultsHeld: () => Promise.resolve(undefined),
        promptsHeld: () => Promise.resolve(undefined),
        resultsInterrupted: () => Promise.resolve(undefined),
        placeOf: (path, from) => {
          this.looks.push([from, path]);
          return Promise.resolve(undefined);
        },
        waiting: () => ({ ms: 0, then: 'park' }),
        readImage: file => Promise.reject(new Error(file)),
        log: { trace: silent, debug: silent, info: silent, warn: complain, error: complain },
        now: () => 7,
        clock: {
          after: (ms, run) => {
            this.timers.push({ run, ms });
            return silent;
          },
        },
      },
      state,
    );
  }

  /** Asks as agentTool does. */
  ask(input: object): { readonly id: string; readonly withdraw: () => void; readonly result: Promise<AskResult> } {
    const call = this.calls.add(input);
    if (this.loop.state.process !== 'ending') this.calls.ask();
    return call;
  }

  question(id: string): QuestionState {
    const found = this.loop.state.items.find(item => item.id === id && item.kind === 'question');
    return found?.kind === 'question' ? found : assert.fail(`no question ${id}`);
  }
}
