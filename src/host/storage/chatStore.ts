// Stores the chats of this window, restores those of earlier windows when they are shown or something waits in them, and takes idle
// chats out of memory. Knows nothing of VS Code; files are chatFiles', other windows are chatOwners'.
import type { Clock } from '../../claude/process/clock.js';
import { realClock } from '../../claude/process/clock.js';
import type { KeptChat } from '../../session/journalRecords.js';
import type { SessionState } from '../../session/state.js';
import { trimmable, windowSize } from '../../session/window.js';
import type { Transcripts } from '../cli/transcripts.js';
import type { ChatEntry } from './chatFiles.js';
import { ChatCopies } from '../windows/chatCopies.js';
import { ChatFiles } from './chatFiles.js';
import type { ChatJournalsDependencies } from './chatJournals.js';
import { ChatJournals, keptOf } from './chatJournals.js';
import { ChatReading } from './chatReading.js';
import { storageFolders } from './chatFolders.js';
import type { PersonOfOwners } from '../windows/chatOwners.js';
import { ChatOwners } from '../windows/chatOwners.js';
import type { Subscription } from '../chats/emitter.js';
import type { FileSystem, SetTimer } from '../../disk/fileSystem.js';
import type { Owner } from '../windows/owner.js';
import { thisOwner } from '../windows/owner.js';
import type { PersonOfNotOpened } from './notOpened.js';
import { NotOpened } from './notOpened.js';
import { restoredChat, withKept } from './restoreChat.js';
import type { SessionLog } from '../chats/sessionLoop.js';
import type { Session } from '../chats/session.js';
import type { Sessions } from '../chats/sessions.js';
import { chatTitle, isEmpty, isIdle, isOfOtherWindow } from '../chats/session.js';
import { WorkByKey } from '../chats/workByKey.js';

export interface ChatStoreDependencies {
  /** The storage of the work folder. */
  readonly folder: string;
  readonly log: SessionLog;
  readonly sessions: Sessions;
  readonly transcripts: Omit<Transcripts, 'runningIds' | 'running' | 'end' | 'dismiss' | 'recorded' | 'watch'>;
  readonly person: PersonOfOwners & ChatJournalsDependencies['person'] & PersonOfNotOpened;
  readonly route: () => SessionState['routeSetting'];
  readonly clock?: Clock;
  readonly fileSystem?: FileSystem;
}

/** The store of this window, once the window has a name for other windows. */
export const openChatStore = async (dependencies: ChatStoreDependencies): Promise<ChatStore> =>
  new ChatStore(dependencies, await thisOwner(dependencies.log));

export class ChatStore {
  readonly files: ChatFiles;
  readonly reading: ChatReading;
  readonly #owners: ChatOwners;
  readonly #journals: ChatJournals;
  readonly #copies: ChatCopies;
  readonly #subscriptions: readonly Subscription[];
  readonly #work: WorkByKey;
  readonly #notOpened: NotOpened;
  /** Chats that have no journal yet and are waiting for it. */
  readonly #beginning = new Set<string>();
  readonly #trimming = new Set<string>();
  /** Closed chats whose files are not removed yet. */
  readonly #closing = new Set<string>();
  /** The last write of which chat is shown. */
  #showing: Promise<void> = Promise.resolve();
  #begun: Promise<void> | undefined;
  #isDisposed = false;

