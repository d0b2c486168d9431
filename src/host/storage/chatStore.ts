// Stores the chats of this window, restores those of earlier windows when they are shown or something waits in them, and takes idle
// chats out of memory. Knows nothing of VS Code; files are chatFiles', other windows are chatOwners'.
import { realClock } from '../../disk/clock.js';
import type { KeptChat, StoredChat } from '../../chat/journalRecords.js';
import { windowSize } from '../../chat/window.js';
import type { ChatStoreDependencies } from './storeContract.js';
import { ChatBranches } from './chatBranches.js';
import { ChatCopies } from '../windows/chatCopies.js';
import { ChatFiles, type ChatEntry } from './chatFiles.js';
import { ChatJournals, keptOf } from './chatJournals.js';
import { ChatReading } from './chatReading.js';
import { storageFolders } from './chatFolders.js';
import { ChatOwners } from '../windows/chatOwners.js';
import type { Subscription } from '../chats/emitter.js';
import { thisOwner, type Owner } from '../windows/owner.js';
import { NotOpened } from './notOpened.js';
import { restoredChat, withKept } from './restoreChat.js';
import { chatTitle, isEmpty, isIdle, isOfOtherWindow, type Chat } from '../chats/chat.js';
import { WorkByKey } from '../chats/workByKey.js';

/** The store of this window, once the window has a name for other windows. */
export const openChatStore = async (dependencies: ChatStoreDependencies): Promise<ChatStore> =>
  new ChatStore(dependencies, await thisOwner(dependencies.log));

