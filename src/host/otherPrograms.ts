// Follows what other programs, such as a CLI in a terminal, do with the sessions of this window: while one has a session open
// it has it alone, and what was said there is shown here.
import type { FSWatcher } from 'node:fs';
import * as vscode from 'vscode';
import type { RunningSession } from '../claude/running.js';
import { hasUnconfirmed } from '../session/outbox.js';
import { joinDrafts, returnedReply } from '../session/replies.js';
import { restoredState } from '../session/restore.js';
import { showMessage } from './plainUi.js';
import type { SessionLog, StartResult } from './sessionLoop.js';
import type { Session, Sessions } from './sessions.js';
import { readSetting } from './settings.js';
import type { KeptSession } from './storage.js';
import type { Transcripts } from './transcripts.js';

export interface OtherProgramsDependencies {
  readonly sessions: Sessions;
  readonly transcripts: Transcripts;
  readonly log: SessionLog;
  /** All have been looked at. */
  readonly looked: () => Promise<void>;
}

/** Milliseconds. */
const gatherTime = 200;

export class OtherPrograms implements vscode.Disposable {
  #watcher: FSWatcher | undefined;
  #disposed = false;
  #soon: NodeJS.Timeout | undefined;
  readonly #focus: vscode.Disposable;
  /** One look at a time. */
  #looking: Promise<void> = Promise.resolve();

  constructor(private readonly dependencies: OtherProgramsDependencies) {
    this.#focus = vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) this.look();
    });
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#soon);
    this.#watcher?.close();
    this.#focus.dispose();
  }

  /** At all sessions, soon: something may have happened to them. A CLI that works tells of itself many times a second. */
  look(): void {
    if (this.#disposed) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#watcher ??= this.dependencies.transcripts.watch(() => this.look());
      for (const session of this.dependencies.sessions.all) void this.#queue(() => this.#follow(session));
      void this.#queue(() => this.dependencies.looked());
    }, gatherTime);
  }

  /** What stands in the way of resuming this session here: another program has it open. */
  async inUse(sessionId: string | undefined): Promise<StartResult | undefined> {
    const running = sessionId === undefined ? undefined : await this.dependencies.transcripts.running(sessionId);
    if (running === undefined) return undefined;
    this.look();
    return { ok: false, problem: { code: 'inUse', detail: String(running.pid) } };
  }

  /** What an earlier window has kept, with what has happened since. */
  async restored(kept: KeptSession): Promise<KeptSession> {
    const { sessionId } = kept.state;
    const since = kept.seenUntil;
    const { transcripts } = this.dependencies;
    const news = sessionId === undefined ? undefined : await transcripts.newsOf(sessionId, since, hasUnconfirmed(kept.state));
    const state = restoredState(kept.state, readSetting('parley.questions.route'), Date.now(), news && { entries: news.entries, since });
    const reply = returnedReply(kept.state, state);
    const composerDraft = joinDrafts(reply ?? '', kept.composerDraft);
    const composerRevision = (kept.composerRevision ?? 0) + (reply === undefined ? 0 : 1);
    return { ...kept, composerDraft, composerRevision, state, seenUntil: news?.until ?? since };
  }

  /** By the person: the program that has the session is ended. */
  async takeOver({ loop, elsewhere }: Session): Promise<void> {
    const { sessionId } = loop.state;
    if (elsewhere !== 'terminal' || sessionId === undefined) return;
    const { transcripts, log } = this.dependencies;
    const running = await transcripts.running(sessionId);
    log.info(`The person takes over ${sessionId} from process ${running?.pid ?? 'that has ended'}.`);
    const ending = running && (await transcripts.end(running));
    this.look();
    if (running === undefined) return;
    if (ending === 'stillRunning') {
      void showMessage(
        vscode.l10n.t('The program that has this chat open does not end (process {0}). End it there, then go on here.', running.pid),
        [],
        { level: 'error' },
      );
    } else if (ending === 'unproven') await this.#askWhetherEnded(running);
  }

  /** A process id may have been given to another program: what cannot be proven to be the CLI is the person's to end. */
  async #askWhetherEnded(running: RunningSession): Promise<void> {
    const { t } = vscode.l10n;
    const text = t(
      'Parley cannot tell whether process {0} still is the program that has this chat open, and does not end it. End that program yourself, then go on here.',
      running.pid,
    );
    const ended = t('It has ended');
    if ((await showMessage(text, [ended], { level: 'warning' })) === undefined) return;
    await this.dependencies.transcripts.dismiss(running);
    this.look();
  }

  /** Resolves when what happened to this session before is here. Never rejects. */
  catchUp(session: Session): Promise<void> {
    return this.#queue(() => this.#follow(session));
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#looking = this.#looking
      .then(work)
      .catch((error: unknown) => this.dependencies.log.error(`Other programs could not be looked at: ${String(error)}`));
    return this.#looking;
  }

  async #follow(session: Session): Promise<void> {
    const { sessions, transcripts } = this.dependencies;
    const { sessionId } = session.loop.state;
    const isIdle = (): boolean => session.elsewhere !== 'otherWindow' && session.loop.state.process === 'none';
    if (sessionId === undefined || !isIdle()) return;
    const isRunning = (await transcripts.running(sessionId)) !== undefined;
    const news = await transcripts.newsOf(sessionId, session.seenUntil, hasUnconfirmed(session.loop.state));
    if (!isIdle()) return;
    if (news !== undefined) sessions.catchUp(session, news);
    sessions.setElsewhere(session, isRunning ? 'terminal' : undefined);
  }
}
