// A window with chats and without VS Code: its sessions, its store and its socket, over real files. Its CLI takes everything, says nothing, and
// ends when a question is handed back to it.
import { join } from 'node:path';
import type { Clock } from '../../src/shared/clock.js';
import { realClock } from '../../src/disk/clock.js';
import type { ClaudeProcess, ProcessExit } from '../../src/claude/process/process.js';
import { Transcripts } from '../../src/host/cli/transcripts.js';
import { ChatStore } from '../../src/host/storage/chatStore.js';
import type { FileSystem } from '../../src/disk/fileSystem.js';
import type { NotOpenedChat } from '../../src/host/storage/notOpened.js';
import type { Owner } from '../../src/host/windows/owner.js';
import { thisOwner } from '../../src/host/windows/owner.js';
import type { Log } from '../../src/host/chats/chatDependencies.js';
import { ChatLoop } from '../../src/host/chats/chatLoop.js';
import type { Chat } from '../../src/host/chats/chat.js';
import { Chats } from '../../src/host/chats/chats.js';
import type { Holding } from '../../src/chat/branch.js';
import type { ChatEvent } from '../../src/chat/events.js';
import type { QuestionState } from '../../src/chat/state.js';
import { choice, drafted, own } from './questions.js';

export interface StoreWindowOptions {
  readonly fileSystem?: FileSystem;
  readonly clock?: Clock;
  /** What the window says of its own place and machine, where a test needs another. */
  readonly as?: Partial<Owner>;
  /** The person's word when an owner does not answer or is on another computer. */
  readonly decide?: (reason: 'noAnswer' | 'otherComputer') => Promise<boolean>;
  /** The memory is told which answers hold. */
  readonly hold?: (pairs: readonly Holding[]) => Promise<void>;
  /** The memory is given these answers. */
  readonly remember?: (questions: readonly QuestionState[]) => void;
}

function claude(): ClaudeProcess {
  let exit: (exit: ProcessExit) => void = () => undefined;
  const exited = new Promise<ProcessExit>(resolve => (exit = resolve));
  const stop = (): Promise<ProcessExit> => {
    exit({ code: 0, signal: null, requestedByUs: true, stderr: '' });
    return exited;
  };
  const ok = Promise.resolve({ ok: true as const });
  const write = (line: string): typeof ok => {
    if (line.includes('"defer"')) void stop();
    return ok;
  };
  return { pid: 1, started: ok, exited, write, endInput: () => undefined, stop };
}

/** Runs at once what is wanted later, because a loop waits for nothing here. */
const soon: Clock = { after: (_, run) => realClock.after(0, run) };

/** The conditions that `whenWindows` waits for. */
const looks = new Set<() => void>();

/** Something has happened to a window of this process. */
function happened(): void {
  for (const look of [...looks]) look();
}

/** Resolves once `condition` is true, which is asked now and at each event of every window of this process. */
export function whenWindows(condition: () => boolean): Promise<void> {
  return new Promise(resolve => {
    const look = (): void => {
      if (!condition()) return;
      looks.delete(look);
      resolve();
    };
    looks.add(look);
    look();
  });
}

export class StoreWindow {
  readonly chats: Chats;
  readonly store: ChatStore;
  readonly transcripts: Transcripts;
  /** What was logged as a warning or an error. */
  readonly complaints: string[] = [];
  /** What the person was told or asked. */
  readonly told: string[] = [];
  /** Chats that were painted from their beginning, with their owner at that time. */
  readonly painted: Chat['otherOwner'][] = [];
  #ended: Promise<void> | undefined;

