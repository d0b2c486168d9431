// One process of the CLI and the lines to and from it: prompts in their order, with their images. Import it lazily, because it loads the whole
// protocol. Owns what belongs to one process; the chat decides what is written.
import type { ClaudeProcess } from '../../claude/process/process.js';
import type { ControlReply, ControlRequest, ControlResponse, RequestOptions } from '../../claude/stream/controlRequests.js';
import { ControlRequests } from '../../claude/stream/controlRequests.js';
import { isAtLeast } from '../../claude/version.js';
import { encode } from '../../claude/stream/encode.js';
import { createLineReader } from '../../claude/stream/lineReader.js';
import { lineTooLong } from '../../claude/stream/tooLong.js';
import type { ImageData } from '../../claude/stream/promptContent.js';
import type { Outgoing } from '../../chat/effects.js';
import type { ChatEvent } from '../../chat/events.js';
import type { MemoryTool } from '../../shared/memoryTools.js';
import type { PermissionUpdate } from '../../shared/permissionRuleSchema.js';
import type { RunningTask } from '../../shared/contract/news.js';
import type { Steering } from '../../shared/features/steering/modes.js';
import type { ToolCall } from '../../shared/toolInput.js';
import { ProcessParts } from '../features/processParts.js';
import type { FolderLook, FolderUse, ChatDependencies, StartResult } from './chatDependencies.js';
import { messageOf } from '../../shared/error.js';
import type { Clock } from '../../shared/clock.js';
import type { Loose } from '../../shared/loose.js';
import { textOf } from '../../shared/loose.js';
import { callTimeout, overdueResults } from '../../claude/ask/memoryToolDefinitions.js';
import type { MemoryResult } from '../../claude/stream/memoryServer.js';
import type { Waiting } from './toldInTime.js';
import { within } from '../../claude/process/within.js';

/** The first version that asks a deferred question again. 2.0.77 resumes the session and waits for a prompt (measured). */
const firstToAskAgain = '2.1.100';

/** Whether this version asks a question again that a CLI has deferred. One that is not known may. */
export function asksAgain(version: string | undefined): boolean {
  return version === undefined || isAtLeast(version, firstToAskAgain);
}

export { keepsServersAway, unknownSession } from '../../claude/stream/lineReader.js';

interface ConnectionOptions {
  /** `clock` is the chat's own, which ends with the chat. */
  readonly dependencies: Omit<ChatDependencies, 'clock'>;
  readonly resume: string | undefined;
  readonly forkAt: string | undefined;
  readonly askUser: boolean;
  readonly tools: readonly MemoryTool[];
  readonly asksInPlan: (toolUseId: string) => boolean;
  readonly dispatch: (event: ChatEvent) => void;
  readonly called: (call: ToolCall, length: number) => void;
  /** What is chosen for the chat now. */
  readonly steering: () => Steering;
  readonly clock: Clock;
  readonly withoutFolder: boolean;
  /** The person does not use what the folder brings along by now. Called once at most. */
  readonly folderRefused: () => void;
}

/**
 * Nothing was written with `missing`, the name of an image of the prompt that cannot be read, and with `dropped`: `folderRefused` was called, or
 * the line was not due any more.
 */
export type WriteOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: string }
  | { readonly ok: false; readonly missing: string }
  | { readonly ok: false; readonly dropped: true };

/** How long a line is wanted, which waits for the person or for a disk. */
export interface Due {
  readonly isDue: () => boolean;
  /** Resolves once it is not. */
  readonly over: Promise<void>;
  /** Set for a prompt: resolves when the prompts before it are written, or are not to be. */
  readonly before?: Promise<unknown> | undefined;
}

export interface ClaudeConnection {
  readonly process: ClaudeProcess;
  readonly version?: string;
  /** Other lines do not wait for the images of a prompt, nor for the look at the folder before it. */
  write(message: Outgoing, writeId: string, due: Due): Promise<WriteOutcome>;
  /** The first line. */
  initialize(message: Extract<Outgoing, { type: 'initialize' }>): void;
  /** What follows this process beside the conversation. */
  readonly parts: ProcessParts;
  /** The same as `ControlRequests.send`. */
  ask(request: ControlRequest, options?: RequestOptions): Promise<ControlReply>;
  /**
   * Whether the process may take what the folder brings along by now; the person is asked where that is new. `updates`: the person's own. With
   * `without` the process ends, and so it does where it is about to read what the person has not decided about.
   */
  lookAtFolder(why: FolderLook, updates?: readonly PermissionUpdate[]): Promise<FolderUse>;
}

