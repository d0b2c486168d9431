// Owns what the webview shows: one signal per item, so that a change of one item renders one row; `Conversation` owns their order. Knows the
// shared types; nothing of messages or the DOM.
import type { Signal } from '@preact/signals';
import { batch, computed, signal } from '@preact/signals';
import { editedByHost, emptyAnswer, withLaterEdits } from '../../src/shared/answers.js';
import type { ChatNews } from '../../src/shared/contract/news.js';
import type { EarlierDecision } from '../../src/shared/contract/toView.js';
import type { OptionImage } from '../../src/shared/optionImages.js';
import type { Answer, HostEdit } from '../../src/shared/question.js';
import type { TextChange } from '../../src/shared/textChange.js';
import { applyChange } from '../../src/shared/textChange.js';
import type { Variant } from '../../src/shared/variant.js';
import type { PermissionItem, QuestionItem, TranscriptItem } from '../../src/shared/transcript.js';
import type { ChatStatus, EarlierChat, Preferences, ReturnReason, SetUpCard, WaitingPromptItem } from '../../src/shared/chatStatus.js';

import type { Direction, Gap, RowChunk } from './conversation.js';
import { Conversation } from './conversation.js';
import { Days } from './days.js';
import type { AskItem, OutcomeItem } from './itemStates.js';
import { isAsked, isSettled, outcomeOf } from './itemStates.js';
import { Looks } from './looks.js';
import { Replies } from './replies.js';

/** More do not wait at the same time. */
const mostAnnounced = 100;

export interface ReadOptionImage {
  /** The id of the question's item. */
  readonly question: string;
  /** The image by the option's name for it. */
  readonly image: string;
  readonly shown: Signal<OptionImage | undefined>;
}

export class Store {
  /** Key of the chat that is shown. */
  readonly chat = signal('');
  readonly status = signal<ChatStatus>({ turn: 'idle' });
  /** Who else has the chat that is shown. */
  readonly elsewhere = computed(() => {
    const { blocked } = this.status.value;
    return blocked === 'otherWindow' || blocked === 'otherComputer' || blocked === 'terminal' ? blocked : undefined;
  });
  /** What an empty chat offers to go on with. */
  readonly earlier = signal<readonly EarlierChat[]>([]);
  /** The messages that Parley has not written to Claude yet. */
  readonly waiting = signal<readonly WaitingPromptItem[]>([]);
  /** What is missing before Claude can answer, as far as it is known. */
  readonly setUp = signal<SetUpCard>({ lines: [], actions: [] });
  readonly preferences = signal<Preferences>({ layout: 'auto' });
  /** Undefined without a work folder. */
  readonly images = signal<{ readonly address: string; readonly anyReference: string } | undefined>(undefined);
  readonly conversation = new Conversation();
  readonly looks = new Looks();
  readonly days = new Days();
  /** The folder in which Claude works; undefined where none is open. */
  readonly workFolder = signal<string | undefined>(undefined);
  /** What the host has sent of the chat is not what this page knows. */
  readonly isNotUnderstood = signal(false);
  /** How many snapshots were shown: with each the page begins anew. */
  readonly snapshots = signal(0);
  /** What has just begun to wait for the person: each item once in the webview's life. */
  readonly newlyAsked = signal<readonly AskItem[]>([]);
  /** Why words that were sent are in the message box again; until the person writes or sends. */
  readonly returned = signal<ReturnReason | undefined>(undefined);
  /** The images that were given for an answer and are not in it yet, by the item of their card. */
  readonly imagesBegun = signal<readonly { readonly card: string; readonly image: string }[]>([]);
  /** What has just gone wrong, and the person's messages that have just failed or been removed, or that could not be removed any more. */
  readonly outcomes = signal<readonly OutcomeItem[]>([]);
  /** Whether a problem is the last that has come. Behind one at which Claude goes on there are more words or calls. */
  endsWithProblem = false;
  /** How many of the person's messages were sent here; a message that had waited for the end of a turn goes by itself. */
  readonly sent = signal(0);
  /** False until the first snapshot: before it, empty means unknown. */
  readonly loaded = signal(false);
  /** Whether the feet of the messages are on the page, which nobody sees before the pointer or the focus is there. */
  readonly hasFeet = signal(false);

