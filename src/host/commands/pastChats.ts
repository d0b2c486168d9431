// The chats on the disk: those that Parley has stored, and those of which only the CLI has a transcript. Lists them, opens
// them, and offers the newest in an empty chat.
import { isDeepStrictEqual } from 'node:util';
import type { EarlierChat } from '../../shared/transcript.js';
import type { PastSession } from '../../claude/transcripts/transcriptFiles.js';
import type { QuestionState } from '../../chat/state.js';
import type { Transcripts } from '../cli/transcripts.js';
import type { ChatStore } from '../storage/chatStore.js';
import type { OlderItems } from '../conversation/olderItems.js';
import type { Chat } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';
import { isEmpty } from '../chats/chat.js';
import type { ChatViews } from '../views/chatViews.js';
import type { FocusTarget } from '../views/chatWebview.js';
import { chatName, nameOf, waitsFor } from './chatWaits.js';

export interface PastChatsDependencies {
  readonly chats: Chats;
  readonly views: ChatViews;
  readonly transcripts: Transcripts;
  /** Undefined without a work folder. */
  readonly store: () => Promise<ChatStore> | undefined;
}

/** A chat on the disk. `id`: its key where Parley has stored it, else the CLI's session id. */
export interface PastChat extends EarlierChat {
  readonly isStored: boolean;
}

/** How many an empty chat offers. */
const mostOffered = 3;

export class PastChats {
  #newest: readonly PastChat[] = [];
  /** The list as it was read last. */
  #kept: readonly PastChat[] = [];
  /** How many it could have. */
  #keptLimit = 0;
  /** What each chat waited for when chats were offered last; false: it was gone. */
  readonly #waits = new WeakMap<Chat, string | false | undefined>();

  constructor(private readonly dependencies: PastChatsDependencies) {}

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
    const heads = (await (await this.dependencies.store())?.reading.list(limit)) ?? [];
    const stored = heads.map(({ key, title, draft, usedAt }) => ({ id: key, title: nameOf(title, draft), usedAt, isStored: true }));
    told(stored);
    const open = this.#open.flatMap(({ loop: { state } }) => [...(state.formerSessions ?? []), state.sessionId]);
    const known = new Set([...heads.flatMap(({ sessionId, formerSessions }) => [...formerSessions, sessionId]), ...open]);
    const withPast = (past: readonly PastSession[]): readonly PastChat[] =>
      [...stored, ...past.map(({ sessionId, title, usedAt }) => ({ id: sessionId, title, usedAt, isStored: false }))].toSorted(
        (one, other) => other.usedAt - one.usedAt,
      );
    const past = await transcripts.list(limit, known, some => told(withPast(some)));
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
    if (!views.all.some(({ chat }) => isEmpty(chat) && views.isVisible(chat))) return;
    this.#newest = await this.list(mostOffered + chats.all.length);
    this.#offer();
  }

  /** By the person: goes to a chat that is in memory or not; `id` is a key or a session id. */
  async open(id: string, target?: FocusTarget): Promise<void> {
    const chat = await this.load(id);
    if (chat !== undefined) await this.dependencies.views.show(chat, target);
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
    if (!views.all.some(view => isEmpty(view.chat))) return;
    if (!this.#waits.has(chat) || this.#waits.get(chat) !== this.#waitOf(chat)) this.#offer();
  }

  #waitOf(chat: Chat): string | false | undefined {
    return this.dependencies.chats.get(chat.key) === chat && waitsFor(chat);
  }

  #offer(): void {
    const { chats, views } = this.dependencies;
    const open = chats.all.filter(chat => chat !== chats.current && !isEmpty(chat) && !chat.hasTab);
    const mine = open.map(chat => {
      const waits = waitsFor(chat);
      return { id: chat.key, title: chatName(chat), usedAt: chat.usedAt, ...(waits !== undefined && { waits }) };
    });
    const past = this.#newest.filter(({ id }) => chats.get(id) === undefined);
    const all: readonly EarlierChat[] = [...mine, ...past.map(({ id, title, usedAt }) => ({ id, title, usedAt }))];
    // Where somebody waits for the person, the person is to see it.
    const offered = all
      .toSorted((one, other) => Number(other.waits !== undefined) - Number(one.waits !== undefined) || other.usedAt - one.usedAt)
      .slice(0, mostOffered);
    for (const chat of chats.all) this.#waits.set(chat, this.#waitOf(chat));
    if (!isDeepStrictEqual(offered, views.offered)) views.offer(offered);
  }
}