/** Starts the CLI. */
export async function connect(
  options: ConnectionOptions,
): Promise<{ readonly ok: true; readonly connection: ClaudeConnection } | Extract<StartResult, { ok: false }>> {
  const { dependencies, resume, askUser, tools } = options;
  const { log, startClaude } = dependencies;
  const folder = dependencies.beginsIn?.();
  // Before the start, because a chat stays in its folder also where the start fails.
  if (folder !== undefined && options.steering().folder === undefined) options.dispatch({ type: 'steered', change: { folder } });
  const opened: { connection?: Connection } = {};
  const started = await startClaude({
    askUser,
    hasServer: askUser || tools.length > 0,
    ...(resume !== undefined && { resume }),
    ...(options.forkAt !== undefined && { forkAt: options.forkAt }),
    ...(options.withoutFolder && { withoutFolder: true as const }),
    steering: options.steering(),
    onLine: readerOf(options, {
      isOver: () => opened.connection?.isOver === true,
      replied: response => opened.connection?.replied(response),
      observed: (kind, message) => opened.connection?.observed(kind, message),
    }),
    onWarning: text => log.warn(text),
    onOverlong: bytes => options.dispatch(lineTooLong(bytes)),
  });
  if (!started.ok) return started;
  const connection = new Connection(started, options);
  opened.connection = connection;
  return { ok: true, connection };
}

interface ReaderLinks {
  readonly isOver: () => boolean;
  readonly replied: ControlRequests['replied'];
  readonly observed: ProcessParts['observed'];
}

function readerOf({ dependencies, ...options }: ConnectionOptions, { isOver, replied, observed }: ReaderLinks): (line: string) => void {
  const { log, yesNo, memory } = dependencies;
  return createLineReader({
    askUser: options.askUser,
    asksInPlan: options.asksInPlan,
    ...(yesNo !== undefined && { yesNo }),
    emit: options.dispatch,
    ...(memory !== undefined && {
      memory: {
        tools: options.tools,
        // The process may have ended meanwhile, and the next one has not asked for this.
        call: async (tool, input, id) => {
          const result = await calledInTime(tool, memory.call(tool, input, id), { log, clock: options.clock });
          if (isOver()) return new Promise(() => undefined);
          result.delivered?.();
          return result;
        },
      },
    }),
    called: options.called,
    replied,
    observed,
    trace: text => log.trace(text),
    warn: text => log.warn(text),
  });
}

/** The id of the write, from which `encode` makes the id of the request. */
const initializeId = 'initialize';

/** The CLI reads all settings files again for it, also one whose change was refused (2.1.100, 2.1.329). */
const readsSettings = 'apply_flag_settings';
/** Milliseconds. */
const rereadLimit = 10_000;

/** The parts of the last process of each chat, by the chat's dependencies, which stay the same objects. */
const lastParts = new WeakMap<ConnectionOptions['dependencies'], ProcessParts>();

class Connection implements ClaudeConnection {
  readonly process: ClaudeProcess;
  readonly version?: string;
  readonly requests: ControlRequests;
  readonly parts: ProcessParts;
  isOver = false;
  readonly #look: Extract<StartResult, { ok: true }>['lookAtFolder'];
  /** Undefined once the process has said its version: it says the same with each turn. */
  #saysVersion: Extract<StartResult, { ok: true }>['saysVersion'];
  readonly #folderRefused: () => void;
  #isRefused = false;
  /** The CLI was kept from a change that the person had not decided about, and does not look at it again by itself. */
  #isBehind = false;
  readonly #dependencies: ConnectionOptions['dependencies'];

  constructor(
    { process, version, mode: startedIn, lookAtFolder, saysVersion }: Extract<StartResult, { ok: true }>,
    { dependencies, clock, resume, steering, dispatch, folderRefused }: ConnectionOptions,
  ) {
    this.process = process;
    this.#look = lookAtFolder;
    this.#saysVersion = saysVersion;
    this.#folderRefused = folderRefused;
    if (version !== undefined) this.version = version;
    this.#dependencies = dependencies;
    this.requests = new ControlRequests({
      write: async line => {
        dependencies.log.trace(`>> ${line}`);
        return (await process.write(line)).ok;
      },
      clock,
      version,
      unsupported: dependencies.unsupportedRequests,
    });
    this.parts = new ProcessParts(
      {
        version,
        clock,
        startedIn,
        log: dependencies.log,
        ask: (request, options) => this.ask(request, options),
        knows: subtype => this.requests.knows(subtype),
        tell: news => {
          // At the end of the process its tasks have not come to theirs.
          if (news.type === 'running' && !this.isOver) dispatch({ type: 'callsInBackground', toolUseIds: callsBehind(news.tasks) });
          dependencies.tell?.(news);
        },
        stopped: toolUseId => dispatch({ type: 'taskBroken', toolUseId, state: 'stopped' }),
        chosen: steering,
        choose: change => dispatch({ type: 'steered', change }),
      },
      resume === undefined ? undefined : lastParts.get(dependencies),
    );
    lastParts.set(dependencies, this.parts);
    void process.exited.then(() => {
      this.isOver = true;
      this.requests.end();
      this.parts.ended();
    });
  }

  initialize(message: Extract<Outgoing, { type: 'initialize' }>): void {
    void this.process.write(encode(message, initializeId));
  }

