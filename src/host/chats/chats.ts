// The chats of this window that are in memory, each with its own state and process, and which of them the side bar shows. A chat
// that nobody can see keeps its process only while Claude works, a task runs in its background or something is scheduled in it. Knows nothing of VS Code,
// files or other windows.
import { randomUUID } from 'node:crypto';
import type { ChatEvent } from '../../chat/events.js';
import type { KeptAttachment } from '../../shared/attachments.js';
import type { ChatNews } from '../../shared/contract/news.js';
import { firstPromptOf } from '../../chat/firstPrompt.js';
import type { KeptChat } from '../../chat/journalRecords.js';
import { joinDrafts, returnedReply } from '../../chat/replies.js';
import type { ChatFacts } from '../../chat/facts.js';
import { factsOf } from '../../chat/facts.js';
import type { ChatState } from '../../chat/state.js';
import type { News } from '../cli/transcripts.js';
import { isAgentChat } from './agentChats.js';
import type { Emitter } from './emitter.js';
import { emitter } from './emitter.js';
import type { Elsewhere } from '../../chat/view.js';
import type { Chat } from './chat.js';
import { emptyChat, forgetNews, isEmpty, isOfOtherWindow, isTypedHere, noAttachments, sharing, withChanges } from './chat.js';
import type { Log } from './chatDependencies.js';
import type { ChatLoop } from './chatLoop.js';
import type { GoesAlong } from './goesAlong.js';

interface ChatsOptions {
  readonly create: (state: ChatState | undefined, key: string) => ChatLoop;
  readonly now: () => number;
  readonly log: Pick<Log, 'error'>;
}

export class Chats {
  /** The person has said what is to be shown: the chat of an earlier window, which may be read late, takes no place. */
  #isChosen = false;
  #current: Chat;
  readonly #all = new Map<string, Chat>();
  readonly #ending = new Set<Promise<void>>();
  /** The closed chats whose process is still ending, by key. */
  readonly #closed = new Map<string, Chat>();
  /** Given up, and not ended yet: what is drafted in them is stored for the next owner. */
  readonly #leaving = new Set<Chat>();
  /** The state, the title or another field of a chat has changed. */
  readonly onDidChange: Emitter<Chat>;
  /** The disk refuses the chat, or takes it again: nothing of the chat itself is another. */
  readonly onDidChangeNotStored: Emitter<Chat>;
  /** A chat has become the current chat, or its owner has changed: it is painted from a snapshot. */
  readonly onDidShow: Emitter<Chat>;
  /** The person, or another window, has closed the chat for good. */
  readonly onDidClose: Emitter<Chat>;
  /** A chat has left the memory and goes on to exist on the disk: a list that was read before may lack it. */
  readonly onDidUnload: Emitter<Chat>;
  /** The CLI of a chat has ended. */
  readonly onDidEndProcess: Emitter<Chat>;
  /** Claude has ended its turn. */
  readonly onDidEndTurn: Emitter<Chat>;
  /** There is news of the CLI for the parts of the page beside the conversation. */
  readonly onDidTell: Emitter<{ readonly chat: Chat; readonly news: ChatNews }>;
  /** A reply of this chat could not be handed over: its words belong into the message box again. */
  readonly onDidReturnReply: Emitter<{ readonly chat: Chat; readonly text: string }>;
  /** The empty chat with which the window began gives way to the one that an earlier window showed last, which is shown right after this. */
  readonly onWillGiveWay: Emitter<Chat>;
  /** Why the disk refuses every chat of this window, also those that are not there yet. */
  noneStored: Chat['notStored'];
  /** Set a moment after the start. */
  goesAlong: GoesAlong | undefined;

  constructor(private readonly options: ChatsOptions) {
    this.onDidChange = emitter(options.log);
    this.onDidChangeNotStored = emitter(options.log);
    this.onDidShow = emitter(options.log);
    this.onDidClose = emitter(options.log);
    this.onDidUnload = emitter(options.log);
    this.onDidEndProcess = emitter(options.log);
    this.onDidEndTurn = emitter(options.log);
    this.onDidTell = emitter(options.log);
    this.onDidReturnReply = emitter(options.log);
    this.onWillGiveWay = emitter(options.log);
    this.#current = this.#add(undefined);
  }

  get current(): Chat {
    return this.#current;
  }