  constructor(
    folder: string,
    readonly owner: Owner,
    {
      fileSystem,
      clock = realClock,
      decide = () => Promise.resolve(false),
      hold = () => Promise.resolve(),
      remember = () => undefined,
    }: StoreWindowOptions,
  ) {
    const complain = (text: string): void => void this.complaints.push(text);
    const silent = (): void => undefined;
    const log: Log = { trace: silent, debug: silent, info: silent, warn: complain, error: complain };
    const now = (): number => Date.now();
    this.transcripts = new Transcripts({
      log,
      environment: () => ({ CLAUDE_CONFIG_DIR: configIn(folder) }),
      workFolders: () => [workFolderIn(folder)],
      route: () => 'auto',
    });
    this.chats = new Chats({
      now,
      log,
      create: state =>
        new ChatLoop(
          {
            routeSetting: 'auto',
            log,
            now,
            clock: soon,
            askUser: () => true,
            organization: { keepsAskUserAway: false },
            unsupportedRequests: new Set(),
            asksInPlan: () => true,
            readImage: () => Promise.reject(new Error('not here')),
            startClaude: () => Promise.resolve({ ok: true, process: claude() }),
            isDeferred: () => Promise.resolve(undefined),
            hasPrompt: () => Promise.resolve(undefined),
            resultsHeld: () => Promise.resolve(undefined),
            promptsHeld: () => Promise.resolve(undefined),
            resultsInterrupted: () => Promise.resolve(undefined),
            placeOf: () => Promise.resolve(undefined),
            waiting: () => ({ ms: 0, then: 'park' }),
            memory: {
              tools: () => [],
              call: () => Promise.reject(new Error('not here')),
              tell: () => Promise.resolve(undefined),
              remember,
              hold: (pairs, held) => void hold(pairs).then(held),
            },
          },
          state,
        ),
    });
    this.chats.onDidShow(({ otherOwner }) => this.painted.push(otherOwner));
    const person = {
      askWhetherToTakeOver: (reason: 'noAnswer' | 'otherComputer'): Promise<boolean> => {
        this.#tell(`take over? ${reason}`);
        return decide(reason);
      },
      tellNotStored: () => this.#tell('not stored'),
      tellStoredAgain: () => this.#tell('stored again'),
      tellNotOpened: (_: string, notOpened: readonly NotOpenedChat[]) =>
        this.#tell(`not opened: ${notOpened.map(({ key }) => key).join(' ')}`),
    };
    const { chats, transcripts } = this;
    this.store = new ChatStore(
      { folder, log, chats, transcripts, person, clock, route: () => 'auto', ...(fileSystem && { fileSystem }) },
      owner,
    );
    // After the store, which hears of each event first.
    for (const event of [chats.onDidChange, chats.onDidChangeNotStored, chats.onDidShow, chats.onDidClose]) event(happened);
    const unload = chats.unload.bind(chats);
    chats.unload = chat => {
      unload(chat);
      happened();
    };
  }

  get chat(): Chat {
    return this.chats.current;
  }

  get question(): QuestionState | undefined {
    return this.chat.loop.state.items.find(item => item.kind === 'question');
  }

  /** The person acts in the chat that is shown. */
  say(...events: readonly ChatEvent[]): void {
    for (const event of events) this.chats.dispatch(this.chat, event);
  }

  type(text: string): void {
    this.chats.setComposerDraft(this.chat, text);
  }

  /** A prompt, and a question of Claude's with half an answer. */
  beAsked(sessionId = 's', toolUseId = 't'): void {
    const input = { questions: [choice('Which?', 'Which', ['A', 'B'])], raw: {} };
    this.say(
      { type: 'promptSubmitted', uuid: `hello-${sessionId}`, text: 'hello' },
      { type: 'initReceived', sessionId, capabilities: [], version: '2.1.329' },
      { type: 'questionAsked', toolUseId, requestId: `r-${toolUseId}`, hook: true, input },
      ...drafted(toolUseId, [own('half a thought')]),
    );
  }

  /** The person goes to a chat of the list. */
  async show(id: string): Promise<Chat | undefined> {
    const chat = await this.store.open(id);
    if (chat !== undefined) this.chats.show(chat.key);
    return chat;
  }

  #tell(text: string): void {
    this.told.push(text);
    happened();
  }

  /** Ends the window in the order in which VS Code does. */
  end(): Promise<void> {
    return (this.#ended ??= (async () => {
      await Promise.all([this.chats.dispose(), this.store.flush()]);
      await this.store.dispose();
    })());
  }
}

export async function createStoreWindow(folder: string, options: StoreWindowOptions = {}): Promise<StoreWindow> {
  const silent = (): void => undefined;
  const owner = await thisOwner({ trace: silent, debug: silent, info: silent, warn: silent, error: silent }, [folder]);
  return new StoreWindow(folder, { ...owner, ...options.as }, options);
}

/** The CLI's folder of all windows on `folder`. */
export function configIn(folder: string): string {
  return join(folder, 'claude');
}

export function workFolderIn(folder: string): string {
  return join(folder, 'work');
}
