// One session: takes events, lets `step` decide, performs the effects. The only place where effects happen, and the
// only one that talks to the CLI's process. Knows nothing of views.
import { encode } from '../../claude/stream/encode.js';
import type { ImageData } from '../../claude/stream/promptContent.js';
import type { ClaudeProcess } from '../../claude/process/process.js';
import type { Effect, Outgoing } from '../../session/effects.js';
import type { OnTimeout, Problem, SessionEvent } from '../../session/events.js';
import type { SessionState } from '../../session/state.js';
import { initialState, openQuestions } from '../../session/state.js';
import { step } from '../../session/step.js';
import { ToolCalls } from './toolCalls.js';
import type { Place } from '../../shared/transcript.js';

export interface SessionLog {
  trace(text: string): void;
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

export interface ClaudeStartOptions {
  readonly askUser: boolean;
  readonly resume?: string;
  readonly onLine: (line: string) => void;
  readonly onWarning: (text: string) => void;
}

export type StartResult =
  { readonly ok: true; readonly process: ClaudeProcess; readonly version?: string } | { readonly ok: false; readonly problem: Problem };

export interface SessionDependencies {
  readonly routeSetting: SessionState['routeSetting'];
  /** Whether Claude gets the tool `ask_user`. Asked at each start of the CLI. */
  readonly askUser: () => boolean;
  readonly startClaude: (options: ClaudeStartOptions) => Promise<StartResult>;
  /** Whether the transcript of the session holds the deferral of this question; undefined where it cannot be read. */
  readonly isDeferred: (sessionId: string, toolUseId: string) => Promise<boolean | undefined>;
  /** Where the path of a tool call leads; undefined without a work folder. Rejects where that cannot be found out. */
  readonly placeOf: (path: string) => Promise<Place | undefined>;
  /** How long a question waits for its answer (milliseconds, 0: for ever) and what is done then. */
  readonly waiting: () => { readonly ms: number; readonly then: OnTimeout };
  /** The image with this name in the folder of the chat's images, in base64. */
  readonly readImage: (file: string) => Promise<string>;
  readonly log: SessionLog;
  readonly now: () => number;
  /** Calls back once after `ms`; returns how to cancel. */
  readonly setTimer: (callback: () => void, ms: number) => () => void;
}

/** How long a whole question block waits for the peer's request before the literal route is taken. */
export const requestTimeout = 2_000;
/** How long a turn may take to end after Stop before the process is ended. */
export const interruptTimeout = 5_000;
/** How long the CLI may take for a question that is handed back, or an answer, when the session ends; it takes some 0.1 s. */
export const parkTimeout = 1_000;
/** How long *Allow* waits for the place of a path, which may lie on a mount that does not answer. */
export const placeTimeout = 2_000;

type ChangeListener = (before: SessionState, after: SessionState) => void;

export class SessionLoop {
  #state: SessionState;
  #process: Promise<ClaudeProcess | undefined> = Promise.resolve(undefined);
  #disposed = false;
  readonly toolCalls = new ToolCalls();
  readonly #listeners = new Set<ChangeListener>();
  readonly #timers = new Set<() => void>();
  /** Resolves when the images of the prompts so far are read, or could not be; undefined where none is being read. Holds no image. */
  #imagesRead: Promise<void> | undefined;

