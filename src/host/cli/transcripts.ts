// The transcripts that the CLI writes of the conversations in the work folders, and the sessions that another program has open now.
// Knows nothing of VS Code.
import type { FSWatcher } from 'node:fs';
import { watch } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { configFolder } from '../../claude/transcripts/configFolder.js';
import type { ForkPointFound } from '../../claude/transcripts/forkPoint.js';
import type { KnownSessions } from '../../claude/transcripts/knownSessions.js';
import type { PastSession } from '../../claude/transcripts/transcriptFiles.js';
import type { TranscriptFollower } from '../../claude/transcripts/transcriptFollower.js';
import type { TranscriptIndex } from '../../claude/transcripts/transcriptIndex.js';
import type { TranscriptPage } from '../../claude/transcripts/transcriptPage.js';
import type { Ending, RunningSession, RunningSessions } from '../../claude/transcripts/sessionRecords.js';
import type { FoundResults, PastEntry } from '../../chat/events.js';
import { latestOf, pastItems, pastState } from '../../chat/past.js';
import type { QuestionState, ChatItem, ChatState } from '../../chat/state.js';
import { windowSize } from '../../chat/window.js';
import type { Log } from '../chats/chatDependencies.js';
import { isFolder } from './isFolder.js';
import { isCode } from '../../disk/fileSystem.js';

/** The transcript of a session has been written since. */
export interface News {
  readonly entries: readonly PastEntry[];
  /** Entries up to this time are in the session already; epoch milliseconds. */
  readonly since: number;
  /** The same as in `TranscriptRead`. */
  readonly latest?: number;
  /** The time of the last entry, in epoch milliseconds. The file is written later, and may hold back others when it is. */
  readonly until: number;
}

type Found = Pick<PastSession, 'path' | 'usedAt'>;

/** A session as its transcript alone tells of it. */
interface PastChatState {
  /** The CLI's name of the session, else the beginning of the first prompt; absent where neither is found. */
  readonly firstPrompt?: string;
  readonly state: ChatState;
  /** Epoch milliseconds. */
  readonly usedAt: number;
  /** The time of the last entry; epoch milliseconds. */
  readonly seenUntil: number;
}

/** Asked anew for each use, because the person can change the settings. */
interface TranscriptsOptions {
  readonly log: Log;
  /** Environment of the CLI's processes, which names the CLI's folder. */
  readonly environment: () => NodeJS.ProcessEnv;
  /** The work folders of the window. */
  readonly workFolders: () => readonly string[];
  readonly route: () => ChatState['routeSetting'];
  /** The file that keeps the titles of sessions from one window to the next; undefined for none. */
  readonly titles?: string | undefined;
}

/** What is known of one file takes some megabytes where all of a very long one was looked through. */
const mostIndexes = 20;

export class Transcripts {
  /** How far each transcript has been read, by session id. */
  readonly #followers = new Map<string, TranscriptFollower>();
  /** The index of each file by its path, also of chats that are not in memory. Those used last are at the end. */
  readonly #indexes = new Map<string, TranscriptIndex>();
  /** The end of the work on the follower of a session, of which only one can run, by session id. */
  readonly #following = new Map<string, Promise<unknown>>();
  #processes: Promise<RunningSessions> | undefined;
  #known: Promise<KnownSessions> | undefined;
  /** The folders in which chats of this window have worked; the window may not have all of them any more. */
  readonly #chosen = new Set<string>();

  constructor(private readonly options: TranscriptsOptions) {}

