// Follows what other programs, such as a CLI in a terminal, do with the sessions of this window: while a program has a session open,
// this window shows it read-only, with what is said there. Knows nothing of VS Code.
import type { FSWatcher } from 'node:fs';
import type { RunningSession } from '../../claude/transcripts/sessionRecords.js';
import { hasUnconfirmed } from '../../session/outbox.js';
import type { Transcripts } from '../cli/transcripts.js';
import type { EventOf, Subscription } from './emitter.js';
import type { SessionLog } from './sessionLoop.js';
import type { Session } from './session.js';
import type { Sessions } from './sessions.js';
import { isOfOtherWindow } from './session.js';

export interface OtherProgramsDependencies {
  readonly sessions: Sessions;
  readonly transcripts: Transcripts;
  readonly log: SessionLog;
  readonly isVisible: (session: Session) => boolean;
  /** The person has come back to this window. */
  readonly onDidFocus: EventOf<void>;
  /** Every session has been checked, or other programs have worked on sessions that are not in memory here. */
  readonly checked: () => Promise<void>;
  readonly person: {
    /** The program does not end. */
    readonly tellStillRunning: (pid: number) => void;
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
  /** By record: the session that it tells of. */
  readonly #recorded = new Map<string, string>();
  /** Sessions in which a process of Parley's and another program run. */
  readonly #shared = new WeakSet<Session>();
  /** Chats with a process since which the records are watched, where there are any. */
  readonly #tried = new WeakSet<Session>();
  #disposed = false;
  /** The checks run one after the other. */
  #checking: Promise<void> = Promise.resolve();

  constructor(private readonly dependencies: OtherProgramsDependencies) {
    const { sessions, onDidFocus } = dependencies;
    const check = (): void => this.check();
    this.#subscriptions = [
      ...[sessions.onDidShow(check), sessions.onDidEndTurn(check), sessions.onDidEndProcess(check), onDidFocus(check)],
      sessions.onDidChange(session => this.#watchFirst(session)),
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
      this.#watcher ??= this.dependencies.transcripts.watch(name => this.#recordChanged(name));
      void this.#queue(() => this.#checkAll());
    }, gatherTime);
  }

  /** The first CLI that writes records on this machine makes their folder, so nothing could be watched before it ran. Tried once for each chat. */
  #watchFirst(session: Session): void {
    if (this.#watcher !== undefined || session.loop.state.process !== 'running' || this.#tried.has(session)) return;
    this.#tried.add(session);
    this.check();
  }

  /** By the person: ends the program that has the session open. */
  async takeOver({ loop, otherOwner }: Session): Promise<void> {
    const { sessionId } = loop.state;
    if (otherOwner !== 'terminal' || sessionId === undefined) return;
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
  catchUp(session: Session): Promise<void> {
    return this.#queue(async () => this.#follow(session, await this.#isRunning(session)));
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
    const { sessions, transcripts, isVisible, checked } = this.dependencies;
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
    for (const session of sessions.all)
      if (ids.delete(session.loop.state.sessionId ?? '') && isVisible(session)) await this.#follow(session, await this.#isRunning(session));
    if (ids.size === 0 || this.#disposed) return;
    this.#elsewhereTimer ??= setTimeout(() => {
      this.#elsewhereTimer = undefined;
      void this.#queue(checked);
    }, elsewhereTime);
  }

  async #checkAll(): Promise<void> {
    const { sessions, transcripts, isVisible, checked } = this.dependencies;
    const running = await transcripts.runningIds();
    for (const session of sessions.all) {
      const isRunning = running.has(session.loop.state.sessionId ?? '');
      this.#tellShared(session, running);
      // A session that nobody sees is read when it is shown, or when its program ends.
      if (isVisible(session) || isRunning !== (session.otherOwner === 'terminal')) await this.#follow(session, isRunning);
    }
    await checked();
  }

  /** A process of Parley's runs in it, which has a record of its own, and another one: each writes what the other does not read. Told once for each time. */
  #tellShared(session: Session, running: ReadonlyMap<string, number>): void {
    const { process, sessionId = '' } = session.loop.state;
    if (isOfOtherWindow(session) || process !== 'running' || (running.get(sessionId) ?? 0) < 2) this.#shared.delete(session);
    else if (!this.#shared.has(session)) {
      this.#shared.add(session);
      session.loop.dispatch({ type: 'openedElsewhere' });
    }
  }

  async #isRunning({ loop }: Session): Promise<boolean> {
    return (await this.dependencies.transcripts.runningIds()).has(loop.state.sessionId ?? '');
  }

  async #follow(session: Session, isRunning: boolean): Promise<void> {
    const { sessions, transcripts } = this.dependencies;
    const { sessionId } = session.loop.state;
    const isIdle = (): boolean => !isOfOtherWindow(session) && session.loop.state.process === 'none';
    if (sessionId === undefined || !isIdle()) return;
    const news = await transcripts.newsOf(sessionId, session.seenUntil, hasUnconfirmed(session.loop.state));
    if (!isIdle() || sessions.get(session.key) !== session) return;
    if (news !== undefined) sessions.catchUp(session, news);
    sessions.setOtherOwner(session, isRunning ? 'terminal' : undefined);
  }
}
