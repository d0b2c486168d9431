// What the CLI has kept of the conversations in these folders, and which of them another program has open now.
import type { FSWatcher } from 'node:fs';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { configFolder } from '../claude/configFolder.js';
import { launchEnvironment } from '../claude/launch.js';
import type { PastSession } from '../claude/history.js';
import type { Ending, RunningSession, RunningSessions } from '../claude/running.js';
import type { PastEntry } from '../session/events.js';
import { workFolders } from './folders.js';
import type { SessionLog } from './sessionLoop.js';
import { readEnvironment } from './settings.js';

/** The transcript of a session has been written since. */
export interface News {
  readonly entries: readonly PastEntry[];
  /** When the last of them happened, in epoch milliseconds. The file is written later, and may hold back others when it is. */
  readonly until: number;
}

export class Transcripts {
  /** When the transcripts that have been read were last written, by session; epoch milliseconds. */
  readonly #read = new Map<string, number>();
  #processes: Promise<RunningSessions> | undefined;

  constructor(private readonly log: SessionLog) {}

  /** Those used last first. */
  async list(limit: number): Promise<readonly PastSession[]> {
    const { listPastSessions } = await import('../claude/history.js');
    return listPastSessions({ ...this.#places(), limit });
  }

  async read({ path }: PastSession): Promise<readonly PastEntry[] | undefined> {
    const { readPastSession } = await import('../claude/history.js');
    return readPastSession(path, this.#warn);
  }

  /**
   * Undefined where nothing has been written to it after `since`, in epoch milliseconds, nor since it was read. `all`: the
   * session has prompts that are not confirmed, so entries of before `since` count too.
   */
  async newsOf(sessionId: string, since: number, all: boolean): Promise<News | undefined> {
    const { findPastSession, readPastSession } = await import('../claude/history.js');
    const found = await findPastSession(sessionId, this.#places());
    if (found === undefined || (!all && !(found.usedAt > since)) || found.usedAt === this.#read.get(sessionId)) return undefined;
    const entries = await readPastSession(found.path, this.#warn);
    if (entries === undefined) return undefined;
    this.#read.set(sessionId, found.usedAt);
    return { entries, until: entries.reduce((latest, { at }) => Math.max(latest, at), since) };
  }

  /** Undefined where there is no transcript that can be read. */
  async isDeferred(sessionId: string, toolUseId: string): Promise<boolean | undefined> {
    const { findPastSession, holdsDeferral } = await import('../claude/history.js');
    const found = await findPastSession(sessionId, this.#places());
    if (found === undefined) return undefined;
    return holdsDeferral(found.path, toolUseId).catch((error: unknown) => {
      this.log.warn(`The transcript could not be searched for the question: ${String(error)}`);
      return undefined;
    });
  }

  /** The process that has this session open. */
  async running(sessionId: string): Promise<RunningSession | undefined> {
    return (await this.#runningSessions()).find({ env: this.#places().env, sessionId });
  }

  async end(session: RunningSession): Promise<Ending> {
    return (await this.#runningSessions()).end(session);
  }

  /** The person says that the process with this id does not have the session. */
  async dismiss(session: RunningSession): Promise<void> {
    (await this.#runningSessions()).dismiss(session);
  }

  /** Calls back when a CLI has begun or ended. Undefined where that cannot be seen: no CLI that tells of it has run here yet. */
  watch(changed: () => void): FSWatcher | undefined {
    try {
      const watcher = watch(join(configFolder(this.#places().env), 'sessions'), changed);
      watcher.on('error', error => this.log.warn(`Other programs cannot be watched: ${String(error)}`));
      return watcher;
    } catch (error) {
      this.log.debug(`Other programs are not watched: ${String(error)}`);
      return undefined;
    }
  }

  #runningSessions(): Promise<RunningSessions> {
    return (this.#processes ??= import('../claude/running.js').then(module => new module.RunningSessions()));
  }

  readonly #warn = (text: string): void => this.log.warn(text);

  #places(): { readonly env: Record<string, string>; readonly folders: readonly string[]; readonly warn: (text: string) => void } {
    const folders = workFolders();
    return {
      env: launchEnvironment(process.env, readEnvironment()),
      folders: folders === undefined ? [] : [folders.cwd],
      warn: this.#warn,
    };
  }
}
