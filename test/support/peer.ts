// A session with a CLI in memory, for tests of what the session does with what the CLI says.
import { pick } from './questions.js';
import type { ClaudeProcess, ProcessExit } from '../../src/claude/process/process.js';
import type { FolderLook, FolderUse } from '../../src/host/chats/chatDependencies.js';
import type { ChatMemory } from '../../src/host/chats/chatMemory.js';
import { takeTurns } from '../../src/claude/process/placeLooks.js';
import type { ChatDependencies, Log, ClaudeStartOptions, StartResult } from '../../src/host/chats/chatDependencies.js';
import { ChatLoop } from '../../src/host/chats/chatLoop.js';
import type { ChatEvent } from '../../src/chat/events.js';
import type { Problem } from '../../src/chat/problem.js';
import type { ChatItem, ChatState } from '../../src/chat/state.js';
import type { ChatNews } from '../../src/shared/contract/news.js';

/** A CLI in memory: what was written to it, and a way to say lines. */
export class Peer {
  /** The lines that were written, without the first to each process. */
  readonly written: unknown[] = [];
  readonly starts: ClaudeStartOptions[] = [];
  readonly warnings: string[] = [];
  /** What the views were told beside the conversation. */
  readonly news: ChatNews[] = [];
  pipe: { readonly ok: true } | { readonly ok: false; readonly reason: string } = { ok: true };
  problem: Problem | undefined;
  isDeferred: boolean | undefined;
  /** The version that the CLI's start tells. */
  version: string | undefined;
  /** The versions that the processes have said of themselves. */
  readonly saidVersions: string[] = [];
  /** Whether the transcript holds the results that were echoed. */
  hasResults: boolean | undefined = true;
  /** Whether it holds the prompts that Claude had begun to answer. */
  hasPrompts: boolean | undefined | Promise<boolean> = true;
  /** The disk, which has the chat once this resolves. */
  store: (() => Promise<unknown>) | undefined;
  placeOf: ChatDependencies['placeOf'] = () => Promise.resolve(undefined);
  /** This peer's own, because a look of a test may never end. */
  private readonly placeTurns = takeTurns(2);
  savedFirst: NonNullable<ChatDependencies['savedFirst']> = () => Promise.resolve(undefined);
  readImage: ChatDependencies['readImage'] = file => Promise.reject(new Error(`no ${file}`));
  askUser = true;
  readonly organization = { keepsAskUserAway: false };
  asksInPlan = true;
  /** Says whether a process may use what the folder brings along. */
  lookAtFolder: ((why: FolderLook) => Promise<FolderUse>) | undefined;
  /** The error that the launcher throws. */
  refuse: Error | undefined;
  write: ClaudeProcess['write'] = line => {
    const message = JSON.parse(line) as { readonly request?: { readonly subtype?: unknown } };
    if (message.request?.subtype === 'initialize') this.initialized = message.request;
    else this.written.push(message);
    return Promise.resolve(this.pipe);
  };
  /** The log at the level `info`. */
  readonly told: string[] = [];
  /** The log at the level `trace`. */
  readonly traced: string[] = [];
  readonly timers: { readonly run: () => void; readonly ms: number }[] = [];
  waiting: ReturnType<ChatDependencies['waiting']> = { ms: 0, then: 'park' };
  /** Calls in whose place another process has written that they were interrupted. */
  readonly interrupted = new Set<string>();
  stopped = 0;
  /** How often without the end of its input. */
  stoppedAtOnce = 0;
  exit: (exit: ProcessExit) => void = () => undefined;
  readonly loop: ChatLoop;

  /** The request of the first line to the last process. */
  initialized: object | undefined;