  readonly replies = new Replies();
  /** The images of options by the request that asked for them: undefined while the host reads. A snapshot begins anew. */
  readonly optionImages = new Map<number, ReadOptionImage>();
  /** What was decided before about the questions of an item, by its id; absent until the host has replied. */
  readonly decided = signal<ReadonlyMap<string, readonly EarlierDecision[]>>(new Map());
  /** What a part of the page wants to be announced once. */
  readonly aside = signal('');
  /** Ids of the items that the page before this one has announced. */
  announcedBefore: readonly string[] = [];

  private readonly byType = new Map<ChatNews['type'], Signal<unknown>>();
  private readonly items = new Map<string, Signal<TranscriptItem>>();
  /** How permissions stand, by the id of the tool's row. `id`: of the permission's item. */
  private readonly permissions = new Map<string, { readonly state: Signal<PermissionItem['state'] | undefined>; id?: string }>();
  /** Messages that have just left the list of those that wait. */
  private lately: readonly WaitingPromptItem[] = [];
  private readonly everAsked = new Set<string>();

  /** The last news of this type for the parts beside the conversation; undefined where there is none. */
  news<Type extends ChatNews['type']>(type: Type): Signal<Variant<ChatNews, Type> | undefined> {
    const news = this.byType.get(type) ?? signal<unknown>(undefined);
    this.byType.set(type, news);
    // Safe to cast, because the receiver gives a signal the news of its own type alone.
    return news as Signal<Variant<ChatNews, Type> | undefined>;
  }

  /** Has the words announced, also where they were the last ones. */
  say(words: string): void {
    this.aside.value = '';
    this.aside.value = words;
  }

  item(id: string): Signal<TranscriptItem> | undefined {
    return this.items.get(id);
  }

  /** Undefined while no permission for the call of this tool row is known. */
  permissionOf(toolUseId: string): Signal<PermissionItem['state'] | undefined> {
    return this.mark(toolUseId).state;
  }

  /** Ids of what has been announced, here or by the page before, for the next page of this view. */
  get announced(): readonly string[] {
    return [...this.announcedBefore, ...this.everAsked].slice(-mostAnnounced);
  }

  /**
   * A snapshot; `start` is the place in front of `items`, null when the conversation begins with them. Items of two chats may have one id, as a
   * fork's have: nothing of the chat before stays.
   */
  replaceAll(
    chat: string,
    items: readonly TranscriptItem[],
    start: string | null,
    status: ChatStatus,
    preferences: Preferences,
    told: readonly ChatNews[] = [],
  ): void {
    batch(() => {
      if (chat !== this.chat.peek()) {
        this.chat.value = chat;
        this.items.clear();
        this.conversation.clear();
      }
      const ids = new Set(items.map(item => item.id));
      for (const id of this.items.keys()) if (!ids.has(id)) this.items.delete(id);
      this.permissions.clear();
      this.optionImages.clear();
      for (const news of this.byType.values()) news.value = undefined;
      for (const news of told) this.news(news.type).value = news;
      for (const item of items) this.write(item);
      const last = items.findLast(item => isOfTurn(item) || outcomeOf(item) === 'problem');
      this.endsWithProblem = outcomeOf(last) === 'problem';
      this.conversation.reset([...ids], start);
      this.readRows();
      this.status.value = status;
      this.preferences.value = preferences;
      this.loaded.value = true;
      this.snapshots.value++;
      this.noteAsked(items);
    });
  }

  /** `inFront`: where new items stand that do not join at the end. */
  put(
    items: readonly TranscriptItem[],
    inFront: readonly { readonly id: string; readonly of: string }[] = [],
    status?: ChatStatus,
    preferences?: Preferences,
  ): void {
    batch(() => {
      if (items.some(item => this.isSentNow(item))) this.sent.value++;
      const outcomes = items.filter((item): item is OutcomeItem => this.isNewOutcome(item));
      if (outcomes.length > 0) this.outcomes.value = outcomes;
      for (const item of items) {
        if (item.kind === 'notice') this.endsWithProblem ||= outcomes.includes(item);
        else if (isOfTurn(item) && !this.items.has(item.id)) this.endsWithProblem = false;
      }
      for (const item of items)
        if (this.write(item) === 'new') this.conversation.put(item.id, inFront.find(({ id }) => id === item.id)?.of);
      if (items.length > 0) this.readRows();
      if (status !== undefined) this.status.value = status;
      if (preferences !== undefined) this.preferences.value = preferences;
      this.noteAsked(items);
    });
  }