  replied(response: ControlResponse): void {
    if (response.request_id === `parley-${initializeId}` && response.subtype === 'success') this.parts.began(response.response ?? {});
    else this.requests.replied(response);
  }

  observed(kind: string, message: Loose): void {
    const version = kind === 'system/init' ? textOf(message['claude_code_version']) : '';
    if (version !== '') {
      this.#saysVersion?.(version);
      this.#saysVersion = undefined;
    }
    this.parts.observed(kind, message);
  }

  async ask(request: ControlRequest, options?: RequestOptions): Promise<ControlReply> {
    if (request.subtype === readsSettings && (await this.lookAtFolder('reading')) !== 'use') return { ok: false, why: 'ended', detail: '' };
    return this.requests.send(request, options);
  }

  async lookAtFolder(why: FolderLook, updates: readonly PermissionUpdate[] = []): Promise<FolderUse> {
    if (this.#look === undefined) return 'use';
    const use = this.#isRefused ? 'without' : await this.#look(why, updates);
    if (why === 'change' && use === 'undecided') this.#isBehind = true;
    if (use === 'use' && why !== 'change' && this.#isBehind) {
      this.#isBehind = false;
      // In front of the line for which the folder was looked at.
      void this.requests.send({ subtype: readsSettings, settings: {} }, { limit: rereadLimit });
    }
    if (use === 'use' || (use === 'undecided' && why !== 'reading')) return use;
    if (!this.#isRefused && !this.isOver) {
      this.#isRefused = true;
      this.#folderRefused();
    }
    return 'without';
  }

  async write(message: Outgoing, writeId: string, { isDue, over, before }: Due): Promise<WriteOutcome> {
    // The CLI writes such a rule into a settings file, and reads all of them again (2.1.329).
    const updates = message.type === 'allowTool' ? message.updates : undefined;
    if (message.type !== 'prompt' && updates === undefined) return this.#send(message, writeId, new Map());
    if (this.isOver) return hasEnded;
    const ready = await Promise.race([this.#ready(message, updates), over]);
    if (before !== undefined) await Promise.race([before, over]);
    if (ready === undefined || !isDue()) return { ok: false, dropped: true };
    if ('missing' in ready) return { ok: false, missing: ready.missing };
    return this.isOver ? hasEnded : this.#send(message, writeId, ready.images);
  }

  /** Undefined where the process is not to go on, because the person does not use what the folder brings along. */
  async #ready(
    message: Outgoing,
    updates: readonly PermissionUpdate[] | undefined,
  ): Promise<{ readonly images: ImageData } | { readonly missing: string } | undefined> {
    const why = message.type === 'prompt' ? 'message' : 'reading';
    if ((await this.lookAtFolder(why, updates)) === 'without') return undefined;
    return this.#imagesOf(message.type === 'prompt' ? (message.attachments ?? []).filter(one => one.kind === 'image') : []);
  }

  /** The bytes of the images by their files. */
  async #imagesOf(
    images: readonly { readonly file: string; readonly name: string }[],
  ): Promise<{ readonly images: ImageData } | { readonly missing: string }> {
    const data = new Map<string, string>();
    for (const { file, name } of images) {
      try {
        data.set(file, await this.#dependencies.readImage(file));
      } catch (error) {
        const reason = messageOf(error);
        this.#dependencies.log.error(`The image ${file} of a prompt cannot be read: ${reason}`);
        return { missing: name };
      }
    }
    return { images: data };
  }

  async #send(message: Outgoing, writeId: string, images: ImageData): Promise<WriteOutcome> {
    const written = await this.process.write(encode(message, writeId, images));
    const isForm = message.type === 'settleQuestion' && message.input.tool === 'elicitation';
    this.#dependencies.log.trace(`>> ${isForm ? '(what was filled in for a server)' : encode(message, writeId, lengthsOf(images))}`);
    return written;
  }
}

function callsBehind(tasks: readonly RunningTask[]): readonly string[] {
  return tasks.flatMap(({ call, background }) => (background && call !== undefined ? [call] : []));
}

const hasEnded = { ok: false, reason: 'the CLI has ended' } as const;

/** The log gets lengths in place of the images, which would fill it. */
function lengthsOf(images: ImageData): ImageData {
  return new Map([...images].map(([file, { length }]) => [file, `${length} characters`]));
}

// Waits for the result of a tool of the memory, but at most `callTimeout`, so that a disk which does not answer does not hold the turn for ever.
// Must not say more than is known: a change that takes too long may still land.
/** Rejects where `calling` does. A result that comes too late is left to the memory, which shows a change that has landed. */
async function calledInTime(
  tool: MemoryTool,
  calling: Promise<MemoryResult>,
  { log, clock }: Pick<Waiting, 'clock'> & { readonly log: Pick<Waiting['log'], 'warn'> },
): Promise<MemoryResult> {
  const late = (): MemoryResult => {
    log.warn(`${tool} has not answered within ${callTimeout / 1_000} seconds.`);
    return overdueResults[tool];
  };
  return within(calling, callTimeout, late, clock);
}
