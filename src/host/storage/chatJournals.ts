// The journals of the chats that this window owns: what of each chat they need not hold because the CLI's transcript holds it, and
// whether the disk takes them. Knows nothing of other windows, nor of when a chat is opened.
import { factsOf } from '../../chat/facts.js';
import type { KeptChat } from '../../chat/journalRecords.js';
import { refOf } from '../../chat/journalRecords.js';
import type { ChatState } from '../../chat/state.js';
import { trimmable, windowSize } from '../../chat/window.js';
import type { Transcripts } from '../cli/transcripts.js';
import type { ChatFiles } from './chatFiles.js';
import type { ChatJournal, JournalUse } from './journal.js';
import type { NotStored } from './notStored.js';
import { notStored } from './notStored.js';
import type { Chat } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';
import { noAttachments } from '../chats/chat.js';

export interface ChatJournalsDependencies {
  readonly files: ChatFiles;
  readonly chats: Chats;
  readonly transcripts: Pick<Transcripts, 'newsOf' | 'confirmed'>;
  readonly person: {
    /** The disk refuses a chat. */
    readonly tellNotStored: (why: NotStored) => void;
    /** The disk takes every chat again. */
    readonly tellStoredAgain: () => void;
  };
  readonly onWritten: (key: string) => void;
  /** Another window owns the chat, or has closed it. */
  readonly onLost: (key: string) => void;
}

export class ChatJournals {
  readonly #journals = new Map<string, ChatJournal>();
  /** References of the items of each of these chats that the transcript of this session is known to hold. */
  readonly #confirmed = new Map<string, { readonly sessionId: string | undefined; readonly held: ReadonlySet<string> }>();
  /** Chats that the disk refuses to store. */
  readonly #troubled = new Set<string>();

  readonly #trimming = new Set<string>();
  /** Chats that have no journal yet and are waiting for it. */
  readonly #beginning = new Set<string>();

  constructor(private readonly dependencies: ChatJournalsDependencies) {}

  get(key: string): ChatJournal | undefined {
    return this.#journals.get(key);
  }

  /** The chat has no journal yet and is nowhere else. */
  waits(key: string): boolean {
    return this.#beginning.has(key);
  }

  /** The journal of a new chat; nothing is on the disk before its first change is written. */
  begin(chat: Chat): void {
    const { key } = chat;
    const journal = this.#journals.get(key) ?? this.dependencies.files.begin(key, this.useOf(key));
    this.#journals.set(key, journal);
    journal.changed(() => keptOf(chat));
  }

