// Follows what other programs, such as a CLI in a terminal, do with the sessions of this window: while a program has a session open,
// this window shows it read-only, with what is said there. Knows nothing of VS Code.
import type { FSWatcher } from 'node:fs';
import type { RunningSession } from '../../claude/transcripts/sessionRecords.js';
import { hasUnconfirmed } from '../../chat/outbox.js';
import type { Transcripts } from '../cli/transcripts.js';
import type { EventOf, Subscription } from './emitter.js';
import type { Log } from './chatDependencies.js';
import type { Chat } from './chat.js';
import type { Chats } from './chats.js';
import { isOfOtherWindow } from './chat.js';

interface OtherProgramsDependencies {
  readonly chats: Chats;
  readonly transcripts: Transcripts;
  readonly log: Log;
  readonly isVisible: (chat: Chat) => boolean;
  /** The person has come back to this window. */
  readonly onDidFocus: EventOf<void>;
  /** Every session has been checked, or other programs have worked on sessions that are not in memory here. */
  readonly checked: () => Promise<void>;
  readonly person: {
    /** The program does not end. */
    readonly tellStillRunning: (pid: number) => void;
    /** The disk does not tell which program it is, or the program could not be ended. */
    readonly tellNotTakenOver: (error: unknown) => void;
    /** Nothing proves that the process is the program: asks whether the person has ended it. */
    readonly askWhetherEnded: (pid: number) => Promise<boolean>;
  };
}

/** Milliseconds. A CLI that works rewrites its record many times a second. */
const gatherTime = 200;

/**
 * Milliseconds from the work of other programs on sessions that nobody sees here to the look at what they have written: with thousands of sessions one
 * look costs a tenth of a second, and what begins and what ends is looked at in any case.
 */
const elsewhereTime = 60_000;

export class OtherPrograms {
  readonly #subscriptions: readonly Subscription[];
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #changedTimer: NodeJS.Timeout | undefined;
  #elsewhereTimer: NodeJS.Timeout | undefined;
  /** Records that have been written since they were read. */
  readonly #changed = new Set<string>();
  /** The session of each record. */
  readonly #recorded = new Map<string, string>();
  /** Sessions in which a process of Parley's and another program run. */
  readonly #shared = new WeakSet<Chat>();
  /** Chats with a process since which the records are watched, where there are any. */
  readonly #tried = new WeakSet<Chat>();
  #disposed = false;
  /** The checks run one after the other. */
  #checking: Promise<void> = Promise.resolve();

  constructor(private readonly dependencies: OtherProgramsDependencies) {
    const { chats, onDidFocus } = dependencies;
    const check = (): void => this.check();
    this.#subscriptions = [
      ...[chats.onDidShow(check), chats.onDidEndTurn(check), chats.onDidEndProcess(check), chats.onDidUnload(check), onDidFocus(check)],
      chats.onDidChange(chat => this.#watchFirst(chat)),
    ];
  }

  dispose(): void {
    this.#disposed = true;
    for (const timer of [this.#timer, this.#changedTimer, this.#elsewhereTimer]) clearTimeout(timer);
    this.#watcher?.close();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Schedules a check of the sessions: their programs, and what is new in the transcripts of the visible sessions. */
  check(): void {
    if (this.#disposed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#watcher ??= this.#watch();
      void this.#queue(() => this.#checkAll());
    }, gatherTime);
  }

  #watch(): FSWatcher | undefined {
    const watcher = this.dependencies.transcripts.watch(name => this.#recordChanged(name));
    // It tells nothing more; the next check watches anew.
    watcher?.once('error', () => {
      watcher.close();
      this.#watcher = undefined;
    });
    return watcher;
  }

  /** The first CLI that writes records on this machine makes their folder, so nothing could be watched before it ran. Tried once for each chat. */
  #watchFirst(chat: Chat): void {
    if (this.#watcher !== undefined || chat.loop.state.process !== 'running' || this.#tried.has(chat)) return;
    this.#tried.add(chat);
    this.check();
  }

  /** The person takes over: ends the program that has the session open. */
  async takeOver({ loop, otherOwner }: Chat): Promise<void> {
    const { sessionId } = loop.state;
    if (otherOwner !== 'terminal' || sessionId === undefined) return;
    try {
      await this.#takeOver(sessionId);
    } catch (error) {
      this.dependencies.log.info(`The chat could not be taken over: ${String(error)}`);
      this.dependencies.person.tellNotTakenOver(error);
    }
  }

  async #takeOver(sessionId: string): Promise<void> {
    const { transcripts, log, person } = this.dependencies;
    const running = await transcripts.running(sessionId);
    log.info(`The person takes over ${sessionId} from process ${running?.pid ?? 'that has ended'}.`);
    const ending = running && (await transcripts.end(running));
    this.check();
    if (running === undefined) return;
    if (ending === 'stillRunning') person.tellStillRunning(running.pid);
    // Only the person can end a process that is not proven to be the CLI: its id may have been given to another program.
    else if (ending === 'unproven') await this.#askWhetherEnded(running);
  }

  /** Resolves when everything that happened to this session before is in its state. Never rejects. */
  catchUp(chat: Chat): Promise<void> {
    return this.#queue(async () => this.#follow(chat, await this.#isRunning(chat)));
  }

  async #askWhetherEnded(running: RunningSession): Promise<void> {
    if (!(await this.dependencies.person.askWhetherEnded(running.pid))) return;
    await this.dependencies.transcripts.dismiss(running);
    this.check();
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#checking = this.#checking
      .then(work)
      .catch((error: unknown) => this.dependencies.log.error(`Other programs could not be checked: ${String(error)}`));
    return this.#checking;
  }

