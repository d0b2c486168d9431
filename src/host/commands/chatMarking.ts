// Which chats have an end that nobody has seen, and which are archived, as this window knows them: what it marks itself counts at once, what earlier windows
// have marked from the start, and what other windows mark once the list has been read.
import type { Log } from '../chats/chatDependencies.js';
import type { Chat } from '../chats/chat.js';
import { isAgentChat } from '../chats/agentChats.js';
import type { Chats } from '../chats/chats.js';
import type { Emitter, EventOf, Subscription } from '../chats/emitter.js';
import { emitter } from '../chats/emitter.js';
import type { ChatStore } from '../storage/chatStore.js';
import type { ChatState } from '../../chat/state.js';
import { openPermissions, openQuestions } from '../../chat/state.js';
import type { PastChat } from './pastChats.js';

interface ChatMarkingDependencies {
  readonly chats: Chats;
  readonly views: { readonly isVisible: (chat: Chat) => boolean; readonly onDidChangeVisibility: EventOf<void> };
  readonly log: Log;
  /** Undefined without a work folder. */
  readonly store: () => Promise<ChatStore> | undefined;
}

type Mark = 'unread' | 'archived';

export class ChatMarking {
  readonly #marked: Readonly<Record<Mark, Set<string>>> = { unread: new Set(), archived: new Set() };
  readonly onDidChange: Emitter<void>;
  readonly #subscriptions: readonly Subscription[];
  /** How often a mark was set in this window, and by chat: the last of these times. */
  #changes = 0;
  readonly #changed = new Map<string, number>();
  /** The prompts of the chats that were archived while Claude worked in them, until it is done. */
  readonly #archivedAtWork = new Map<string, ReadonlySet<string>>();
  /** This window knows what was marked before. */
  #isRead = false;
  /** The end of the writes so far. Writes for one chat follow one another, so that the last one counts. */
  #writing: Promise<void> = Promise.resolve();
  /** The disk has refused a mark since `written` was asked last. */
  #isRefused = false;

  constructor(private readonly dependencies: ChatMarkingDependencies) {
    const { chats, views, log } = dependencies;
    this.onDidChange = emitter(log);
    this.#subscriptions = [
      chats.onDidEndTurn(chat => this.#ended(chat)),
      chats.onDidShow(chat => this.#seen(chat)),
      views.onDidChangeVisibility(() => this.#allSeen()),
      chats.onDidChange(chat => {
        const { state } = chat.loop;
        const known = this.#archivedAtWork.get(chat.key);
        // Who goes on with an archived chat wants it back: its own window marks it so; what Claude was still at does not bring it back.
        if (state.turn === 'idle') this.#archivedAtWork.delete(chat.key);
        else if (
          chat.otherOwner === undefined &&
          this.has(chat.key, 'archived') &&
          (known === undefined || promptsOf(state).some(uuid => !known.has(uuid)))
        )
          this.set(chat.key, 'archived', false);
      }),
    ];
    this.#readFirst().catch((error: unknown) => log.warn(`What earlier windows have marked could not be read: ${String(error)}`));
  }

  has(id: string, mark: Mark): boolean {
    return this.#marked[mark].has(id);
  }

  set(id: string, mark: Mark, isMarked: boolean): void {
    if (this.has(id, mark) === isMarked) return;
    if (mark === 'archived' && isMarked) this.#keepPrompts(id);
    this.#note(id, mark, isMarked);
    this.#changed.set(id, ++this.#changes);
    this.onDidChange.fire();
    const { store, log } = this.dependencies;
    this.#writing = this.#writing
      .then(async () => (await store())?.files.mark(id, mark, isMarked))
      .catch((error: unknown) => {
        this.#isRefused = true;
        log.warn(`The list of chats could not keep that a chat is ${mark}: ${String(error)}`);
      });
  }

  /** Resolves with whether the disk has all that was marked since it was asked last. */
  async written(): Promise<boolean> {
    await this.#writing;
    const isRefused = this.#isRefused;
    this.#isRefused = false;
    return !isRefused;
  }

  /** Call it before the list is read: resolves with what takes in the marks of the list. What the person marks meanwhile stays. */
  async reading(): Promise<(past: readonly PastChat[]) => void> {
    await this.#writing;
    const begun = this.#changes;
    return past => {
      for (const { id, marks } of past) {
        if ((this.#changed.get(id) ?? 0) > begun) continue;
        // Another window has archived it meanwhile.
        if (this.#isRead && marks.includes('archived') && !this.has(id, 'archived')) this.#keepPrompts(id);
        for (const mark of ['unread', 'archived'] as const) this.#note(id, mark, marks.includes(mark));
      }
      this.#isRead = true;
      this.#allSeen();
    };
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** A chat can be seen, or gone on with, before anybody wants a list. */
  async #readFirst(): Promise<void> {
    const marks = await (await this.dependencies.store())?.files.marks();
    if (marks === undefined || this.#isRead) return;
    for (const mark of ['unread', 'archived'] as const)
      for (const id of marks[mark]) if (!this.#changed.has(id)) this.#note(id, mark, true);
    this.#isRead = true;
    this.#allSeen();
    this.onDidChange.fire();
  }

  #keepPrompts(id: string): void {
    const state = this.dependencies.chats.get(id)?.loop.state;
    if (state !== undefined && state.turn !== 'idle') this.#archivedAtWork.set(id, new Set(promptsOf(state)));
  }

  #note(id: string, mark: Mark, isMarked: boolean): void {
    if (isMarked) this.#marked[mark].add(id);
    else this.#marked[mark].delete(id);
  }

  #ended(chat: Chat): void {
    const { state } = chat.loop;
    const waits = openQuestions(state).length > 0 || openPermissions(state).length > 0;
    const isHere = chat.otherOwner === undefined && !isAgentChat(chat.key) && this.dependencies.chats.get(chat.key) === chat;
    if (isHere && !waits && !this.dependencies.views.isVisible(chat)) this.set(chat.key, 'unread', true);
  }

  #allSeen(): void {
    for (const chat of this.dependencies.chats.all) this.#seen(chat);
  }

  #seen(chat: Chat): void {
    if (this.has(chat.key, 'unread') && this.dependencies.views.isVisible(chat)) this.set(chat.key, 'unread', false);
  }
}

/** The prompts that Claude was given, and those that wait. */
function promptsOf({ items, waiting }: ChatState): readonly string[] {
  return [...items, ...waiting].flatMap(one => ('uuid' in one ? [one.uuid] : []));
}