  /** The sessions used last first, without these. `told` gets what is known so far, while many are read. */
  async list(
    limit: number,
    without: ReadonlySet<string | undefined>,
    told?: (sessions: readonly PastSession[]) => void,
  ): Promise<readonly PastSession[]> {
    const { listPastSessions } = await import('../../claude/transcripts/transcriptFiles.js');
    const [folders, known] = await Promise.all([this.#folders(), this.#knownSessions()]);
    return listPastSessions({ ...this.#places(), folders, known, limit, without, ...(told && { told }) });
  }

  /** Chats may work in several folders: the window has several, or its repository has other worktrees. */
  async hasSeveralPlaces(): Promise<boolean> {
    return (await this.#folders()).length > 1;
  }

  #knownSessions(): Promise<KnownSessions> {
    return (this.#known ??= import('../storage/keptTitles.js').then(module => module.keptTitles(this.options.titles, this.#warn)));
  }

  /** Undefined where there is no transcript of that id. Rejects as `tail`. */
  async pastSession(sessionId: string): Promise<PastChatState | undefined> {
    const found = await this.#find(sessionId);
    const tail = found && (await this.tail(sessionId, windowSize, Infinity));
    if (found === undefined || tail === undefined) return undefined;
    const { title, folder } = await this.#described(sessionId, found.path);
    this.worksIn(folder);
    const begun = pastState(sessionId, tail.entries, this.options.route());
    const state = folder === undefined ? begun : { ...begun, steering: { folder } };
    const past = { state: { ...state, hasOlder: tail.hasOlder }, usedAt: found.usedAt, seenUntil: latestOf(tail.entries, 0, Date.now()) };
    return title === undefined ? past : { ...past, firstPrompt: title };
  }

  /** All questions of a session. Reads the whole transcript. */
  async questionsOf(sessionId: string): Promise<readonly QuestionState[]> {
    const { readPastSession } = await import('../../claude/transcripts/transcriptFiles.js');
    const found = await this.#findReadable(sessionId);
    const entries = found && (await readPastSession(found.path, this.#warn));
    return entries === undefined ? [] : pastItems(entries).flatMap(({ item }) => (item.kind === 'question' ? [item] : []));
  }

  /**
   * The end of a session's transcript: at least `wanted` items, and all after `since` (epoch milliseconds). `newsOf` goes on behind it.
   * Undefined where there is no transcript. Rejects where it cannot be read, or nobody knows whether there is one. `folder`: in which the chat works,
   * where that may be none of the window's.
   */
  tail(sessionId: string, wanted: number, since: number, folder?: string): Promise<TranscriptPage | undefined> {
    this.worksIn(folder);
    return this.#inTurn(sessionId, () => this.#tail(sessionId, wanted, since));
  }

  /** A chat works, or has worked, in this root, which may leave the window. */
  worksIn(folder: string | undefined): void {
    if (folder !== undefined) this.#chosen.add(folder);
  }

  async #tail(sessionId: string, wanted: number, since: number): Promise<TranscriptPage | undefined> {
    const found = await this.#find(sessionId);
    if (found === undefined) return undefined;
    const { TranscriptFollower } = await import('../../claude/transcripts/transcriptFollower.js');
    const follower = new TranscriptFollower(found.path, this.#warn, await this.#indexOf(found.path));
    for (let count = wanted; ; count *= 4) {
      const page = await follower.tail(count);
      if (page === undefined) return undefined;
      this.#followers.set(sessionId, follower);
      if (!page.hasOlder || (page.entries[0]?.at ?? 0) <= since) return page;
    }
  }

  /**
   * What was written to the transcript since it was read, or after `since` (epoch milliseconds) where it was not. Undefined where that is
   * nothing, and where there is no transcript that can be read. `all`: entries that were given to a caller before count too, as where the session has prompts that are not confirmed. `wanted`: items from the end that `confirmed` is to
   * know of. Each entry is given to one caller.
   */
  newsOf(sessionId: string, since: number, all: boolean, wanted = windowSize): Promise<News | undefined> {
    const notRead = (error: unknown): undefined => {
      // What it has read in front of the failure was given to nobody, so the next look begins anew.
      this.forget(sessionId);
      this.#warn(`A transcript could not be read: ${String(error)}`);
    };
    return this.#inTurn(sessionId, () => this.#newsOf(sessionId, since, all, wanted).catch(notRead));
  }

  async #newsOf(sessionId: string, since: number, all: boolean, wanted: number): Promise<News | undefined> {
    const follower = await this.#inPlace(this.#followers, sessionId);
    const latest = follower?.latest;
    const news = all ? undefined : await follower?.news();
    const isContinued = news?.change === 'grown' || news?.change === 'none';
    const entries = isContinued ? news.entries : (await this.#tail(sessionId, wanted, since))?.entries;
    if (entries === undefined || entries.length === 0) return undefined;
    const now = Date.now();
    // After the computer's clock was put back, new entries carry times before `since`. Entries that the follower had not read are new, whatever their time.
    if (isContinued && since > now) return { entries, since: -Infinity, until: latestOf(entries, 0, now) };
    return { entries, since, ...(isContinued && latest !== undefined && { latest }), until: latestOf(entries, since, now) };
  }

  /** The items that the transcript holds, as far as it has been read by `tail` and `newsOf`: their ids. */
  confirmed(sessionId: string, items: readonly ChatItem[]): ReadonlySet<string> {
    return new Set(this.#followers.get(sessionId)?.confirmed(items).keys());
  }

  /** A session's transcript, read from its end as far as is asked for. Undefined where there is no transcript. */
  async index(sessionId: string): Promise<TranscriptIndex | undefined> {
    const path = (await this.#inPlace(this.#followers, sessionId))?.path ?? (await this.#findReadable(sessionId))?.path;
    return path === undefined ? undefined : this.#indexOf(path);
  }

  /** The same, for one look: those of the chats that are shown stay known. */
  async indexOnce(sessionId: string): Promise<TranscriptIndex | undefined> {
    const found = await this.#findReadable(sessionId);
    if (found === undefined) return undefined;
    const { TranscriptIndex } = await import('../../claude/transcripts/transcriptIndex.js');
    return this.#indexes.get(found.path) ?? new TranscriptIndex(found.path);
  }

  async #indexOf(path: string): Promise<TranscriptIndex> {
    const { TranscriptIndex } = await import('../../claude/transcripts/transcriptIndex.js');
    const index = this.#indexes.get(path) ?? new TranscriptIndex(path);
    this.#indexes.delete(path);
    this.#indexes.set(path, index);
    const [oldest] = this.#indexes.keys();
    if (this.#indexes.size > mostIndexes && oldest !== undefined) this.#indexes.delete(oldest);
    return index;
  }

  /** Undefined where the transcript has moved, as it does when Claude goes to another worktree: then it is read anew. */
  async #inPlace<T extends { readonly path: string }>(known: Map<string, T>, sessionId: string): Promise<T | undefined> {
    const found = known.get(sessionId);
    if (found === undefined || !(await isMissing(found.path))) return found;
    known.delete(sessionId);
    return undefined;
  }

  /** The session is not in memory any more. */
  forget(sessionId: string): void {
    this.#followers.delete(sessionId);
  }

  /**
   * The person deletes the CLI's own files of this session for good. Resolves with false where a process has it open: then they stay. Rejects as the
   * disk does.
   */
  async remove(sessionId: string): Promise<boolean> {
    const found = await this.#find(sessionId);
    if (found === undefined) return true;
    if ((await this.running(sessionId)) !== undefined) return false;
    this.forget(sessionId);
    await rm(found.path, { force: true });
    // Its subagents and the results that are too long for the transcript.
    await rm(found.path.slice(0, -'.jsonl'.length), { recursive: true, force: true });
    return true;
  }

  /** False where there is no transcript; true also where nobody knows. */
  mayBeThere(sessionId: string): Promise<boolean> {
    return this.#find(sessionId).then(
      found => found !== undefined,
      () => true,
    );
  }

  /** Undefined where there is no transcript that can be read. */
  async isDeferred(sessionId: string, toolUseId: string): Promise<boolean | undefined> {
    const { holdsDeferral } = await import('../../claude/transcripts/transcriptFiles.js');
    return this.#searched(sessionId, path => holdsDeferral(path, toolUseId));
  }

  /** Undefined where there is no transcript that can be read. */
  async resultsHeld(sessionId: string, toolUseIds: readonly string[], most?: number): Promise<FoundResults | undefined> {
    const { resultsHeld } = await import('../../claude/transcripts/heldResults.js');
    return this.#searched(sessionId, path => resultsHeld(path, toolUseIds, most));
  }

  /** Undefined where there is no transcript that can be read. */
  async resultsInterrupted(sessionId: string, toolUseIds: readonly string[], most: number): Promise<readonly string[] | undefined> {
    const { resultsInterrupted } = await import('../../claude/transcripts/heldResults.js');
    return this.#searched(sessionId, path => resultsInterrupted(path, toolUseIds, most));
  }

  /** None where there is no transcript, undefined where it cannot be read. */
  async promptsHeld(sessionId: string, uuids: readonly string[]): Promise<readonly string[] | undefined> {
    const { promptsHeld } = await import('../../claude/transcripts/heldResults.js');
    return this.#searched(sessionId, path => promptsHeld(path, uuids), []);
  }

  /** False where there is no transcript, undefined where it cannot be read. */
  async hasPrompt(sessionId: string, uuid: string): Promise<boolean | undefined> {
    const { holdsPrompt } = await import('../../claude/transcripts/transcriptFiles.js');
    return this.#searched(sessionId, path => holdsPrompt(path, uuid), false);
  }

  /** Undefined where there is no transcript that holds the prompt. Rejects as `tail`. */
  async forkPoint(sessionId: string, prompt: string): Promise<ForkPointFound | undefined> {
    const { forkPoint } = await import('../../claude/transcripts/forkPoint.js');
    const found = await this.#find(sessionId);
    return found && forkPoint(found.path, prompt);
  }

  /** What the CLI resumes in the place of the session, so that it goes on behind the entry `at` alone: see `copyForFork`. Rejects as the disk does. */
  async copyForFork(sessionId: string, at: string, folder: string): Promise<string | undefined> {
    const { copyForFork } = await import('../../claude/transcripts/forkCopy.js');
    const found = await this.#find(sessionId);
    return found && copyForFork(found.path, at, folder);
  }

  /** `missing` where there is no transcript, undefined where it cannot be read. */
  async #searched<T>(sessionId: string, search: (path: string) => Promise<T>, missing?: T): Promise<T | undefined> {
    try {
      const found = await this.#find(sessionId);
      return found === undefined ? missing : await search(found.path);
    } catch (error) {
      this.options.log.warn(`The transcript could not be searched: ${String(error)}`);
      return undefined;
    }
  }

  /** The sessions that live processes have open: by id, how many. Undefined where the disk does not tell. */
  async runningIds(): Promise<ReadonlyMap<string, number> | undefined> {
    const notRead = (error: unknown): undefined => void this.#warn(`Other programs could not be looked for: ${String(error)}`);
    const running = await (await this.#runningSessions()).list(this.#places().env).catch(notRead);
    const counts = new Map<string, number>();
    for (const { sessionId } of running ?? []) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
    return running && counts;
  }

  /** The process that has this session open. Rejects where the disk does not tell. */
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

  /** The session that this record of a CLI tells of; undefined where there is no such record. */
  async recorded(name: string): Promise<string | undefined> {
    return (await this.#runningSessions()).recorded(this.#places().env, name);
  }

  /**
   * Calls back when a CLI has written or removed its record, with the record's name (`PID.json`) where the system tells. Undefined where that cannot be seen: no CLI that
   * writes one has run here yet.
   */
  watch(changed: (name: string | null) => void): FSWatcher | undefined {
    try {
      const watcher = watch(join(configFolder(this.#places().env), 'sessions'), (_, name) => {
        if (name === null || name.endsWith('.json')) changed(name);
      });
      watcher.on('error', error => this.options.log.warn(`Other programs cannot be watched: ${String(error)}`));
      return watcher;
    } catch (error) {
      this.options.log.debug(`Other programs are not watched: ${String(error)}`);
      return undefined;
    }
  }

  /** The store and `OtherPrograms` ask at any time, and a follower whose calls overlap gives entries twice. */
  #inTurn<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#following.get(sessionId) ?? Promise.resolve()).then(work);
    const settled = done
      // The caller is told.
      .catch(() => undefined)
      .finally(() => {
        if (this.#following.get(sessionId) === settled) this.#following.delete(sessionId);
      });
    this.#following.set(sessionId, settled);
    return done;
  }

  #runningSessions(): Promise<RunningSessions> {
    return (this.#processes ??= import('../../claude/transcripts/sessionRecords.js').then(module => new module.RunningSessions()));
  }

  /** `folder`: where it works, where that is not the one folder of the window. A worktree that is gone leaves the CLI to look for the session. */
  async #described(sessionId: string, path: string): Promise<{ readonly title?: string; readonly folder?: string }> {
    try {
      const { describeSession } = await import('../../claude/transcripts/transcriptFiles.js');
      const { title, folder } = await describeSession(sessionId, path, await this.#folders(), await this.#knownSessions());
      const [first, ...others] = this.options.workFolders();
      const isUsual = folder === undefined || (folder === first && others.length === 0);
      const isThere = !isUsual && (await isFolder(folder));
      return { ...(title !== undefined && { title }), ...(isThere && { folder }) };
    } catch (error) {
      this.options.log.warn(`An earlier session could not be described: ${String(error)}`);
      return {};
    }
  }

  /** The work folders of the window, and the worktrees of their repositories. */
  async #folders(): Promise<readonly string[]> {
    const folders = this.options.workFolders();
    const { worktreesInTime } = await import('./workPlaces.js');
    return [...new Set([...folders, ...(await Promise.all(folders.map(folder => worktreesInTime(folder)))).flat()])];
  }

  /** Undefined where there is no transcript that can be found, also where nobody knows whether there is one. */
  #findReadable(sessionId: string): Promise<Found | undefined> {
    // The log has it.
    return this.#find(sessionId).catch(() => undefined);
  }

  /** Undefined where there is no transcript. Rejects where nobody knows whether there is one. */
  async #find(sessionId: string): Promise<Found | undefined> {
    const { findPastSession } = await import('../../claude/transcripts/transcriptFiles.js');
    return findPastSession(sessionId, this.#places());
  }

  readonly #warn = (text: string): void => this.options.log.warn(text);

  #places(): { readonly env: NodeJS.ProcessEnv; readonly folders: readonly string[]; readonly warn: (text: string) => void } {
    return { env: this.options.environment(), folders: [...this.options.workFolders(), ...this.#chosen], warn: this.#warn };
  }
}

function isMissing(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    (error: unknown) => isCode(error, 'ENOENT'),
  );
}