export class ChatStore {
  readonly files: ChatFiles;
  readonly reading: ChatReading;
  readonly branches: ChatBranches;
  readonly #owners: ChatOwners;
  readonly #journals: ChatJournals;
  readonly #copies: ChatCopies;
  readonly #subscriptions: readonly Subscription[];
  readonly #work: WorkByKey;
  readonly #notOpened: NotOpened;
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
    const { folder, log, chats, person, clock = realClock, fileSystem } = dependencies;
    this.#work = new WorkByKey(log, 'A chat could not be stored or restored');
    this.files = new ChatFiles({ root: folder, owner, log, clock, ...(fileSystem && { fileSystem }) });
    this.#notOpened = new NotOpened(notOpened => person.tellNotOpened(this.files.folder, notOpened));
    const store = (key: string): Promise<boolean> | undefined => this.#journals.get(key)?.flush();
    this.reading = new ChatReading(this.files, dependencies.transcripts, key => this.#closing.has(key), store);
    this.#journals = new ChatJournals({
      files: this.files,
      chats,
      person,
      transcripts: dependencies.transcripts,
      onWritten: key => this.#owners.changed(key),
      onLost: key => void this.#work.run(key, () => this.#lost(key)),
    });
    this.branches = new ChatBranches({
      files: this.files,
      chats,
      journals: this.#journals,
      work: this.#work,
      restored: stored => this.#restored(stored, { isWhole: true }),
      adopt: kept => this.#adopt(kept, undefined),
    });
    this.#copies = new ChatCopies({
      files: this.files,
      chats,
      transcripts: dependencies.transcripts,
      adopt: (kept, otherOwner) => this.#adopt(kept, otherOwner),
      gone: key => chats.closedByOwner(key),
    });
    this.#owners = new ChatOwners({
      folder,
      log,
      owner,
      person,
      clock,
      handOver: key => this.#work.run(key, () => this.#handOver(key)),
      refresh: key => this.#work.run(key, () => this.#refresh(key)),
      closed: key => chats.closedByOwner(key),
      claim: (key, from) => this.#work.run(key, () => this.#takeFrom(key, from)),
      ownerOf: key => this.files.ownerOf(key),
      door: dependencies.door,
      fileSystem,
      refused: error => this.#journals.refuse(error),
      windowEnded: () => this.#windowEnded(),
    });
    this.#subscriptions = [
      chats.onDidChange(chat => this.#changed(chat)),
      chats.onDidShow(chat => this.#shown(chat)),
      chats.onDidClose(chat => this.#closed(chat)),
      chats.onDidEndProcess(() => this.unloadIdle()),
      chats.onDidEndTurn(chat => void this.#work.run(chat.key, () => this.#journals.confirm(chat))),
    ];
    for (const chat of chats.all) if (!isEmpty(chat)) this.#changed(chat);
  }

  /** Restores the chat that was shown last, and those in which something waits. Resolves when they are in memory. */
  begin(): Promise<void> {
    return (this.#begun ??= this.#begin());
  }

  /** The chat in memory: by its key, or by the id of a session. Undefined where there is neither, or it cannot be opened. `inTime`: waits for a disk that refuses. */
  async open(id: string, how?: 'inTime'): Promise<Chat | undefined> {
    const known = (): Promise<void> => (how === 'inTime' ? this.#owners.isKnown : this.#owners.known());
    return this.#notOpened.one(id, () => known().then(() => this.#work.run(id, () => this.#open(id))));
  }

  /** The chat of a tab of an earlier window, which waits for the disk: by its key, or by the tab's title among the chats in memory. */
  async restoreTab(key: string | undefined, hasTitle: (title: string) => boolean): Promise<Chat | undefined> {
    if (key !== undefined) return this.open(key, 'inTime');
    await this.begin();
    return this.dependencies.chats.all.find(chat => !chat.hasTab && hasTitle(chatTitle(chat) ?? ''));
  }

  /** The person takes over: the chat becomes this window's. They are told where it cannot be opened. */
  async takeOver(chat: Chat): Promise<void> {
    await this.#notOpened.one(chat.key, () => this.#owners.takeOver(chat));
    const taken = this.dependencies.chats.get(chat.key);
    // Its owner had closed it meanwhile, and with it the copy that the person saw.
    if (taken !== undefined && taken !== chat && !isOfOtherWindow(taken)) this.dependencies.chats.show(chat.key);
  }

  /** The person has come to this window, or its folders have changed. */
  readonly used = (): void => this.#owners.used();

  /** Takes chats out of memory that nobody can see, in which nothing runs or waits, and that are on the disk. */
  unloadIdle(): void {
    for (const chat of this.dependencies.chats.all) if (this.#isIdle(chat)) void this.#work.run(chat.key, () => this.#unload(chat));
  }

  /** Writes everything, or what there is of one chat. False where the disk did not take all of it, or the chat is not this window's. */
  async flush(key?: string): Promise<boolean> {
    return (await (key === undefined ? this.#journals : this.#journals.get(key))?.flush()) === true;
  }

  /** Call it when the chats have ended: from then on other windows may take the chats. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#owners.endWaiting();
    for (const subscription of this.#subscriptions) subscription.dispose();
    await Promise.all([this.#owners.isKnown.then(() => this.#work.settled()), this.#showing]);
    await this.#journals.end();
    await this.#owners.dispose();
  }

  async #begin(): Promise<void> {
    const { chats, folder, log } = this.dependencies;
    await this.#owners.begin();
    if (this.#isDisposed) return;
    const current = await this.files.current();
    const isThere = current !== undefined && !(await this.files.marks()).deleted.has(current);
    const last = isThere ? await this.open(current) : undefined;
    const newest = last === undefined ? await this.files.newest(2) : [];
    const untold = newest.find(({ key }) => !this.#notOpened.keys.has(key));
    chats.showFirst((last ?? (untold && (await this.open(untold.key))))?.key);
    await this.#claimWaiting();
    await (await import('./leftovers.js')).tidyStorage(storageFolders(folder), Date.now(), log);
  }

  #changed(chat: Chat): void {
    const { key } = chat;
    if (this.#isDisposed || isOfOtherWindow(chat)) return;
    const journal = this.#journals.get(key);
    if (journal !== undefined) journal.changed(() => keptOf(chat));
    else if (this.#owners.isVisible && !this.#work.isBusy(key)) this.#beginJournal(chat);
    else
      this.#journals.beginLater(key, {
        run: work => this.#work.run(key, work),
        ready: () => this.#owners.isKnown,
        begin: () => this.#beginJournal(chat),
      });
    if (chat.loop.state.items.length > 2 * windowSize) this.#journals.trim(chat, work => this.#work.run(key, work));
  }

  #beginJournal(chat: Chat): void {
    const { key } = chat;
    const { chats } = this.dependencies;
    if (chats.get(key) !== chat || isOfOtherWindow(chat)) return;
    this.#journals.begin(chat);
    // The chat with which a window begins becomes a stored chat only now.
    if (chat === chats.current) this.#showing = this.files.shown(key);
  }

  #shown(chat: Chat): void {
    const { key, otherOwner } = chat;
    const { chats } = this.dependencies;
    this.#showing = this.files.shown(chats.current.key);
    if (otherOwner === 'otherWindow' && chats.get(key) === chat) this.#owners.follow(key);
    // A chat that was opened a moment ago, and is shown next, must stay.
    if (chat === chats.current) this.unloadIdle();
  }

  #closed({ key }: Chat): void {
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

  async #open(id: string): Promise<Chat | undefined> {
    while (!this.#isDisposed) {
      const known = this.dependencies.chats.get(id);
      if (known !== undefined) return known;
      const entry = await this.files.entry(id);
      if (entry === undefined) return this.#openSession(id);
      // A deleted chat that is opened, as from a decision, is one no more: what removes deleted chats would remove it while it is open.
      if (entry.isDeleted) await this.files.mark(id, 'deleted', false);
      if (!(await this.#take(entry, false))) await this.#showCopy(id);
    }
    return undefined;
  }

  /** A session that only the CLI has stored. */
  async #openSession(sessionId: string): Promise<Chat | undefined> {
    const { chats, transcripts } = this.dependencies;
    const known = chats.all.find(({ loop }) => loop.state.sessionId === sessionId);
    if (known !== undefined) return known;
    const stored = (await this.files.newest(Infinity)).find(head => head.sessionId === sessionId);
    if (stored !== undefined) return this.open(stored.key);
    const past = await transcripts.pastSession(sessionId);
    if (past === undefined) return undefined;
    await this.files.mark(sessionId, 'deleted', false);
    const begun = { ...past, state: await withKept(past.state, transcripts), key: sessionId };
    this.#adopt({ ...begun, composerDraft: '', composerRevision: 0 }, undefined);
    return chats.get(sessionId);
  }

  /** Claims the chat where its owner has ended, or by force. False where it stays another window's, or is gone. */
  async #take(entry: ChatEntry, isForced: boolean, isUnseen = false): Promise<boolean> {
    const { key } = entry;
    const head = await this.files.head(entry);
    if (head === undefined || !(isForced || (await this.#owners.isFree(head.owner)))) return false;
    const claimed = await this.files.claim(entry, this.#journals.useOf(key));
    if (claimed === undefined) return false;
    const restored = await this.#restored(claimed.stored, { isUnseen });
    this.#copies.forget(key);
    this.#journals.add(claimed.journal);
    this.#adopt({ ...restored, ...(head.firstPrompt !== undefined && { firstPrompt: head.firstPrompt }) }, undefined);
    // The file still holds what the end of the other window has decided, such as the input of a permission.
    const chat = this.dependencies.chats.get(key);
    if (chat !== undefined) this.#changed(chat);
    return true;
  }

  /** A read-only copy of what the owner has stored. */
  async #showCopy(key: string): Promise<void> {
    const entry = await this.files.entry(key);
    const head = entry && (await this.files.head(entry));
    if (entry === undefined) return this.dependencies.chats.closedByOwner(key);
    const isReachable = head?.owner !== undefined && (await this.#owners.lifeOf(head.owner)) === 'alive';
    await this.#copies.show(key, isReachable ? 'otherWindow' : 'otherComputer', head?.firstPrompt);
    this.#owners.follow(key);
  }

  #restored(stored: StoredChat, how: { readonly isUnseen?: boolean; readonly isWhole?: true } = {}): Promise<KeptChat> {
    const { transcripts, route } = this.dependencies;
    return restoredChat(stored, { transcripts, route, now: () => Date.now(), ...how });
  }

  #adopt(chat: KeptChat, otherOwner: Chat['otherOwner']): void {
    this.#journals.hold(chat.key, chat.state);
    this.dependencies.chats.adopt(chat, otherOwner);
  }

  /** Makes those chats this window's in which something waits and whose owner has ended. */
  async #claimWaiting(): Promise<void> {
    const { chats, transcripts } = this.dependencies;
    const waiting = (await this.files.list()).filter(({ key, isWaiting }) => isWaiting && chats.get(key) === undefined);
    await this.#notOpened.each(waiting, entry =>
      this.#work.run(entry.key, async () => {
        // The folder is listed once for all chats: of an entry that is out of date by now the claim fails.
        if (chats.get(entry.key) !== undefined || this.#isDisposed || !(await this.#take(entry, false, true))) return;
        // Nobody sees the chat, so how far its transcript was read would only take memory.
        const { sessionId } = chats.get(entry.key)?.loop.state ?? {};
        if (sessionId !== undefined) transcripts.forget(sessionId);
      }),
    );
  }

  /** Another window wants the chat. Resolves with false when the disk refuses it: then the chat stays here. */
  async #handOver(key: string): Promise<boolean> {
    const { chats, log } = this.dependencies;
    const chat = chats.get(key);
    if (this.#journals.get(key) === undefined || chat === undefined) return true;
    log.info(`Another window takes over the chat ${key}.`);
    const outcome = await this.#putDown(key, chat);
    if (outcome === 'stored') {
      chats.adopt(keptOf(chat), 'otherWindow');
      this.#owners.follow(key);
    }
    return outcome !== 'refused';
  }

  /** Ends the chat's process and writes all of it, what waits in it too. Where the disk refuses that, the chat goes on here. `lost`: `#lost` comes next. */
  async #putDown(key: string, chat: Chat): Promise<'stored' | 'refused' | 'lost'> {
    const journal = this.#journals.get(key);
    await this.dependencies.chats.giveUp(key);
    journal?.changed(() => keptOf(chat));
    if ((await journal?.flush()) !== true) {
      // Another window has taken the chat meanwhile.
      if (journal?.isOurs === false) return 'lost';
      this.#adopt(await this.#restored(keptOf(chat)), undefined);
      return 'refused';
    }
    await journal?.forget();
    this.#forget(key);
    return 'stored';
  }

  /** The person takes the chat out of this window, and its files stay. Resolves with false where the disk does not have the chat: then it stays. */
  setAside(key: string): Promise<boolean> {
    return this.#work.run(key, async () => {
      const chat = this.dependencies.chats.get(key);
      if (chat !== undefined && (this.#journals.get(key) === undefined || (await this.#putDown(key, chat)) !== 'stored')) return false;
      this.dependencies.chats.close(key);
      // Its copies in other windows go as those of a closed chat do.
      this.#owners.removed(key);
      return true;
    });
  }

  /** The chats that other windows may have open, by window. */
  readonly holders = (): ReturnType<ChatOwners['holders']> => this.#owners.holders();

  /** This window has slept or was overruled: another window owns the chat, or has closed it. */
  async #lost(key: string): Promise<void> {
    this.dependencies.log.info(`Another window has taken over the chat ${key}.`);
    await this.dependencies.chats.giveUp(key);
    this.#forget(key);
    await this.#reconsider(key);
  }

  async #windowEnded(): Promise<void> {
    await this.#claimWaiting();
    const others = this.dependencies.chats.all.filter(({ otherOwner }) => otherOwner !== undefined);
    await this.#notOpened.each(others, ({ key }) => this.#work.run(key, () => this.#reconsider(key)));
  }

  /** A window that lives has changed the chat. */
  async #refresh(key: string): Promise<void> {
    const chat = this.dependencies.chats.get(key);
    if (chat !== undefined && isOfOtherWindow(chat)) await this.#copies.show(key, chat.otherOwner);
  }

  /** The owner may have ended, also between the mark that the chat is deleted and the word of it, or another window may own the chat now. */
  async #reconsider(key: string): Promise<void> {
    const chat = this.dependencies.chats.get(key);
    if (chat === undefined || this.#isDisposed || !isOfOtherWindow(chat)) return;
    const entry = await this.files.entry(key);
    if (entry?.isDeleted === true) this.dependencies.chats.closedByOwner(key);
    else if (entry === undefined || !(await this.#take(entry, false))) await this.#showCopy(key);
  }

  /** Takes the chat from an owner that has given it up or is overruled, and that may have deleted it. False where the chat has another owner by now. */
  async #takeFrom(key: string, from: Owner | undefined): Promise<boolean> {
    if (this.#journals.get(key) !== undefined) return true;
    const entry = await this.files.entry(key);
    if (entry === undefined) return this.#showCopy(key).then(() => true);
    const head = await this.files.head(entry);
    if (head === undefined || head.owner?.window !== from?.window || !(await this.#take(entry, true))) return false;
    if (entry.isDeleted) await this.files.mark(key, 'deleted', false);
    return true;
  }

  #isIdle(chat: Chat): boolean {
    return chat !== this.dependencies.chats.current && isIdle(chat) && !this.#journals.waits(chat.key);
  }

  async #unload(chat: Chat): Promise<void> {
    const { chats } = this.dependencies;
    const { key } = chat;
    const journal = this.#journals.get(key);
    if (!isOfOtherWindow(chat)) {
      await this.#journals.confirm(chat);
      journal?.changed(() => keptOf(chat));
      // The chat can change while it is written, and `forget` drops what is not written yet.
      while (journal?.isBehind === true) if (!(await journal.flush())) return;
    }
    if (chats.get(key) !== chat || !this.#isIdle(chat)) return;
    this.#owners.unfollow(key);
    await journal?.forget();
    this.#forget(key);
    if (chat.loop.state.sessionId !== undefined) this.dependencies.transcripts.forget(chat.loop.state.sessionId);
    chats.unload(chat);
  }

  #forget(key: string): void {
    this.#journals.forget(key);
    this.#copies.forget(key);
  }
}