  constructor(
    private readonly dependencies: ChatStoreDependencies,
    owner: Owner,
  ) {
    const { folder, log, sessions, person, clock = realClock, fileSystem } = dependencies;
    this.#work = new WorkByKey(log, 'A chat could not be stored or restored');
    const setTimer: SetTimer = (callback, ms) => clock.after(ms, callback);
    this.files = new ChatFiles({ root: folder, owner, log, setTimer, ...(fileSystem && { fileSystem }) });
    this.#notOpened = new NotOpened(chats => person.tellNotOpened(this.files.folder, chats));
    const store = (key: string): Promise<boolean> | undefined => this.#journals.get(key)?.flush();
    this.reading = new ChatReading(this.files, dependencies.transcripts, key => this.#closing.has(key), store);
    this.#journals = new ChatJournals({
      ...{ files: this.files, sessions, person, transcripts: dependencies.transcripts },
      onWritten: key => this.#owners.changed(key),
      onLost: key => void this.#work.run(key, () => this.#lost(key)),
    });
    this.#copies = new ChatCopies({
      ...{ files: this.files, sessions, transcripts: dependencies.transcripts },
      adopt: (chat, otherOwner) => this.#adopt(chat, otherOwner),
      gone: key => sessions.closedByOwner(key),
    });
    this.#owners = new ChatOwners({
      ...{ folder, log, owner, person, clock },
      handOver: key => this.#work.run(key, () => this.#handOver(key)),
      refresh: key => this.#work.run(key, () => this.#refresh(key)),
      closed: key => sessions.closedByOwner(key),
      claim: (key, from) => this.#work.run(key, () => this.#takeFrom(key, from)),
      ownerOf: key => this.files.ownerOf(key),
      notVisible: reason => person.tellNotStored({ code: 'other', detail: reason }),
      windowEnded: () => this.#windowEnded(),
    });
    this.#subscriptions = [
      sessions.onDidChange(session => this.#changed(session)),
      sessions.onDidShow(session => this.#shown(session)),
      sessions.onDidClose(session => this.#closed(session)),
      sessions.onDidEndProcess(() => this.unloadIdle()),
      sessions.onDidEndTurn(session => void this.#work.run(session.key, () => this.#journals.confirm(session))),
    ];
    for (const session of sessions.all) if (!isEmpty(session)) this.#changed(session);
  }

  /** Restores the chat that was shown last, and those in which something waits. Resolves when they are in memory. */
  begin(): Promise<void> {
    return (this.#begun ??= this.#begin());
  }

  /** The chat in memory: a stored chat by its key, or a session of the CLI by its id. Undefined where there is neither, or it cannot be opened. */
  async open(id: string): Promise<Session | undefined> {
    await this.#owners.isKnown;
    return this.#notOpened.one(id, () => this.#work.run(id, () => this.#open(id)));
  }

  /** The chat of a tab of an earlier window: by its key, or by the tab's title among the chats in memory. */
  async restoreTab(key: string | undefined, hasTitle: (title: string) => boolean): Promise<Session | undefined> {
    if (key !== undefined) return this.open(key);
    await this.begin();
    return this.dependencies.sessions.all.find(session => !session.hasTab && hasTitle(chatTitle(session) ?? ''));
  }

  /** By the person: the chat becomes this window's. */
  takeOver(session: Session): Promise<void> {
    return this.#owners.takeOver(session);
  }

  /** Takes chats out of memory that nobody can see, in which nothing runs or waits, and that are on the disk. */
  unloadIdle(): void {
    for (const session of this.dependencies.sessions.all) {
      if (this.#isIdle(session)) void this.#work.run(session.key, () => this.#unload(session));
    }
  }

  /** Resolves when everything that can be written, or what there is of one chat, is on the disk. */
  async flush(key?: string): Promise<void> {
    await (key === undefined ? this.#journals : this.#journals.get(key))?.flush();
  }

  /** Call it when the sessions have ended: from then on other windows may take the chats. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#owners.endWaiting();
    for (const subscription of this.#subscriptions) subscription.dispose();
    await Promise.all([this.#work.settled(), this.#showing]);
    await this.#journals.end();
    await this.#owners.dispose();
  }

  async #begin(): Promise<void> {
    const { sessions, folder, log } = this.dependencies;
    await this.#owners.begin();
    if (this.#isDisposed) return;
    const current = await this.files.current();
    const last = current === undefined ? undefined : await this.open(current);
    const newest = last === undefined ? await this.files.newest(2) : [];
    const untold = newest.find(({ key }) => !this.#notOpened.keys.has(key));
    const shown = last ?? (untold && (await this.open(untold.key)));
    sessions.showFirst(shown?.key);
    await this.#claimWaiting();
    await (await import('./leftovers.js')).tidyStorage(storageFolders(folder), Date.now(), log);
  }

  #changed(session: Session): void {
    const { key } = session;
    if (this.#isDisposed || isOfOtherWindow(session)) return;
    const journal = this.#journals.get(key);
    if (journal !== undefined) journal.changed(() => keptOf(session));
    else if (this.#owners.isVisible && !this.#work.isBusy(key)) this.#beginJournal(session);
    else this.#beginJournalLater(session);
    if (session.loop.state.items.length > 2 * windowSize) this.#trim(session);
  }

  /** Before this window may own chats, or while something else is done to the chat. */
  #beginJournalLater(session: Session): void {
    const { key } = session;
    if (this.#beginning.has(key)) return;
    this.#beginning.add(key);
    void this.#work.run(key, async () => {
      await this.#owners.isKnown;
      this.#beginning.delete(key);
      this.#beginJournal(session);
    });
  }

  #beginJournal(session: Session): void {
    const { key } = session;
    const { sessions } = this.dependencies;
    if (sessions.get(key) !== session || isOfOtherWindow(session)) return;
    this.#journals.begin(session);
    // The chat with which a window begins becomes a stored chat only now.
    if (session === sessions.current) this.#showing = this.files.shown(key);
  }

  /** Moves the oldest items out of the state, once the transcript has been asked which of them it holds: the journal archives the others. */
  #trim(session: Session): void {
    const { key } = session;
    // What leaves the state before the journal has it is nowhere: while the disk refuses, the chat keeps all of its items.
    if (!this.#journals.isStored(key) || this.#trimming.has(key) || trimmable(session.loop.state).length === 0) return;
    this.#trimming.add(key);
    void this.#work.run(key, async () => {
      const ids = await this.#journals.storedTrimmable(session).finally(() => this.#trimming.delete(key));
      if (ids.length > 0) session.loop.dispatch({ type: 'itemsTrimmed', ids });
    });
  }

  #shown(session: Session): void {
    const { key, otherOwner } = session;
    const { sessions } = this.dependencies;
    this.#showing = this.files.shown(sessions.current.key);
    if (otherOwner === 'otherWindow' && sessions.get(key) === session) this.#owners.follow(key);
    // A chat that was opened a moment ago, and is shown next, must stay.
    if (session === sessions.current) this.unloadIdle();
  }

  #closed({ key }: Session): void {
    const journal = this.#journals.get(key);
    this.#forget(key);
    this.#owners.unfollow(key);
    if (journal === undefined) return;
    this.#closing.add(key);
    void this.#work.run(key, async () => {
      await this.files.remove(journal).finally(() => this.#closing.delete(key));
      this.#owners.removed(key);
    });
  }

  async #open(id: string): Promise<Session | undefined> {
    const { sessions } = this.dependencies;
    while (!this.#isDisposed) {
      const known = sessions.get(id);
      if (known !== undefined) return known;
      const entry = await this.files.entry(id);
      if (entry === undefined) return this.#openSession(id);
      if (!(await this.#take(entry, false))) await this.#showCopy(id);
    }
    return undefined;
  }

  /** A session that only the CLI has stored. */
  async #openSession(sessionId: string): Promise<Session | undefined> {
    const { sessions, transcripts } = this.dependencies;
    const known = sessions.all.find(({ loop }) => loop.state.sessionId === sessionId);
    if (known !== undefined) return known;
    const stored = (await this.files.newest(Infinity)).find(head => head.sessionId === sessionId);
    if (stored !== undefined) return this.open(stored.key);
    const past = await transcripts.pastSession(sessionId);
    if (past === undefined) return undefined;
    const state = await withKept(past.state, transcripts);
    this.#adopt({ ...past, state, key: sessionId, composerDraft: '', composerRevision: 0 }, undefined);
    return sessions.get(sessionId);
  }

  /** Claims the chat where its owner has ended, or by force. False where it stays another window's, or is gone. */
  async #take(entry: ChatEntry, isForced: boolean, isUnseen = false): Promise<boolean> {
    const { key } = entry;
    const head = await this.files.head(entry);
    if (head === undefined || !(isForced || (await this.#owners.isFree(head.owner)))) return false;
    const claimed = await this.files.claim(entry, this.#journals.useOf(key));
    if (claimed === undefined) return false;
    const chat = await restoredChat(claimed.stored, { ...this.#restoring, isUnseen });
    this.#copies.forget(key);
    this.#journals.add(claimed.journal);
    this.#adopt({ ...chat, ...(head.firstPrompt !== undefined && { firstPrompt: head.firstPrompt }) }, undefined);
    // The file still holds what the end of the other window has decided, such as the input of a permission.
    const session = this.dependencies.sessions.get(key);
    if (session !== undefined) this.#changed(session);
    return true;
  }

  /** A read-only copy of what the owner has stored. */
  async #showCopy(key: string): Promise<void> {
    const entry = await this.files.entry(key);
    const head = entry && (await this.files.head(entry));
    if (entry === undefined) return this.dependencies.sessions.closedByOwner(key);
    const isReachable = head?.owner !== undefined && (await this.#owners.lifeOf(head.owner)) === 'alive';
    await this.#copies.show(key, isReachable ? 'otherWindow' : 'otherComputer', head?.firstPrompt);
    this.#owners.follow(key);
  }

  get #restoring(): Parameters<typeof restoredChat>[1] {
    const { transcripts, route } = this.dependencies;
    return { transcripts, route, now: () => Date.now() };
  }

  #adopt(chat: KeptChat, otherOwner: Session['otherOwner']): void {
    this.#journals.hold(chat.key, chat.state);
    this.dependencies.sessions.adopt(chat, otherOwner);
  }

  /** Makes those chats this window's in which something waits and whose owner has ended. */
  async #claimWaiting(): Promise<void> {
    const { sessions, transcripts } = this.dependencies;
    const waiting = (await this.files.list()).filter(({ key, isWaiting }) => isWaiting && sessions.get(key) === undefined);
    await this.#notOpened.each(waiting, entry =>
      this.#work.run(entry.key, async () => {
        const { key } = entry;
        // The folder is listed once for all chats: of an entry that is out of date by now the claim fails.
        if (sessions.get(key) !== undefined || this.#isDisposed || !(await this.#take(entry, false, true))) return;
        // Nobody sees the chat, so how far its transcript was read would only take memory.
        const { sessionId } = sessions.get(key)?.loop.state ?? {};
        if (sessionId !== undefined) transcripts.forget(sessionId);
      }),
    );
  }

  /** Another window wants the chat. Resolves with false when the disk refuses it: then the chat stays here. */
  async #handOver(key: string): Promise<boolean> {
    const { sessions, log } = this.dependencies;
    const journal = this.#journals.get(key);
    const session = sessions.get(key);
    if (journal === undefined || session === undefined) return true;
    log.info(`Another window takes over the chat ${key}.`);
    await sessions.giveUp(key);
    journal.changed(() => keptOf(session));
    const isStored = await journal.flush();
    if (!isStored) {
      // Another window has taken the chat meanwhile, and `#lost` comes next.
      if (!journal.isOurs) return true;
      this.#adopt(await restoredChat(keptOf(session), this.#restoring), undefined);
      return false;
    }
    await journal.forget();
    this.#forget(key);
    sessions.adopt(keptOf(session), 'otherWindow');
    this.#owners.follow(key);
    return true;
  }

  /** This window has slept or was overruled: another window owns the chat, or has closed it. */
  async #lost(key: string): Promise<void> {
    const { sessions, log } = this.dependencies;
    log.info(`Another window has taken over the chat ${key}.`);
    await sessions.giveUp(key);
    this.#forget(key);
    await this.#reconsider(key);
  }

  async #windowEnded(): Promise<void> {
    await this.#claimWaiting();
    const others = this.dependencies.sessions.all.filter(({ otherOwner }) => otherOwner !== undefined);
    await this.#notOpened.each(others, ({ key }) => this.#work.run(key, () => this.#reconsider(key)));
  }

  /** A window that lives has changed the chat. */
  async #refresh(key: string): Promise<void> {
    const session = this.dependencies.sessions.get(key);
    if (session !== undefined && isOfOtherWindow(session)) await this.#copies.show(key, session.otherOwner);
  }

  /** The owner may have ended, or another window may own the chat now. */
  async #reconsider(key: string): Promise<void> {
    const session = this.dependencies.sessions.get(key);
    if (session === undefined || this.#isDisposed || !isOfOtherWindow(session)) return;
    const entry = await this.files.entry(key);
    if (entry === undefined || !(await this.#take(entry, false))) await this.#showCopy(key);
  }

  /** Takes the chat from an owner that has given it up or is overruled. False where the chat has another owner by now. */
  async #takeFrom(key: string, from: Owner | undefined): Promise<boolean> {
    if (this.#journals.get(key) !== undefined) return true;
    const entry = await this.files.entry(key);
    if (entry === undefined) {
      await this.#showCopy(key);
      return true;
    }
    const head = await this.files.head(entry);
    return head !== undefined && head.owner?.window === from?.window && (await this.#take(entry, true));
  }

  #isIdle(session: Session): boolean {
    return session !== this.dependencies.sessions.current && isIdle(session);
  }

  async #unload(session: Session): Promise<void> {
    const { sessions } = this.dependencies;
    const { key } = session;
    const journal = this.#journals.get(key);
    if (!isOfOtherWindow(session)) {
      await this.#journals.confirm(session);
      journal?.changed(() => keptOf(session));
      // The chat can change while it is written, and `forget` drops what is not written yet.
      while (journal?.isBehind === true) if (!(await journal.flush())) return;
    }
    if (sessions.get(key) !== session || !this.#isIdle(session)) return;
    this.#owners.unfollow(key);
    await journal?.forget();
    this.#forget(key);
    if (session.loop.state.sessionId !== undefined) this.dependencies.transcripts.forget(session.loop.state.sessionId);
    sessions.unload(session);
  }

  #forget(key: string): void {
    this.#journals.forget(key);
    this.#copies.forget(key);
  }
}
