// The chats on the disk: those that Parley has stored, and those of which only the CLI has a transcript. Lists them, opens
// them, and offers the newest in an empty chat.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { EarlierChat } from '../../shared/chatStatus.js';
import type { PastSession } from '../../claude/transcripts/transcriptFiles.js';
import { otherSessions } from '../../chat/branches.js';
import type { QuestionState } from '../../chat/state.js';
import type { Elsewhere } from '../../chat/view.js';
import type { Transcripts } from '../cli/transcripts.js';
import type { ChatMark, MarkedChats } from '../storage/chatMarks.js';
import type { ChatStore } from '../storage/chatStore.js';
import type { OlderItems } from '../conversation/olderItems.js';
import type { Chat } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';
import { isEmpty } from '../chats/chat.js';
import type { ChatViews } from '../views/chatViews.js';
import type { FocusTarget } from '../views/chatWebview.js';
import { showMessage } from '../vscode/plainUi.js';
import { chatName, nameOf, waitsFor } from './chatWaits.js';

export interface PastChatsDependencies {
  readonly chats: Chats;
  readonly views: ChatViews;
  readonly transcripts: Transcripts;
  /** Undefined without a work folder. */
  readonly store: () => Promise<ChatStore> | undefined;
}

/** A chat on the disk. `id`: its key where Parley has stored it, else the CLI's session id. */
export interface PastChat extends Omit<EarlierChat, 'waits'> {
  readonly isStored: boolean;
  /** The CLI's, the newest last; those of before `/clear` are among them. */
  readonly sessions: readonly string[];
  /** What the list says of it beside its title. `waits`: a question or a permission. */
  readonly marks: readonly Exclude<ChatMark, 'deleted'>[];
  /** Who else has it open. */
  readonly holder: Elsewhere;
  /** The absolute path of the folder in which it works, as far as that is known. */
  readonly folder?: string;
}

const listedMarks = ['waits', 'unread', 'archived'] as const;
const noMarks: MarkedChats = { waits: new Set(), unread: new Set(), archived: new Set(), deleted: new Set() };

/** How many an empty chat offers. */
const mostOffered = 3;

export class PastChats {
  #newest: readonly PastChat[] = [];
  /** How often the chats that are offered were read. */
  #reads = 0;
  /** The list as it was read last. */
  #kept: readonly PastChat[] = [];
  /** How many it could have. */
  #keptLimit = 0;
  /** The archived chats that were read last. */
  #archived: ReadonlySet<string> = new Set();
  /** What each chat waited for when chats were offered last; false: it was gone. */
  readonly #waits = new WeakMap<Chat, string | false | undefined>();

  /** The view of chats is in sight, beside which an empty chat offers none, because it would say the same twice. */
  #isListShown = false;

  constructor(private readonly dependencies: PastChatsDependencies) {}