  /** Calls `begin` once this window may own chats (`ready`) and nothing else is done to the chat. `run`: as work on this chat. */
  beginLater(
    key: string,
    { run, ready, begin }: { run: (work: () => Promise<void>) => Promise<void>; ready: () => Promise<unknown>; begin: () => void },
  ): void {
    if (this.#beginning.has(key)) return;
    this.#beginning.add(key);
    // Other work on the chat does not wait for it: the disk may refuse this window for hours.
    void ready().then(() =>
      run(() => {
        this.#beginning.delete(key);
        begin();
        return Promise.resolve();
      }),
    );
  }

  /** A claimed chat. */
  add(journal: ChatJournal): void {
    this.#journals.set(journal.key, journal);
  }

  /** What the journal of this chat needs to know and tells. */
  useOf(key: string): JournalUse {
    const { person, chats, onWritten, onLost } = this.dependencies;
    return {
      confirmed: () => {
        const known = this.#confirmed.get(key);
        // After `/clear` the chat has another session, whose transcript lacks what was said before.
        return known !== undefined && known.sessionId === chats.get(key)?.loop.state.sessionId ? known.held : nothing;
      },
      onWritten: ({ composerDraft, composerAttachments, state }) => {
        this.#forgetLeft(key, state);
        const chat = chats.get(key);
        // A copy of the chat does not take a draft that is stored for words that nobody else has.
        if (chat !== undefined) Object.assign(chat, { composerKept: composerDraft, attachmentsKept: composerAttachments ?? noAttachments });
        onWritten(key);
      },
      onLost: () => onLost(key),
      onTrouble: why => {
        if (this.#troubled.size === 0) person.tellNotStored(why);
        this.#troubled.add(key);
        chats.setNotStored(key, why);
      },
      onRecovered: () => this.#recovered(key),
    };
  }

  /** Reads what is new in the transcript, so that the journal does not store what the transcript holds. */
  async confirm(chat: Chat): Promise<void> {
    const { transcripts, chats } = this.dependencies;
    const { sessionId, items, process } = chat.loop.state;
    const { sharedSince, seenUntil } = chat;
    if (sessionId === undefined) return;
    const isAll = sharedSince !== undefined && process === 'none';
    // A first turn can be longer than any window.
    const news = await transcripts.newsOf(sessionId, sharedSince ?? seenUntil, isAll, Math.max(windowSize, items.length));
    // Of a session that is shared a part alone was read where a process ran here as this look began.
    const isWhole = isAll || chat.sharedSince === undefined;
    if (news !== undefined && isWhole && chat.loop.state.process === 'none') chats.catchUp(chat, news);
    this.hold(chat.key, chat.loop.state);
  }

  /** The chat has a journal, and the disk takes it. */
  isStored(key: string): boolean {
    return this.#journals.has(key) && !this.#troubled.has(key);
  }

  /**
   * Ids of the items that may leave the state. The journal archives an item as the journal's file has it. An item that has changed since
   * the file was written stays in the state: its archived form could be open again, and hold a permission's input.
   */
  async storedTrimmable(chat: Chat): Promise<readonly string[]> {
    await this.confirm(chat);
    const before = new Set(trimmable(chat.loop.state));
    const isStored = (await this.#journals.get(chat.key)?.flush()) === true;
    return isStored ? trimmable(chat.loop.state).flatMap(item => (before.has(item) ? [item.id] : [])) : [];
  }

  /** Moves the oldest items out of the state, once the transcript has been asked which of them it holds: the journal archives the others. `run`: as work on this chat. */
  trim(chat: Chat, run: (work: () => Promise<void>) => Promise<void>): void {
    const { key } = chat;
    // What leaves the state before the journal has it is nowhere: while the disk refuses, the chat keeps all of its items.
    if (!this.isStored(key) || this.#trimming.has(key) || trimmable(chat.loop.state).length === 0) return;
    this.#trimming.add(key);
    void run(async () => {
      const ids = await this.storedTrimmable(chat).finally(() => this.#trimming.delete(key));
      if (ids.length > 0) chat.loop.dispatch({ type: 'itemsTrimmed', ids });
    });
  }

  /** The transcript has been read as far as these items need. */
  hold(key: string, { items, sessionId }: ChatState): void {
    const now = sessionId === undefined ? nothing : this.dependencies.transcripts.confirmed(sessionId, items);
    const known = this.#confirmed.get(key);
    const held = items.filter(({ id }) => now.has(id)).map(item => refOf(item)[1]);
    const here = new Set(items.map(item => refOf(item)[1]));
    const before = known?.sessionId === sessionId ? (known?.held ?? nothing) : nothing;
    // What has left the state since the journal was written is not archived either. Of what is here the transcript may have lost some.
    const left = [...before].filter(id => !here.has(id));
    this.#confirmed.set(key, { sessionId, held: new Set([...left, ...held]) });
  }

  /** The journal's file is without what has left the state. */
  #forgetLeft(key: string, { items }: ChatState): void {
    const known = this.#confirmed.get(key);
    if (known === undefined || known.held.size <= items.length) return;
    this.#confirmed.set(key, { ...known, held: new Set(items.map(item => refOf(item)[1]).filter(id => known.held.has(id))) });
  }

  /** The chat is not this window's any more, or not in memory. */
  forget(key: string): void {
    this.#journals.delete(key);
    this.#confirmed.delete(key);
    this.#recovered(key);
  }

  /** Resolves when everything that can be written is on the disk. False where something is not. */
  async flush(): Promise<boolean> {
    return (await Promise.all([...this.#journals.values()].map(journal => journal.flush()))).every(isWritten => isWritten);
  }

  /** Nothing is written afterwards. */
  async end(): Promise<void> {
    await this.flush();
    await Promise.all([...this.#journals.values()].map(journal => journal.forget()));
  }

  /** The disk refuses what this window needs before it may store any chat (`error`), or takes it again. */
  refuse(error: unknown): void {
    const { chats, person } = this.dependencies;
    const why = error === undefined ? undefined : notStored(error);
    if (why === undefined) person.tellStoredAgain();
    else if (chats.noneStored === undefined) person.tellNotStored(why);
    chats.setNoneStored(why);
  }

  #recovered(key: string): void {
    this.dependencies.chats.setNotStored(key, undefined);
    if (this.#troubled.delete(key) && this.#troubled.size === 0) this.dependencies.person.tellStoredAgain();
  }
}

const nothing: ReadonlySet<string> = new Set();

export function keptOf(chat: Chat): KeptChat {
  const { key, firstPrompt, composerDraft, composerAttachments, composerRevision, loop } = chat;
  return {
    ...factsOf(chat),
    key,
    ...(firstPrompt !== undefined && { firstPrompt }),
    composerDraft,
    ...(composerAttachments.length > 0 && { composerAttachments }),
    composerRevision,
    state: loop.state,
  };
}