  #recordChanged(name: string | null): void {
    if (this.#disposed) return;
    if (name === null) return this.check();
    this.#changed.add(name);
    this.#changedTimer ??= setTimeout(() => {
      this.#changedTimer = undefined;
      const names = [...this.#changed];
      this.#changed.clear();
      void this.#queue(() => this.#checkChanged(names));
    }, gatherTime);
  }

  /** A program that works writes its record all the time: only where it has begun, ended or gone to another session are all sessions checked. */
  async #checkChanged(names: readonly string[]): Promise<void> {
    const { chats, transcripts, isVisible, checked } = this.dependencies;
    const ids = new Set<string>();
    let isOther = false;
    for (const name of names) {
      const id = await transcripts.recorded(name);
      // A record that is gone may be of a program that has begun and ended since the last look.
      isOther ||= id === undefined || this.#recorded.get(name) !== id;
      if (id === undefined) this.#recorded.delete(name);
      else this.#recorded.set(name, id);
      if (id !== undefined) ids.add(id);
    }
    if (isOther) return this.#checkAll();
    for (const chat of chats.all)
      if (ids.delete(chat.loop.state.sessionId ?? '') && isVisible(chat)) await this.#follow(chat, await this.#isRunning(chat));
    if (ids.size === 0 || this.#disposed) return;
    this.#elsewhereTimer ??= setTimeout(() => {
      this.#elsewhereTimer = undefined;
      void this.#queue(checked);
    }, elsewhereTime);
  }

  async #checkAll(): Promise<void> {
    const { chats, transcripts, isVisible, checked } = this.dependencies;
    const running = await transcripts.runningIds();
    for (const chat of chats.all) {
      const isRunning = isIn(running, chat);
      if (running !== undefined) this.#tellShared(chat, running);
      // A session that nobody sees is read when it is shown, or when its program ends.
      if (isVisible(chat) || isRunning !== (chat.otherOwner === 'terminal')) await this.#follow(chat, isRunning);
    }
    await checked();
  }

  /** A process of Parley's runs in it, which has a record of its own, and another one: each writes what the other does not read. Told once for each time. */
  #tellShared(chat: Chat, running: ReadonlyMap<string, number>): void {
    const { process, sessionId = '' } = chat.loop.state;
    // One that was stopped before its first turn is still starting.
    const isHere = process === 'starting' || process === 'running';
    if (isOfOtherWindow(chat) || !isHere || (running.get(sessionId) ?? 0) < 2) this.#shared.delete(chat);
    else if (!this.#shared.has(chat)) {
      this.#shared.add(chat);
      chat.sharedSince ??= chat.seenUntil;
      chat.loop.dispatch({ type: 'openedElsewhere' });
    }
  }

  async #isRunning(chat: Chat): Promise<boolean> {
    return isIn(await this.dependencies.transcripts.runningIds(), chat);
  }

  async #follow(chat: Chat, isRunning: boolean): Promise<void> {
    const { chats, transcripts } = this.dependencies;
    const { sessionId } = chat.loop.state;
    const isIdle = (): boolean => !isOfOtherWindow(chat) && chat.loop.state.process === 'none';
    if (sessionId === undefined || !isIdle()) return;
    // While a process ran here, what the other program had written was read, and shown to nobody.
    const { sharedSince, seenUntil } = chat;
    const isAll = sharedSince !== undefined || hasUnconfirmed(chat.loop.state);
    const news = await transcripts.newsOf(sessionId, sharedSince ?? seenUntil, isAll);
    if (!isIdle() || chats.get(chat.key) !== chat) return;
    // Where the transcript could not be read, what was shared is still to be read.
    if (news !== undefined) chats.catchUp(chat, news);
    chats.setOtherOwner(chat, isRunning ? 'terminal' : undefined);
  }
}

/** Whether another program has the chat open. What was known before counts where nobody can tell. */
function isIn(running: ReadonlyMap<string, number> | undefined, { loop, otherOwner }: Chat): boolean {
  return running?.has(loop.state.sessionId ?? '') ?? otherOwner === 'terminal';
}