  /** `state`: of an earlier window. */
  constructor(
    private readonly dependencies: SessionDependencies,
    state?: SessionState,
  ) {
    this.#state = state ?? initialState(dependencies.routeSetting);
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Calls `listener` after every change; returns how to stop. */
  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Nothing happens any more once the session has been disposed: what it would start then, nobody would end. */
  dispatch(event: SessionEvent): void {
    if (this.#disposed) return;
    const { log, now } = this.dependencies;
    if (event.type !== 'textGrew') log.debug(`event ${event.type}`);
    const before = this.#state;
    const { state, effects } = step(before, event, now());
    this.#state = state;
    for (const effect of effects) this.#attempt(effect);
    if (state === before) return;
    for (const listener of this.#listeners) {
      try {
        listener(before, state);
      } catch (error) {
        log.error(`A listener failed: ${String(error)}`);
      }
    }
  }

  /** Hands back to the CLI the question that waits, where that can be; then ends the process and waits for its end. */
  async dispose(): Promise<void> {
    this.dispatch({ type: 'parkRequested' });
    if (isUnderWay(this.#state)) await this.#doneWithin(parkTimeout);
    this.#disposed = true;
    for (const cancel of this.#timers) cancel();
    this.#listeners.clear();
    const process = await this.#process;
    await process?.stop();
  }

  /** What cannot be done is told to `step` as the failure that it is: no state waits for what will never come. */
  #attempt(effect: Effect): void {
    try {
      this.#perform(effect);
    } catch (error) {
      this.#failed(effect, error);
    }
  }

  #failed(effect: Effect, error: unknown): void {
    const detail = messageOf(error);
    this.dependencies.log.error(`${effect.type} failed: ${detail}`);
    if (effect.type === 'startClaude') this.dispatch({ type: 'startFailed', problem: { code: 'spawnFailed', detail } });
    else if (effect.type === 'resolvePath') this.dispatch({ type: 'pathResolved', requestId: effect.requestId, place: 'unknown' });
    else if (effect.type === 'checkPlace') this.#placeChecked(effect, 'unknown');
    else if (effect.type === 'writeToClaude') this.dispatch({ type: 'writeFailed', writeId: effect.writeId });
  }

  /** Until the CLI has ended and so kept the question, or has asked it again because it keeps none, or has taken the answer. */
  async #doneWithin(ms: number): Promise<void> {
    const process = await this.#process;
    const done = new Promise<void>(resolve => this.onChange((_before, after) => (isUnderWay(after) ? undefined : resolve())));
    await Promise.race([process?.exited, done, new Promise<void>(resolve => this.#later(resolve, ms))]);
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'startClaude':
        // Prompts for a process that has gone hold up none for the next one.
        this.#imagesRead = undefined;
        this.#process = this.#start(effect.resume).catch((error: unknown) => {
          this.#failed(effect, error);
          return undefined;
        });
        return;
      case 'stopClaude':
        this.#process.then(process => process?.stop()).catch((error: unknown) => this.#failed(effect, error));
        return;
      case 'writeToClaude':
        this.#write(effect.writeId, effect.message).catch((error: unknown) => this.#failed(effect, error));
        return;
      case 'checkDeferral':
        this.#checkDeferral(effect).catch((error: unknown) => this.#failed(effect, error));
        return;
      case 'resolvePath':
        this.#resolvePath(effect).catch((error: unknown) => this.#failed(effect, error));
        return;
      case 'checkPlace':
        this.#checkPlace(effect).catch((error: unknown) => this.#failed(effect, error));
        return;
      case 'awaitAnswer':
        this.#awaitAnswer(effect.toolUseId, effect.requestId);
        return;
      case 'awaitRequest':
        this.#later(() => this.dispatch({ type: 'requestOverdue', toolUseId: effect.toolUseId }), requestTimeout);
        return;
      case 'awaitHold':
        this.#later(() => this.dispatch({ type: 'holdElapsed', toolUseId: effect.toolUseId, holdId: effect.holdId }), effect.ms);
        return;
      case 'awaitTurnEnd':
        this.#later(() => this.dispatch({ type: 'interruptOverdue', interruptId: effect.interruptId }), interruptTimeout);
        return;
    }
  }

  #awaitAnswer(toolUseId: string, requestId: string): void {
    const { now, waiting } = this.dependencies;
    const { ms, then } = waiting();
    if (ms <= 0) return;
    this.#later(() => this.dispatch({ type: 'questionOverdue', toolUseId, requestId, onTimeout: then }), ms);
    // Not from within the step that asks for it.
    if (then === 'dismiss') queueMicrotask(() => this.dispatch({ type: 'countdownStarted', toolUseId, requestId, until: now() + ms }));
  }

  async #checkDeferral({ toolUseId, sessionId }: Extract<Effect, { type: 'checkDeferral' }>): Promise<void> {
    // Only a transcript that was read and lacks the deferral says something.
    if ((await this.dependencies.isDeferred(sessionId, toolUseId)) === false) this.dispatch({ type: 'deferralMissing', toolUseId });
  }

  async #resolvePath({ requestId, path }: Extract<Effect, { type: 'resolvePath' }>): Promise<void> {
    this.dispatch({ type: 'pathResolved', requestId, place: await this.#placeOf(path) });
  }

  async #checkPlace(effect: Extract<Effect, { type: 'checkPlace' }>): Promise<void> {
    let cancel = (): void => undefined;
    const overdue = new Promise<'unknown'>(resolve => (cancel = this.#later(() => resolve('unknown'), placeTimeout)));
    try {
      this.#placeChecked(effect, await Promise.race([this.#placeOf(effect.path), overdue]));
    } finally {
      cancel();
    }
  }

  #placeChecked({ requestId, shown }: Extract<Effect, { type: 'checkPlace' }>, place: Place): void {
    this.dispatch({ type: 'placeChecked', requestId, place, ...(shown !== undefined && { shown }) });
  }

  async #placeOf(path: string): Promise<Place> {
    return (await this.dependencies.placeOf(path)) ?? 'unknown';
  }

  /** Returns how to cancel. */
  #later(callback: () => void, ms: number): () => void {
    const stop = this.dependencies.setTimer(() => {
      this.#timers.delete(cancel);
      callback();
    }, ms);
    const cancel = (): void => {
      this.#timers.delete(cancel);
      stop();
    };
    this.#timers.add(cancel);
    return cancel;
  }