  constructor(state?: ChatState, memory?: ChatMemory) {
    const log: Log = {
      trace: text => this.traced.push(text),
      debug: () => undefined,
      info: text => this.told.push(text),
      warn: text => this.warnings.push(text),
      error: text => this.warnings.push(text),
    };
    const storeOf = (): typeof this.store => this.store;
    this.loop = new ChatLoop(
      {
        routeSetting: 'auto',
        askUser: () => this.askUser,
        organization: this.organization,
        unsupportedRequests: new Set(),
        asksInPlan: () => this.asksInPlan,
        placeOf: path => this.placeTurns(() => this.placeOf(path)),
        savedFirst: (path, toolName) => this.savedFirst(path, toolName),
        tell: news => this.news.push(news),
        waiting: () => this.waiting,
        readImage: file => this.readImage(file),
        isDeferred: () => Promise.resolve(this.isDeferred),
        hasPrompt: () => Promise.resolve(this.hasPrompts),
        resultsHeld: (_, ids) => {
          const { hasResults } = this;
          return Promise.resolve(hasResults === undefined ? undefined : Object.fromEntries(ids.map(id => [id, hasResults])));
        },
        promptsHeld: () => Promise.resolve(undefined),
        resultsInterrupted: (_, ids) => Promise.resolve(ids.filter(id => this.interrupted.has(id))),
        log,
        now: () => 7,
        clock: {
          after: (ms, run) => {
            this.timers.push({ run, ms });
            return () => undefined;
          },
        },
        get store() {
          return storeOf();
        },
        ...(memory !== undefined && { memory }),
        startClaude: options => (this.refuse === undefined ? Promise.resolve(this.start(options)) : Promise.reject(this.refuse)),
      },
      state,
    );
  }

  private start(options: ClaudeStartOptions): StartResult {
    this.starts.push(options);
    if (this.problem !== undefined) return { ok: false, problem: this.problem };
    const exited = new Promise<ProcessExit>(resolve => (this.exit = resolve));
    const process: ClaudeProcess = {
      pid: 1,
      started: Promise.resolve({ ok: true }),
      exited,
      write: line => this.write(line),
      endInput: () => undefined,
      stop: atOnce => {
        this.stopped++;
        if (atOnce === true) this.stoppedAtOnce++;
        this.exit({ code: 0, signal: null, requestedByUs: true, stderr: '' });
        return exited;
      },
    };
    return {
      ok: true,
      process,
      ...(this.version !== undefined && { version: this.version }),
      ...(this.lookAtFolder && options.withoutFolder !== true && { lookAtFolder: this.lookAtFolder }),
      saysVersion: version => this.saidVersions.push(version),
    };
  }

  say(...messages: object[]): void {
    for (const message of messages) this.starts.at(-1)?.onLine(JSON.stringify(message));
  }

  get items(): readonly ChatItem[] {
    return this.loop.state.items;
  }
}

/** What the loop imports with its first start is there, and all promises that are ready have run. */
export const settled = async (): Promise<void> => {
  await import('../../src/host/chats/claudeConnection.js');
  await new Promise(resolve => setImmediate(resolve));
};

export const init = { type: 'system', subtype: 'init', session_id: 's1' };
export const input = {
  questions: [{ question: 'Which?', header: 'Which', multiSelect: false, options: [{ label: 'A' }, { label: 'B' }] }],
};
export const block = { type: 'assistant', message: { id: 'm', content: [{ type: 'tool_use', id: 't', name: 'AskUserQuestion', input }] } };
export const ask = {
  type: 'control_request',
  request_id: 'r',
  request: { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', tool_use_id: 't', input },
};
export const answer: ChatEvent = {
  type: 'questionAnswered',
  toolUseId: 't',
  answers: [{ ...pick(1), otherText: 'left over' }],
  undoTime: 0,
};

export const hookAsk = {
  type: 'control_request',
  request_id: 'h',
  request: { subtype: 'hook_callback', callback_id: 'ask', input: { tool_name: 'AskUserQuestion', tool_use_id: 't', tool_input: input } },
};
export const stateOf = (item: ChatItem | undefined): string | undefined => (item?.kind === 'prompt' ? item.state : undefined);
export const echoOf = (uuid: string): object => ({ type: 'user', uuid, isReplay: true, message: { role: 'user', content: 'as sent' } });
export const promptOf = (text: string): object => ({
  type: 'user',
  uuid: text,
  origin: { kind: 'human' },
  message: { role: 'user', content: [{ type: 'text', text }] },
});

export async function asked(): Promise<Peer> {
  const peer = new Peer();
  peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
  await settled();
  peer.say(init, block, ask);
  return peer;
}
