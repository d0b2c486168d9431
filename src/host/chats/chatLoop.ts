// One chat: takes events, lets `step` decide, and alone performs the effects and talks to the CLI's process. Knows nothing of views.
import type { ClaudeConnection } from './claudeConnection.js';
import type { ControlReply, ControlRequest, RequestOptions } from '../../claude/stream/controlRequests.js';
import type { Effect, Outgoing } from '../../chat/effects.js';
import type { ChatEvent } from '../../chat/events.js';
import type { ChatState } from '../../chat/state.js';
import { messageOf } from '../../shared/error.js';
import { initialState, isRefusedByEnd, openQuestions } from '../../chat/state.js';
import { find } from '../../chat/items.js';
import { isDue } from '../../chat/outbox.js';
import { step } from '../../chat/step.js';
import type { ChatDependencies } from './chatDependencies.js';
import type { Telling } from './chatMemory.js';
import { awaitAnswer } from './answerTimeouts.js';
import { lookForResult } from './awaitedResults.js';
import { EndingClock } from './endingClock.js';
import { LineWriter } from './lineWriter.js';
import { stateReached } from './stateReached.js';
import { toldInTime } from './toldInTime.js';
import { ToolCalls } from '../conversation/toolCalls.js';
import type { Place } from '../../shared/transcript.js';
import { within } from '../../claude/process/within.js';

/** How long a whole question block waits for the peer's request before the literal route is taken. */
export const requestTimeout = 2_000;
/** How long a turn may take to end after Stop before the process is ended. */
export const interruptTimeout = 5_000;
/** How long the CLI may take for a question that is handed back, or an answer, when the session ends; it takes some 0.1 s. */
export const parkTimeout = 1_000;
/** How long *Allow* waits for the place of a path, which may lie on a mount that does not answer. */
export const placeTimeout = 2_000;

type ChangeListener = (before: ChatState, after: ChatState) => void;

export class ChatLoop {
  #state: ChatState;
  #connection: Promise<ClaudeConnection | undefined> = Promise.resolve(undefined);
  #disposed = false;
  #asides = 0;
  /** The person has refused what the folder brings along to the last process. */
  #withoutFolder = false;
  /** Starts without what the memory has not told yet. */
  #stopTelling = (): void => undefined;
  readonly toolCalls = new ToolCalls();
  /** Resolves when the transcript has been searched for what the process may have lost: until then a notice may offer what Claude does not have. */
  looked: Promise<unknown> = Promise.resolve();
  /** Tells of the permission what its editor has not told yet, before it is allowed. Set by the host's part for edits. */
  lookFirst: ((requestId: string) => Promise<void>) | undefined;
  readonly #listeners = new Set<ChangeListener>();
  readonly #clock: EndingClock;
  /** Writes to the process of this moment. */
  #lines: LineWriter;
  /** `state`: of an earlier window. */
  constructor(
    private readonly dependencies: ChatDependencies,
    state?: ChatState,
  ) {
    this.#state = state ?? initialState(dependencies.routeSetting);
    this.#clock = new EndingClock(dependencies.clock);
    this.#lines = new LineWriter(this.#connection, this.dependencies, this.#clock);
  }

  get state(): ChatState {
    return this.#state;
  }

  /** Calls `listener` after every change; returns how to stop. */
  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Asks the process of this moment; `ended` where none runs. As in `ControlRequests.send`. */
  async ask(request: ControlRequest, options?: RequestOptions): Promise<ControlReply> {
    if (request.subtype === 'side_question') this.#asides++;
    return (await this.#connection)?.ask(request, options) ?? { ok: false, why: 'ended', detail: '' };
  }

  /** What follows the process of this moment; undefined where none runs. */
  async parts(): Promise<ClaudeConnection['parts'] | undefined> {
    return (await this.#connection)?.parts;
  }

  /** Nothing happens any more once the chat has been disposed: what it would start then, nobody would end. */
  dispatch(event: ChatEvent): void {
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
    this.callOffTimers();
    // The timer that ends the wait has gone, and the process that starts is to be ended.
    this.#stopTelling();
    this.#listeners.clear();
    await this.#stop();
  }

  async #stop(atOnce = isRefusedByEnd(this.#state)): Promise<void> {
    await (await this.#connection)?.process.stop(atOnce);
  }

  /** Stops the timers of a chat that leaves memory and in which nothing runs. `dispose` would hand back a question that another window shows. */
  callOffTimers(): void {
    this.#clock.end();
  }

  /** What cannot be done is told to `step` as the failure that it is: no state waits for what will never come. */
  #attempt(effect: Effect): void {
    try {
      this.#perform(effect);
    } catch (error) {
      this.#failed(effect, error);
    }
  }

  #try(effect: Effect, work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#failed(effect, error));
  }