  async #start(resume: string | undefined): Promise<ClaudeProcess | undefined> {
    const { log, startClaude } = this.dependencies;
    const { createLineReader, unknownSession } = await import('../../claude/stream/lineReader.js');
    const askUser = this.#offersAskUser();
    const onLine = createLineReader({
      askUser,
      emit: event => this.dispatch(event),
      called: (call, length) => this.toolCalls.add(call, length),
      trace: text => log.trace(text),
      warn: text => log.warn(text),
    });
    const started = await startClaude({ askUser, ...(resume !== undefined && { resume }), onLine, onWarning: text => log.warn(text) });
    if (!started.ok) {
      log.error(`The CLI did not start: ${started.problem.code}: ${started.problem.detail}`);
      this.dispatch({ type: 'startFailed', problem: started.problem });
      return undefined;
    }
    const { process, version } = started;
    if (this.#state.routeSetting !== 'toolResult') void process.write(encode({ type: 'initialize', askUser }, 'initialize'));
    log.info(`The CLI runs as process ${process.pid}${resume === undefined ? '' : `, resuming ${resume}`}.`);
    void process.exited.then(exit => {
      log.info(`The CLI ended: code ${exit.code}, signal ${exit.signal}${exit.requestedByUs ? ', as asked' : ''}.`);
      const unknown = unknownSession(exit.stderr);
      if (unknown !== undefined) this.dispatch({ type: 'sessionUnknown', sessionId: unknown });
      this.dispatch({ type: 'processExited', ...exit });
    });
    this.dispatch({ type: 'processStarted', ...(version !== undefined && { version }) });
    return process;
  }

  /** The tool needs control requests. A question that waits keeps it, because the CLI could not ask that question again without it. */
  #offersAskUser(): boolean {
    const { routeSetting } = this.#state;
    const isWaiting = openQuestions(this.#state).some(({ tool }) => tool === 'ask_user');
    return routeSetting !== 'toolResult' && (isWaiting || this.dependencies.askUser());
  }

  /** By file. Undefined where an image cannot be read: then the chat says which, and nothing is written. */
  async #imagesOf(writeId: string, images: readonly { readonly file: string; readonly name: string }[]): Promise<ImageData | undefined> {
    const data = new Map<string, string>();
    for (const { file, name } of images) {
      try {
        data.set(file, await this.dependencies.readImage(file));
      } catch (error) {
        this.dependencies.log.error(`The image ${file} of a prompt cannot be read: ${messageOf(error)}`);
        this.dispatch({ type: 'imageMissing', writeId, name });
        return undefined;
      }
    }
    return data;
  }

  /**
   * Writes to the process of this moment, because a later one gets its own writes. A prompt waits for its images and for those of the prompts
   * before it, because the CLI has to get prompts in their order; a line of another kind never waits for an image.
   */
  async #write(writeId: string, message: Outgoing): Promise<void> {
    const target = this.#process;
    const images = message.type === 'prompt' ? (message.attachments ?? []).filter(one => one.kind === 'image') : [];
    if (images.length === 0 && (message.type !== 'prompt' || this.#imagesRead === undefined)) {
      await this.#send(target, writeId, message, new Map());
      return;
    }
    const reading = Promise.all([this.#imagesOf(writeId, images), this.#imagesRead]);
    const over = reading.then(() => undefined);
    this.#imagesRead = over;
    const [data] = await reading;
    if (this.#imagesRead === over) this.#imagesRead = undefined;
    if (data !== undefined) await this.#send(target, writeId, message, data);
  }

  async #send(target: Promise<ClaudeProcess | undefined>, writeId: string, message: Outgoing, images: ImageData): Promise<void> {
    const { log } = this.dependencies;
    const process = await target;
    // Without a process the start has failed, and with the next one this one has ended; either is told already.
    const written =
      process === undefined || this.#process !== target
        ? { ok: false as const, reason: 'the CLI is not running' }
        : await process.write(encode(message, writeId, images));
    log.trace(`>> ${encode(message, writeId, lengthsOf(images))}`);
    if (!written.ok) log.error(`Could not write to the CLI (${message.type}): ${written.reason}`);
    else if (message.type === 'settleQuestion') log.info(`Question ${message.toolUseId}: settled by the route ${message.route}.`);
    // The next process may get a write with the same id, which this result must not settle.
    if (this.#process !== target) return;
    this.dispatch(written.ok ? { type: 'writeAcknowledged', writeId } : { type: 'writeFailed', writeId });
  }
}

/** In place of the images, which would fill the log. */
function lengthsOf(images: ImageData): ImageData {
  return new Map([...images].map(([file, { length }]) => [file, `${length} characters`]));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The CLI has a question in its hands: handed back, or its answer. */
function isUnderWay(state: SessionState): boolean {
  return openQuestions(state).some(({ phase }) => phase === 'parked' || phase === 'sending');
}