  /** The view of chats has come into sight or gone out of it. */
  listShown(isShown: boolean): void {
    if (isShown === this.#isListShown) return;
    this.#isListShown = isShown;
    this.#offer();
  }

  /** The list as it was read last, which may be out of date; empty before. */
  get kept(): readonly PastChat[] {
    return this.#kept;
  }

  /**
   * The newest first, at most `limit`. Stored chats that are in memory are among them, because each of them may leave it at any time. `told` gets the
   * chats that Parley has stored before the transcripts of others are looked at, and then more, as they are read.
   */
  async list(limit: number, told: (chats: readonly PastChat[]) => void = () => undefined): Promise<readonly PastChat[]> {
    const list = await this.#read(limit, told);
    // A shorter list, as an empty chat offers, does not take its place.
    if (limit >= this.#keptLimit) [this.#kept, this.#keptLimit] = [list, limit];
    return list;
  }

  async #read(limit: number, told: (chats: readonly PastChat[]) => void = () => undefined): Promise<readonly PastChat[]> {
    const { transcripts } = this.dependencies;
    const store = await this.dependencies.store();
    const [marked, holders, running] = await Promise.all([store?.files.marks() ?? noMarks, store?.holders(), transcripts.runningIds()]);
    this.#archived = marked.archived;
    const heads = (await store?.reading.list(limit)) ?? [];
    const inTerminal = (sessions: readonly (string | undefined)[]): Elsewhere =>
      sessions.some(id => id !== undefined && running?.has(id) === true) ? 'terminal' : undefined;
    const marksOf = (id: string): PastChat['marks'] => listedMarks.filter(mark => marked[mark].has(id));
    const storedWith = (folders: ReadonlyMap<string, string>): readonly PastChat[] =>
      heads.map(({ key, title, draft, usedAt, sessionId, formerSessions, window }) => ({
        id: key,
        title: nameOf(title, draft),
        usedAt,
        isStored: true,
        marks: marksOf(key),
        sessions: [...formerSessions, ...(sessionId === undefined ? [] : [sessionId])],
        holder: holders?.get(window ?? '') ?? inTerminal([sessionId]),
        ...(folders.has(sessionId ?? '') && { folder: folders.get(sessionId ?? '') ?? '' }),
      }));
    told(storedWith(new Map()));
    const open = this.#open.flatMap(({ loop: { state } }) => [...otherSessions(state), state.sessionId]);
    const known = new Set([...heads.flatMap(({ sessionId, formerSessions }) => [...formerSessions, sessionId]), ...open]);
    // Where there is one place, nobody asks in which of them a chat works, and the transcripts of stored chats need no look.
    const isSeveral = await transcripts.hasSeveralPlaces();
    const withPast = (past: readonly PastSession[]): readonly PastChat[] => {
      const stored = storedWith(new Map(past.map(({ sessionId, folder }) => [sessionId, folder])));
      const others = past.filter(({ sessionId }) => !known.has(sessionId));
      const listed = others.map(({ sessionId, title, usedAt, folder }) => ({
        id: sessionId,
        title,
        usedAt,
        isStored: false,
        sessions: [sessionId],
        marks: marksOf(sessionId),
        holder: inTerminal([sessionId]),
        folder,
      }));
      return [...stored, ...listed].toSorted((one, other) => other.usedAt - one.usedAt);
    };
    const without = new Set([...marked.deleted, ...(isSeveral ? [] : known)]);
    const past = await transcripts.list(isSeveral ? limit + known.size : limit, without, some => told(withPast(some)));
    return withPast(past).slice(0, limit);
  }

  /** All chats on the disk, the newest first; the list as it was read last stays. */
  all(): Promise<readonly PastChat[]> {
    return this.#read(Infinity);
  }

  /** The chat is closed, or comes with the next list in another form. */
  forget(id: string): void {
    this.#kept = this.#kept.filter(chat => chat.id !== id);
  }

  /** Offers the newest chats where an empty chat is shown. */
  async refreshOffered(): Promise<void> {
    const { views, chats } = this.dependencies;
    if (!views.all.some(({ chat }) => hasNoItems(chat) && views.isVisible(chat))) return;
    const read = ++this.#reads;
    const newest = (await this.list(mostOffered + chats.all.length)).filter(({ marks }) => !marks.includes('archived'));
    // One that began later may know of a chat which this one could not find yet.
    if (read !== this.#reads) return;
    this.#newest = newest;
    this.#offer();
  }

  /** The person goes to a chat that is in memory or not, and is told where it is gone; `id` is a key or a session id. */
  async open(id: string, target?: FocusTarget): Promise<void> {
    const chat = await this.wanted(id);
    if (chat !== undefined) await this.dependencies.views.show(chat, target);
  }

  /**
   * The person goes to the item in the first of these chats that is there; false where none is. `ids`: keys or session ids. Of a chat that was
   * deleted the transcript of its session may be there.
   */
  async openFirst(ids: readonly (string | undefined)[], item: string): Promise<boolean> {
    for (const id of ids) {
      if (id === undefined) continue;
      const chat = await this.load(id);
      if (chat !== undefined) await this.dependencies.views.show(chat, { target: 'item', id: item });
      // Of a chat that is there and cannot be opened the store has told.
      if (chat !== undefined || (await this.isThere(id))) return true;
    }
    return false;
  }

  /** The chat in memory, because the person wants it. Undefined where there is none: the person has been told so. */
  async wanted(id: string): Promise<Chat | undefined> {
    const chat = await this.load(id);
    // Of a chat that is there and cannot be opened the store has told.
    if (chat === undefined && !(await this.isThere(id))) {
      this.forget(id);
      void showMessage(vscode.l10n.t('This chat is not there any more.'));
    }
    return chat;
  }

  /** Whether something is kept of the chat, in memory or on the disk. */
  async isThere(id: string): Promise<boolean> {
    const { chats, transcripts } = this.dependencies;
    if (chats.get(id) !== undefined) return true;
    const files = (await this.dependencies.store())?.files;
    return (await files?.entry(id)) !== undefined || (await transcripts.mayBeThere(id));
  }

  /** The chat in memory; undefined when nothing is known by this id any more. */
  async load(id: string): Promise<Chat | undefined> {
    const { chats } = this.dependencies;
    return chats.get(id) ?? (await (await this.dependencies.store())?.open(id));
  }

  /** The conversation of a chat that is not in memory, for reading only; undefined without a work folder. */
  async conversationIn(id: string): Promise<Pick<OlderItems, 'find'> | undefined> {
    return (await this.dependencies.store())?.reading.conversationIn(id);
  }

  /** All questions of a chat that is not in memory, for reading only. */
  async questionsOf(chat: PastChat): Promise<readonly QuestionState[]> {
    return (await (await this.dependencies.store())?.reading.questionsOf(chat.id)) ?? [];
  }

  get #open(): readonly Chat[] {
    return this.dependencies.chats.all;
  }

  /** This chat has changed, as it does many times a second while Claude writes, or is gone: offers the chats anew where it waits otherwise than before. */
  refreshWaiting(chat: Chat): void {
    const { views } = this.dependencies;
    if (!views.all.some(view => hasNoItems(view.chat))) return;
    if (!this.#waits.has(chat) || this.#waits.get(chat) !== this.#waitOf(chat)) this.#offer();
  }

  #waitOf(chat: Chat): string | false | undefined {
    return this.dependencies.chats.get(chat.key) === chat && waitsFor(chat);
  }

  #offer(): void {
    const { chats, views } = this.dependencies;
    const isOffered = (chat: Chat): boolean => chat !== chats.current && !isEmpty(chat) && !chat.hasTab && !this.#archived.has(chat.key);
    const open = chats.all.filter(chat => isOffered(chat));
    const mine = open.map(chat => {
      const waits = waitsFor(chat);
      return { id: chat.key, title: chatName(chat), usedAt: chat.usedAt, ...(waits !== undefined && { waits }) };
    });
    const past = this.#newest.filter(({ id }) => chats.get(id) === undefined);
    const all: readonly EarlierChat[] = [...mine, ...past.map(({ id, title, usedAt }) => ({ id, title, usedAt }))];
    // Where somebody waits for the person, the person is to see it.
    const offered = all
      .toSorted((one, other) => Number(other.waits !== undefined) - Number(one.waits !== undefined) || other.usedAt - one.usedAt)
      .slice(0, this.#isListShown ? 0 : mostOffered);
    for (const chat of chats.all) this.#waits.set(chat, this.#waitOf(chat));
    if (!isDeepStrictEqual(offered, views.offered)) views.offer(offered);
  }
}

/** Its page offers chats, also beside words that wait to be sent. */
function hasNoItems({ loop }: Chat): boolean {
  return loop.state.items.length === 0 && !loop.state.hasOlder;
}