  /** What waits now. What has left the list may be sent by itself. */
  wait(waiting: readonly WaitingPromptItem[]): void {
    this.lately = this.waiting.peek().filter(({ id }) => !waiting.some(one => one.id === id));
    this.waiting.value = waiting;
  }

  private isSentNow(item: TranscriptItem): boolean {
    return (
      item.kind === 'prompt' && item.state === 'sending' && !this.items.has(item.id) && !this.lately.some(({ text }) => text === item.text)
    );
  }

  private isNewOutcome(item: TranscriptItem): boolean {
    const outcome = outcomeOf(item);
    if (outcome === undefined || outcome === outcomeOf(this.items.get(item.id)?.peek())) return false;
    // What another program shows of a message was done there.
    return item.kind === 'notice' || this.elsewhere.peek() === undefined;
  }

  /** These items are no part of the conversation any more. */
  remove(ids: readonly string[]): void {
    batch(() => {
      for (const id of ids) this.conversation.remove(id);
      this.forget(ids);
      this.readRows();
    });
  }

  /** A page that was read for a gap. Items that are here already stay where they are. False when the gap is gone. */
  fill(gap: Gap, direction: Direction, items: readonly TranscriptItem[], rest: string | null): boolean {
    return batch(() => {
      const isThere = this.conversation.fill(gap, direction, this.unknown(items), rest);
      if (isThere) this.add(items);
      this.readRows();
      return isThere;
    });
  }

  /** The items around a hit, in front of the window and with no others. */
  goTo(items: readonly TranscriptItem[], start: string | null, end: string | null): void {
    batch(() => {
      const stays = new Set(this.conversation.windowIds());
      this.forget(this.conversation.ids().filter(id => !stays.has(id)));
      this.conversation.goTo(this.unknown(items), start, end);
      this.add(items);
      this.readRows();
    });
  }

  /** The host has let go of the items up to and including `last`. */
  trimmed(last: string, cursor: string): void {
    this.conversation.trimmed(last, cursor);
  }

  /** Forgets what is far from all that is near: it can be read again. */
  forgetFar(isNear: (chunk: RowChunk) => boolean, mayGo: (chunk: RowChunk) => boolean): void {
    batch(() => {
      const gone = this.conversation.forgetFar(isNear, chunk => mayGo(chunk) && this.isSettled(chunk));
      if (gone.length === 0) return;
      this.forget(gone);
      this.readRows();
    });
  }

  /** Whether something in these rows waits for the person. */
  hasAsked(chunk: RowChunk): boolean {
    return chunk.ids.peek().some(id => {
      const item = this.items.get(id)?.peek();
      return item !== undefined && isAsked(item);
    });
  }

  /** False when there is no text item with that id: the caller's picture is wrong. */
  appendText(id: string, text: string): boolean {
    const found = this.items.get(id);
    if (found === undefined || !('streaming' in found.value)) return false;
    this.endsWithProblem = false;
    found.value = { ...found.value, text: found.value.text + text };
    return true;
  }

  /** What the person has filled in, when the first `on` of the host's edits were on the card. */
  draftAnswer(id: string, index: number, given: Answer, on: number): void {
    const found = this.items.get(id);
    const asked = found?.value.kind === 'question' ? found.value.questions[index] : undefined;
    if (found?.value.kind !== 'question' || asked === undefined) return;
    const { draft, hostEdits, questions } = found.value;
    const whole = questions.map((_, position) => draft[position] ?? emptyAnswer);
    found.value = { ...found.value, draft: whole.with(index, withLaterEdits(asked, given, index, hostEdits, on)) };
  }

  imageBegins(card: string, image: string): void {
    this.imagesBegun.value = [...this.imagesBegun.value, { card, image }];
  }

  imageDone(image: string): void {
    this.imagesBegun.value = this.imagesBegun.value.filter(one => one.image !== image);
  }

  /** What the host says of the draft that is here. False when there is no such question: the caller's picture is wrong. */
  changeDraft(id: string, { hostEdits, dismissAt, reads, readsInFile }: DraftChange): boolean {
    const found = this.items.get(id);
    if (found?.value.kind !== 'question') return false;
    const { dismissAt: _, ...item } = withHostEdits(found.value, hostEdits);
    found.value = { ...item, ...(dismissAt !== undefined && { dismissAt }), reads: applyChange(item.reads, reads), readsInFile };
    return true;
  }