  /** The one that was used last first. */
  get all(): readonly Chat[] {
    return [...this.#all.values()].sort((one, other) => other.usedAt - one.usedAt);
  }

  get(key: string): Chat | undefined {
    return this.#all.get(key);
  }

  /** Finds the chat, and until its process has ended also one that was closed. */
  getEnding(key: string): Chat | undefined {
    return this.#all.get(key) ?? this.#closed.get(key);
  }

  /** Applies an act of the person. */
  dispatch(chat: Chat, event: ChatEvent): void {
    chat.usedAt = this.options.now();
    // The last letters of an answer can be under way from the view while the chat is given up.
    const isOfHere = chat.otherOwner === undefined || (event.type === 'answerDrafted' && this.#leaving.has(chat));
    if (isOfHere) chat.loop.dispatch(event);
  }

  /** Shows an empty chat, an existing one if there is one. The chat that was shown keeps running. */
  newChat(): void {
    const empty = this.all.find(chat => isEmpty(chat) && chat.otherOwner === undefined && !chat.hasTab);
    this.show(empty?.key ?? this.#add(undefined).key);
  }

  /** An empty chat that is not shown. */
  addUnseen(): Chat {
    return this.#add(undefined);
  }

  /** A chat under this key that is not shown, and that is named by more than a prompt. */
  addNamed(key: string, name: string): Chat {
    return Object.assign(this.#add(undefined, key), { firstPrompt: name });
  }

  show(key: string): void {
    const chat = this.#all.get(key);
    this.#isChosen ||= chat !== undefined;
    if (chat === undefined || chat === this.#current) return;
    const left = this.#current;
    this.#current = chat;
    this.releaseIdleProcess(left);
    this.onDidShow.fire(chat);
  }

  /** Stops the idle process of a chat that is visible nowhere. */
  releaseIdleProcess(chat: Chat): void {
    if (chat === this.#current || chat.otherOwner !== undefined || chat.hasTab) return;
    chat.loop.dispatch({ type: 'processUnneeded' });
  }

  tell(key: string, news: ChatNews): void {
    const chat = this.#all.get(key);
    if (chat === undefined) return;
    chat.news.set(news.type, news);
    this.onDidTell.fire({ chat, news });
  }

  setComposerDraft(chat: Chat, text: string): void {
    chat.composerDraft = text;
    chat.composerRevision++;
    this.onDidChange.fire(chat);
  }

  setAttachments(chat: Chat, attachments: readonly KeptAttachment[]): void {
    chat.composerAttachments = attachments.length === 0 ? noAttachments : attachments;
    chat.composerRevision++;
    this.onDidChange.fire(chat);
  }

  /**
   * Takes the draft for a prompt, with those of its attachments that the person saw, and what goes along with it. Without an event, because the prompt is
   * a change by itself.
   */
  emptyComposer(chat: Chat, seen: readonly string[]): readonly KeptAttachment[] {
    const taken = chat.composerAttachments.filter(({ id }) => seen.includes(id));
    const left = chat.composerAttachments.filter(one => !taken.includes(one));
    chat.composerAttachments = left.length === 0 ? noAttachments : left;
    chat.composerDraft = '';
    chat.composerRevision++;
    return [...taken, ...(this.goesAlong?.take(chat, seen) ?? [])];
  }

  /** What was taken for a prompt that is not sent, without what is there: the person may press Edit again. */
  putBack(chat: Chat, attachments: readonly KeptAttachment[]): void {
    const back = this.goesAlong?.giveBack(attachments) ?? attachments;
    const own = back.filter(({ id }) => !chat.composerAttachments.some(one => one.id === id));
    if (own.length > 0) this.setAttachments(chat, [...own, ...chat.composerAttachments]);
  }

  rename(key: string, title: string): void {
    this.keep(key, { title: title.trim() === '' ? undefined : title.trim() });
  }

  /** Keeps these facts with the chat. */
  keep(key: string, facts: Partial<ChatFacts>): void {
    const chat = this.#all.get(key);
    if (chat === undefined) return;
    Object.assign(chat, facts);
    this.onDidChange.fire(chat);
  }

  /** Replaces the chat's first words by a name. The person's own title goes before it. */
  nameByClaude(chat: Chat, name: string): void {
    if (this.#all.get(chat.key) !== chat) return;
    chat.firstPrompt = name;
    this.onDidChange.fire(chat);
  }

  close(key: string): void {
    const chat = this.#all.get(key);
    if (chat === undefined) return;
    this.#all.delete(key);
    if (!isOfOtherWindow(chat)) {
      this.#closed.set(key, chat);
      void this.#end(chat.loop).finally(() => this.#closed.delete(key));
    }
    this.onDidClose.fire(chat);
    if (chat !== this.#current) return;
    this.#current = this.#beside(chat) ?? this.#add(undefined);
    this.onDidShow.fire(this.#current);
  }

  /** Another window has closed the chat that it owned. Words that were typed in the copy here go to a new chat. A chat that is this window's by now stays. */
  closedByOwner(key: string): void {
    const chat = this.#all.get(key);
    if (chat === undefined || !isOfOtherWindow(chat)) return;
    // The new chat comes first, because the chat that was used last is shown next.
    if (isTypedHere(chat)) {
      const next = this.addUnseen();
      // The images of the closed chat go with it.
      this.setAttachments(
        next,
        chat.composerAttachments.filter(({ kind }) => kind !== 'image'),
      );
      this.setComposerDraft(next, chat.composerDraft);
    }
    this.close(key);
  }

  /** Inserts or replaces a chat that was read from the disk. A composer draft that was typed in this window stays. */
  adopt(kept: KeptChat, otherOwner: Chat['otherOwner']): void {
    const { key, firstPrompt, composerDraft, composerAttachments = noAttachments, state } = kept;
    const known = this.#all.get(key);
    const chat = known ?? this.#add(state, key);
    const before = chat.otherOwner;
    if (known !== undefined) this.#replaceLoop(known, sharing(known.loop.state, state));
    const isTyped = chat.composerDraft !== chat.composerKept;
    const isAnother = ![chat.composerKept, chat.composerDraft].includes(composerDraft) && otherOwner === undefined;
    const typed = !isTyped ? composerDraft : isAnother ? joinDrafts(composerDraft, chat.composerDraft) : chat.composerDraft;
    const attachments = withChanges(composerAttachments, chat.attachmentsKept, chat.composerAttachments);
    const revision = Math.max(kept.composerRevision, chat.composerRevision);
    const isUnstored = otherOwner === undefined && attachments !== composerAttachments;
    Object.assign(chat, {
      ...factsOf(kept),
      firstPrompt: firstPrompt ?? chat.firstPrompt ?? firstPromptOf(state),
      composerDraft: typed,
      // Words that were typed in a copy are joined with the owner's when the chat becomes this window's.
      composerKept: isTyped && otherOwner !== undefined ? chat.composerKept : composerDraft,
      composerAttachments: attachments,
      attachmentsKept: composerAttachments,
      // A draft is stored when its revision differs from the stored revision.
      composerRevision: isUnstored ? revision + 1 : revision,
      otherOwner,
    });
    if (before !== otherOwner) this.onDidShow.fire(chat);
    else this.onDidChange.fire(chat);
    if (otherOwner === undefined && state.holds !== undefined) chat.loop.dispatch({ type: 'answersHold' });
    if (kept.answered !== undefined) chat.loop.dispatch({ type: 'answersFound', toolUseIds: kept.answered });
  }

  /** Ends the chat's process, and with it the loop: `become` begins another one. Resolves when the process has ended. */
  endLoop(chat: Chat): Promise<void> {
    return this.#end(chat.loop);
  }

  /** The memory gets what was answered in a branch of the chat that is not shown. */
  answersFound({ key, state, answered }: KeptChat): void {
    // In a loop of its own, because the chat's has other questions by now, or not these answers.
    if (answered !== undefined) this.options.create(state, key).dispatch({ type: 'answersFound', toolUseIds: answered });
  }

  /** The chat goes on as another branch of it, or as it was stored, in a loop of its own. Its views begin anew. */
  become(chat: Chat, kept: KeptChat): void {
    const { seenUntil, sharedSince, composerDraft, composerAttachments = noAttachments, composerRevision, state, answered } = kept;
    this.#replaceLoop(chat, state);
    const revision = Math.max(chat.composerRevision, composerRevision) + 1;
    const usedAt = this.options.now();
    Object.assign(chat, { seenUntil, sharedSince, composerDraft, composerAttachments, composerRevision: revision, usedAt });
    forgetNews(chat);
    this.onDidShow.fire(chat);
    this.onDidChange.fire(chat);
    if (answered !== undefined) chat.loop.dispatch({ type: 'answersFound', toolUseIds: answered });
    if (state.holds !== undefined) chat.loop.dispatch({ type: 'answersHold' });
  }

  /** Another program has opened the session, or has closed it. */
  setOtherOwner(chat: Chat, otherOwner: Elsewhere): void {
    if (chat.otherOwner === otherOwner || !this.#all.has(chat.key)) return;
    chat.otherOwner = otherOwner;
    this.onDidShow.fire(chat);
  }

  /** The person takes the chat over. Its views say so until `work` is done, whatever comes of it; a second press meanwhile does nothing. */
  async takeOver(chat: Chat, work: () => Promise<void>): Promise<void> {
    if (chat.isBeingTakenOver) return;
    chat.isBeingTakenOver = true;
    this.onDidChange.fire(chat);
    try {
      await work();
    } finally {
      chat.isBeingTakenOver = false;
      this.onDidChange.fire(chat);
    }
  }

  /** The disk refuses the chat, or takes it again. */
  setNotStored(key: string, why: Chat['notStored']): void {
    const chat = this.#all.get(key);
    if (chat === undefined || chat.notStored?.code === why?.code) return;
    chat.notStored = why;
    this.onDidChangeNotStored.fire(chat);
  }

  setNoneStored(why: Chat['notStored']): void {
    this.noneStored = why;
    for (const key of this.#all.keys()) this.setNotStored(key, why);
  }

  catchUp(chat: Chat, { until, ...read }: News): void {
    chat.seenUntil = until;
    chat.sharedSince = undefined;
    chat.loop.dispatch({ type: 'transcriptRead', ...read });
  }

  /** Another window takes the chat: ends its loop. Resolves when the process has ended; an open question is handed back to the CLI. */
  async giveUp(key: string): Promise<void> {
    const chat = this.#all.get(key);
    if (chat === undefined) return;
    // Set before the loop ends: the store ignores chats of another owner, so changes during the end are stored by the hand-over alone.
    chat.otherOwner = 'otherWindow';
    // The card stops to offer controls before the process ends.
    this.#leaving.add(chat);
    this.onDidShow.fire(chat);
    await this.#end(chat.loop).finally(() => this.#leaving.delete(chat));
  }

  /** Shows the chat that an earlier window showed last, unless the person has used this window already. */
  showFirst(key: string | undefined): void {
    const unused = this.#current;
    const first = this.#all.get(key ?? '') ?? this.#beside(unused);
    if (this.#isChosen || first === undefined || !isEmpty(unused)) return;
    this.onWillGiveWay.fire(unused);
    this.show(first.key);
    this.close(unused.key);
  }

  /** Takes a chat out of memory that is on the disk and that nobody can see, with its timers. */
  unload(chat: Chat): void {
    if (chat === this.#current || chat.hasTab || !this.#all.delete(chat.key)) return;
    chat.loop.callOffTimers();
    this.onDidUnload.fire(chat);
  }

  /** Resolves when no process is left. */
  async dispose(): Promise<void> {
    for (const chat of this.#all.values()) if (!isOfOtherWindow(chat)) void this.#end(chat.loop);
    await Promise.all(this.#ending);
  }

  /** The chat that was used last and has no tab. The chat of other agents is shown by an act of the person only. */
  #beside(left: Chat): Chat | undefined {
    return this.all.find(chat => chat !== left && !chat.hasTab && !isAgentChat(chat.key));
  }

  #add(state: ChatState | undefined, key: string = randomUUID()): Chat {
    const chat = emptyChat(key, this.options.create(state, key), this.options.now());
    chat.notStored = this.noneStored;
    this.#all.set(key, chat);
    this.#listen(chat);
    return chat;
  }

  #replaceLoop(chat: Chat, state: ChatState): void {
    chat.loop = this.options.create(state, chat.key);
    this.#listen(chat);
  }

  #listen(chat: Chat): void {
    chat.loop.onChange((before, after) => {
      // A closed chat still changes while its process ends. An event would store it again for the next window.
      if (!this.#all.has(chat.key)) return;
      chat.firstPrompt ??= firstPromptOf(after);
      if (before.process !== 'none') chat.seenUntil = this.options.now();
      this.onDidChange.fire(chat);
      const reply = returnedReply(before, after);
      if (reply !== undefined) this.onDidReturnReply.fire({ chat, text: reply });
      if (before.process !== 'none' && after.process === 'none') this.onDidEndProcess.fire(chat);
      if (before.turn === 'idle' || after.turn !== 'idle') return;
      this.onDidEndTurn.fire(chat);
      this.releaseIdleProcess(chat);
    });
  }

  #end(loop: ChatLoop): Promise<void> {
    const ended = loop.dispose().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
    return ended;
  }
}