  #look(effect: Effect, work: Promise<unknown>): void {
    this.looked = Promise.allSettled([this.looked, work]).then(() => undefined);
    this.#try(effect, work);
  }

  #failed(effect: Effect, error: unknown): void {
    const detail = messageOf(error);
    this.dependencies.log.error(`${effect.type} failed: ${detail}`);
    if (effect.type === 'startClaude') this.dispatch({ type: 'startFailed', problem: { code: 'spawnFailed', detail } });
    else if (effect.type === 'resolvePath') this.dispatch({ type: 'pathResolved', requestId: effect.requestId, place: 'unknown' });
    else if (effect.type === 'saveFile') this.dispatch({ type: 'requestAnswered', requestId: effect.requestId, response: {} });
    else if (effect.type === 'lookAtFolder') this.#settingsLookedAt(effect.requestId, false);
    else if (effect.type === 'checkPlace') this.#placeChecked(effect, 'unknown');
    else if (effect.type === 'writeToClaude') this.dispatch({ type: 'writeFailed', writeId: effect.writeId });
  }

  /** Waits at most `ms` until the CLI has ended and so kept the question, or has asked it again because it keeps none, or has taken the answer. */
  async #doneWithin(ms: number): Promise<void> {
    const connection = await this.#connection;
    // A process in memory (`AgentCalls`) may be done already, and would cause no further change.
    if (!isUnderWay(this.#state)) return;
    const { reached } = stateReached(this, state => !isUnderWay(state));
    await Promise.race([connection?.process.exited, reached, new Promise<void>(resolve => this.#clock.after(ms, resolve))]);
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'startClaude':
        this.#connection = this.#start(effect).catch((error: unknown) => {
          this.#failed(effect, error);
          return undefined;
        });
        this.#lines = new LineWriter(this.#connection, this.dependencies, this.#clock);
        return;
      case 'stopClaude':
        return this.#try(effect, this.#stop());
      case 'writeToClaude':
        return this.#try(effect, this.#write(effect.writeId, effect.message));
      case 'checkDeferral':
        return this.#try(effect, this.#checkDeferral(effect));
      case 'checkResults':
        return this.#look(effect, this.#checkResults(effect));
      case 'checkPrompt':
        return this.#look(effect, this.#checkPrompt(effect));
      case 'resolvePath':
        return this.#try(effect, this.#resolvePath(effect));
      case 'saveFile':
        return this.#try(effect, this.#saveFile(effect));
      case 'lookAtFolder':
        return this.#try(effect, this.#lookAtFolder(effect.requestId));
      case 'checkPlace':
        return this.#try(effect, this.#checkPlace(effect));
      case 'takeBackPrompt':
        return this.#try(effect, this.#takeBack(effect.uuid));
      case 'awaitAnswer':
        return awaitAnswer(effect, this.#waits(), () => this.#asides);
      case 'checkForgotten':
      case 'checkTurn':
      case 'awaitResult':
        return this.#look(effect, lookForResult(effect, this.#waits()));
      case 'rememberAnswers':
        return this.dependencies.memory?.remember(effect.toolUseIds.flatMap(id => find(this.#state, id, 'question') ?? []));
      case 'holdAnswers':
        return this.dependencies.memory?.hold(effect.pairs, () => this.dispatch({ type: 'answersHeld', pairs: effect.pairs }));
      case 'awaitRequest':
        return void this.#clock.after(requestTimeout, () => this.dispatch({ type: 'requestOverdue', toolUseId: effect.toolUseId }));
      case 'awaitHold':
        this.#clock.after(effect.ms, () => this.dispatch({ type: 'holdElapsed', toolUseId: effect.toolUseId, holdId: effect.holdId }));
        return;
      case 'awaitTurnEnd':
        return void this.#clock.after(interruptTimeout, () => this.dispatch({ type: 'interruptOverdue', interruptId: effect.interruptId }));
    }
  }

  /** Asks without a time limit, because a reply that comes late still says whether Claude reads the prompt. */
  async #takeBack(uuid: string): Promise<void> {
    const reply = await this.ask({ subtype: 'cancel_async_message', message_uuid: uuid });
    this.dispatch({ type: 'promptBack', uuid, isBack: reply.ok && reply.response['cancelled'] === true });
  }

  async #checkDeferral({ toolUseId, sessionId }: Extract<Effect, { type: 'checkDeferral' }>): Promise<void> {
    // Only a transcript that was read and lacks the deferral says something.
    if ((await this.dependencies.isDeferred(sessionId, toolUseId)) === false) this.dispatch({ type: 'deferralMissing', toolUseId });
  }

  async #checkResults({ toolUseIds, sessionId }: Extract<Effect, { type: 'checkResults' }>): Promise<void> {
    const found = await this.dependencies.resultsHeld(sessionId, toolUseIds);
    // Of a transcript that cannot be read nothing is known; the next window looks again.
    if (found !== undefined) this.dispatch({ type: 'resultsChecked', found });
  }

  async #checkPrompt({ uuid, sessionId }: Extract<Effect, { type: 'checkPrompt' }>): Promise<void> {
    if ((await this.dependencies.hasPrompt(sessionId, uuid)) === false) this.dispatch({ type: 'promptMissing', uuid });
  }

  async #resolvePath({ requestId, path, from }: Extract<Effect, { type: 'resolvePath' }>): Promise<void> {
    this.dispatch({ type: 'pathResolved', requestId, place: await this.#placeOf(path, from) });
  }

  async #saveFile({ requestId, path, toolName }: Extract<Effect, { type: 'saveFile' }>): Promise<void> {
    // A person who has pressed Stop does not wait for the answer to a question about an editor.
    const { reached, leave } = stateReached(this, ({ turn }) => turn === 'stopping');
    const stopping = reached.then(() => 'The user has stopped this call.');
    const stop = await Promise.race([this.dependencies.savedFirst?.(path, toolName), stopping]).finally(leave);
    const denial = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: stop };
    this.dispatch({ type: 'requestAnswered', requestId, response: stop === undefined ? {} : { hookSpecificOutput: denial } });
  }

  async #lookAtFolder(requestId: string): Promise<void> {
    this.#settingsLookedAt(requestId, ((await (await this.#connection)?.lookAtFolder('change')) ?? 'use') === 'use');
  }

  #settingsLookedAt(requestId: string, mayBeTaken: boolean): void {
    const response = mayBeTaken ? {} : { decision: 'block', reason: 'The user does not use what this folder brings along.' };
    this.dispatch({ type: 'requestAnswered', requestId, response });
  }

  /** The process ends, after a question that it can keep was handed back to it. */
  async #refuseFolder(): Promise<void> {
    this.#withoutFolder = true;
    const target = this.#connection;
    this.dispatch({ type: 'parkRequested' });
    if (isUnderWay(this.#state)) await this.#doneWithin(parkTimeout);
    // The person may have answered meanwhile, which has started the next process, without the folder.
    if (this.#connection === target) this.dispatch({ type: 'folderRefused' });
  }

  async #checkPlace(effect: Extract<Effect, { type: 'checkPlace' }>): Promise<void> {
    const looked = this.lookFirst?.(effect.requestId);
    const place = this.#placeOf(effect.path, effect.from);
    this.#placeChecked(
      effect,
      await within(looked ? looked.then(() => place) : place, placeTimeout, () => 'unknown' as const, this.#clock),
    );
  }

  #placeChecked({ type: _, path: __, from: ___, ...asked }: Extract<Effect, { type: 'checkPlace' }>, place: Place): void {
    this.dispatch({ type: 'placeChecked', place, ...asked });
  }

  async #placeOf(path: string, from: string | undefined): Promise<Place> {
    return (await this.dependencies.placeOf(path, from)) ?? 'unknown';
  }

  #waits(): Parameters<typeof awaitAnswer>[1] & Parameters<typeof lookForResult>[1] {
    // The waits end with the chat, so none of them goes by the clock of the machine.
    const { clock: _, ...dependencies } = this.dependencies;
    return { ...dependencies, state: () => this.#state, dispatch: event => this.dispatch(event), clock: this.#clock };
  }

  async #start({ resume, forkAt }: Extract<Effect, { type: 'startClaude' }>): Promise<ClaudeConnection | undefined> {
    const { log, memory } = this.dependencies;
    const { asksAgain, connect, keepsServersAway, unknownSession } = await import('./claudeConnection.js');
    const askUser = this.#offersAskUser();
    const tools = this.#hasControl() ? (memory?.tools() ?? []) : [];
    // Read while the CLI starts.
    const reading = this.#telling(resume);
    const withoutFolder = this.#withoutFolder;
    this.#withoutFolder = false;
    const started = await connect({
      dependencies: this.dependencies,
      resume,
      forkAt,
      askUser,
      tools,
      withoutFolder,
      folderRefused: () => void this.#refuseFolder(),
      asksInPlan: toolUseId => this.dependencies.asksInPlan() || this.#hasAsked(toolUseId),
      dispatch: event => this.dispatch(event),
      called: (call, length) => this.toolCalls.add(call, length),
      steering: () => this.#state.steering ?? {},
      clock: this.#clock,
    });
    const telling = reading && (await reading);
    if (!started.ok) {
      log.error(`The CLI did not start: ${started.problem.code}: ${started.problem.detail}`);
      this.dispatch({ type: 'startFailed', problem: started.problem });
      return undefined;
    }
    const { connection } = started;
    const { process, version } = connection;
    if (this.#state.routeSetting !== 'toolResult')
      connection.initialize({ type: 'initialize', askUser, memory: tools, ...(telling && { append: telling.text }) });
    log.info(`The CLI runs as process ${process.pid}${resume === undefined ? '' : `, resuming ${resume}`}.`);
    const hasServer = askUser || tools.length > 0;
    void process.exited.then(exit => {
      log.info(`The CLI ended: code ${exit.code}, signal ${exit.signal}${exit.requestedByUs ? ', as asked' : ''}.`);
      const unknown = unknownSession(exit.stderr);
      if (unknown !== undefined) this.dispatch({ type: 'sessionUnknown', sessionId: unknown });
      const isKeptAway = hasServer && keepsServersAway(exit.stderr);
      const isNews = isKeptAway && !this.dependencies.organization.keepsAskUserAway;
      if (isKeptAway) this.#keepAskUserAway();
      this.dispatch({ type: 'processExited', ...exit });
      if (isNews) this.dispatch({ type: 'problemSeen', problem: { code: 'askUserKeptAway', detail: '' } });
    });
    this.dispatch({ type: 'processStarted', ...(version !== undefined && { version }) });
    if (!asksAgain(version))
      for (const { id, resume: isResumed } of openQuestions(this.#state))
        if (isResumed === 'started') this.dispatch({ type: 'deferralMissing', toolUseId: id });
    if (telling !== undefined) this.dispatch({ type: 'memoryTold', told: telling.told, count: telling.count, isOlder: telling.isOlder });
    return connection;
  }

  /**
   * A session that goes on is told what it was told before, and one that began without the memory is told nothing. Costs no session its start.
   * An organization that keeps ask_user away says nothing about the system prompt.
   */
  #telling(resume: string | undefined): Promise<Telling | undefined> | undefined {
    const { memory } = this.dependencies;
    const { told } = this.#state;
    if (memory === undefined || this.#state.routeSetting === 'toolResult' || (resume !== undefined && told === undefined)) return undefined;
    const stopped = new Promise<undefined>(resolve => (this.#stopTelling = () => resolve(undefined)));
    const telling = Promise.race([memory.tell(resume === undefined ? undefined : told), stopped]);
    return toldInTime(telling, { log: this.dependencies.log, clock: this.#clock });
  }

  #hasControl(): boolean {
    return this.#state.routeSetting !== 'toolResult' && !this.dependencies.organization.keepsAskUserAway;
  }

  /** The next process is started without the tool, so it cannot be refused for it again. */
  #keepAskUserAway(): void {
    this.dependencies.log.info('The organization manages MCP servers, so the CLI is started without ask_user.');
    this.dependencies.organization.keepsAskUserAway = true;
    this.dispatch({ type: 'askUserKeptAway' });
  }

  /** A question that the person has seen open is asked again in any mode, because its answer must not be lost. */
  #hasAsked(toolUseId: string): boolean {
    const phase = find(this.#state, toolUseId, 'question')?.phase;
    return phase !== undefined && phase !== 'announced' && phase !== 'refused';
  }

  /** The tool needs control requests. A question that waits keeps it, because the CLI could not ask that question again without it. */
  #offersAskUser(): boolean {
    const isWaiting = openQuestions(this.#state).some(({ tool }) => tool === 'ask_user');
    return this.#hasControl() && (isWaiting || this.dependencies.askUser());
  }

  /** Writes to the process of this moment, because a later one gets its own writes. */
  #write(writeId: string, message: Outgoing): Promise<void> {
    const { log } = this.dependencies;
    const lines = this.#lines;
    const { reached: over, leave } = stateReached(this, state => !isDue(state, message));
    const due = { isDue: () => isDue(this.#state, message), over };
    const writing = lines.write({ message, writeId, due }, written => {
      if ('reason' in written) log.error(`Could not write to the CLI (${message.type}): ${written.reason}`);
      else if (written.ok && message.type === 'settleQuestion')
        log.info(`Question ${message.toolUseId}: settled by the route ${message.route}.`);
      // The next process may get a write with the same id, which this result must not settle.
      if (this.#lines !== lines) return;
      if ('missing' in written) this.dispatch({ type: 'imageMissing', writeId, name: written.missing });
      else if (!('dropped' in written)) this.dispatch({ type: written.ok ? 'writeAcknowledged' : 'writeFailed', writeId });
      else if (message.type === 'prompt' && !due.isDue()) this.dispatch({ type: 'promptUnwritten', writeId });
    });
    return writing.finally(leave);
  }
}

/** The CLI has a question in its hands: handed back, or its answer. */
function isUnderWay(state: ChatState): boolean {
  return openQuestions(state).some(({ phase }) => phase === 'parked' || phase === 'sending');
}