  /** The question or permission `id` where it waits for the person, else the first one that does. */
  asked(id?: string): AskItem | undefined {
    const named = id === undefined ? undefined : this.items.get(id)?.value;
    if (named !== undefined && isAsked(named)) return named;
    for (const id of this.conversation.ids()) {
      const item = this.items.get(id)?.value;
      if (item !== undefined && isAsked(item)) return item;
    }
    return undefined;
  }

  /** What follows from the order of the rows. */
  private readRows(): void {
    const slots = this.conversation.slots.peek();
    const item = (id: string): TranscriptItem | undefined => this.items.get(id)?.peek();
    this.looks.update(slots, item);
    this.days.update(slots, item);
  }

  /** Whether the host will not change these items any more. */
  private isSettled(chunk: RowChunk): boolean {
    return chunk.ids.peek().every(id => {
      const item = this.items.get(id)?.peek();
      return item === undefined || isSettled(item);
    });
  }

  private unknown(items: readonly TranscriptItem[]): readonly string[] {
    return items.map(({ id }) => id).filter(id => !this.items.has(id));
  }

  private add(items: readonly TranscriptItem[]): void {
    for (const item of items) if (!this.items.has(item.id)) this.write(item);
  }

  private forget(ids: readonly string[]): void {
    for (const id of ids) {
      const item = this.items.get(id)?.peek();
      const row = item?.kind === 'permission' ? item.toolUseId : id;
      this.items.delete(id);
      // The mark goes with the later of the two that have it.
      const mark = this.permissions.get(row);
      if (mark && !this.items.has(row) && !this.items.has(mark.id ?? '')) this.permissions.delete(row);
    }
  }

  private mark(toolUseId: string) {
    const known = this.permissions.get(toolUseId) ?? { state: signal<PermissionItem['state'] | undefined>(undefined) };
    this.permissions.set(toolUseId, known);
    return known;
  }

  private write(item: TranscriptItem): 'new' | 'known' {
    const known = this.items.get(item.id);
    if (item.kind === 'permission') {
      const mark = this.mark(item.toolUseId);
      mark.id = item.id;
      mark.state.value = item.state;
    }
    if (known === undefined) {
      this.items.set(item.id, signal(item));
      return 'new';
    }
    known.value = withOwnDraft(known.value, item);
    return 'known';
  }

  private noteAsked(items: readonly TranscriptItem[]): void {
    const fresh = items.filter(isAsked).filter(item => !this.everAsked.has(item.id));
    if (fresh.length === 0) return;
    for (const { id } of fresh) {
      this.everAsked.add(id);
      this.conversation.show(id);
    }
    this.newlyAsked.value = fresh;
  }
}

interface DraftChange {
  readonly hostEdits: HostEdit[];
  readonly dismissAt?: number | undefined;
  readonly reads: TextChange;
  readonly readsInFile?: boolean | undefined;
}

/** Keeps the draft of a card that is open here, because what the host had when it wrote the item may lack the last letters. */
function withOwnDraft(known: TranscriptItem, item: TranscriptItem): TranscriptItem {
  if (known.kind !== 'question' || item.kind !== 'question') return item;
  const isFilledIn = (one: QuestionItem): boolean => one.phase === 'asked' && one.heldUntil === undefined && one.draft.length > 0;
  if (!isFilledIn(known) || !isFilledIn(item) || item.hostEdits.length < known.hostEdits.length) return item;
  return { ...item, draft: withHostEdits(known, item.hostEdits).draft };
}

/** The item with those of the edits in its draft that it does not have yet. */
function withHostEdits(item: QuestionItem, hostEdits: HostEdit[]): QuestionItem {
  const draft = hostEdits.slice(item.hostEdits.length).reduce((grown, edit) => {
    const [asked, given] = [item.questions[edit.question], grown[edit.question]];
    return asked === undefined || given === undefined ? grown : grown.with(edit.question, editedByHost(asked, given, edit));
  }, item.draft);
  return { ...item, draft, hostEdits };
}

function isOfTurn({ kind }: TranscriptItem): boolean {
  return kind === 'prompt' || kind === 'text' || kind === 'tool';
}
