// The chats of this window that are in memory, each with its own state and process, and which of them the side bar shows. A chat
// that nobody can see keeps its process only while Claude works or a task runs in its background. Knows nothing of VS Code, files
// or other windows.
import { randomUUID } from 'node:crypto';
import type { SessionEvent } from '../../session/events.js';
import type { KeptAttachment } from '../../shared/attachments.js';
import type { ChatNews } from '../../shared/chatParts.js';
import { firstPromptOf } from '../../session/firstPrompt.js';
import type { KeptChat } from '../../session/journalRecords.js';
import { joinDrafts, returnedReply } from '../../session/replies.js';
import type { SessionState } from '../../session/state.js';
import type { News } from '../cli/transcripts.js';
import { isAgentChat } from './agentChats.js';
import { Emitter } from './emitter.js';
import type { Elsewhere } from '../../session/view.js';
import type { Session } from './session.js';
import { isEmpty, isOfOtherWindow, isTypedHere, noAttachments, sharing, withChanges } from './session.js';
import type { SessionLog, SessionLoop } from './sessionLoop.js';

export interface SessionsOptions {
  readonly create: (state: SessionState | undefined, key: string) => SessionLoop;
  readonly now: () => number;
  readonly log: Pick<SessionLog, 'error'>;
}

export class Sessions {
  #current: Session;
  readonly #all = new Map<string, Session>();
  readonly #ending = new Set<Promise<void>>();
  /** By key: closed chats whose process is still ending. */
  readonly #closed = new Map<string, Session>();
  /** Given up, and not ended yet: what is drafted in them is stored for the next owner. */
  readonly #leaving = new Set<Session>();
  readonly #didChange: Emitter<Session>;
  readonly #didShow: Emitter<Session>;
  readonly #didClose: Emitter<Session>;
  readonly #didEndProcess: Emitter<Session>;
  readonly #didEndTurn: Emitter<Session>;
  readonly #didTell: Emitter<{ readonly session: Session; readonly news: ChatNews }>;
  readonly #didReturnReply: Emitter<{ readonly session: Session; readonly text: string }>;
  readonly #willGiveWay: Emitter<Session>;

  constructor(private readonly options: SessionsOptions) {
    this.#didChange = new Emitter(options.log);
    this.#didShow = new Emitter(options.log);
    this.#didClose = new Emitter(options.log);
    this.#didEndProcess = new Emitter(options.log);
    this.#didEndTurn = new Emitter(options.log);
    this.#didTell = new Emitter(options.log);
    this.#didReturnReply = new Emitter(options.log);
    this.#willGiveWay = new Emitter(options.log);
    this.#current = this.#add(undefined);
  }

  /** The state, the title or another field of a chat has changed. */
  get onDidChange(): Emitter<Session>['event'] {
    return this.#didChange.event;
  }

  /** A chat has become the current chat, or its owner has changed: it is painted from a snapshot. */
  get onDidShow(): Emitter<Session>['event'] {
    return this.#didShow.event;
  }

  /** The empty chat with which the window began gives way to the one that an earlier window showed last, which is shown right after this. */
  get onWillGiveWay(): Emitter<Session>['event'] {
    return this.#willGiveWay.event;
  }

  /** The person, or another window, has closed the chat for good. */
  get onDidClose(): Emitter<Session>['event'] {
    return this.#didClose.event;
  }

  /** The CLI of a chat has ended. */
  get onDidEndProcess(): Emitter<Session>['event'] {
    return this.#didEndProcess.event;
  }

  /** Claude has ended its turn. */
  get onDidEndTurn(): Emitter<Session>['event'] {
    return this.#didEndTurn.event;
  }

  /** A reply of this chat could not be handed over: its words belong into the message box again. */
  get onDidReturnReply(): Emitter<{ readonly session: Session; readonly text: string }>['event'] {
    return this.#didReturnReply.event;
  }

  /** There is news of the CLI for the parts of the page beside the conversation. */
  get onDidTell(): Emitter<{ readonly session: Session; readonly news: ChatNews }>['event'] {
    return this.#didTell.event;
  }

  get current(): Session {
    return this.#current;
  }

  /** The one that was used last first. */
  get all(): readonly Session[] {
    return [...this.#all.values()].sort((one, other) => other.usedAt - one.usedAt);
  }

  get(key: string): Session | undefined {
    return this.#all.get(key);
  }

  /** Also a chat that was closed, until its process has ended. */
  getEnding(key: string): Session | undefined {
    return this.#all.get(key) ?? this.#closed.get(key);
  }

  /** By the person. */
  dispatch(session: Session, event: SessionEvent): void {
    session.usedAt = this.options.now();
    // The last letters of an answer can be under way from the view while the chat is given up.
    const isOfHere = session.otherOwner === undefined || (event.type === 'answerDrafted' && this.#leaving.has(session));
    if (isOfHere) session.loop.dispatch(event);
  }

  /** Shows an empty chat, an existing one if there is one. The chat that was shown keeps running. */
  newChat(): void {
    const empty = this.all.find(session => isEmpty(session) && session.otherOwner === undefined && !session.hasTab);
    this.show(empty?.key ?? this.#add(undefined).key);
  }

  /** An empty chat that is not shown. */
  addUnseen(): Session {
    return this.#add(undefined);
  }

  /** A chat under this key that is not shown, and that is named by more than a prompt. */
  addNamed(key: string, name: string): Session {
    return Object.assign(this.#add(undefined, key), { firstPrompt: name });
  }

  show(key: string): void {
    const session = this.#all.get(key);
    if (session === undefined || session === this.#current) return;
    const left = this.#current;
    this.#current = session;
    this.releaseIdleProcess(left);
    this.#didShow.fire(session);
  }

  /** Stops the idle process of a chat that is visible nowhere. */
  releaseIdleProcess(session: Session): void {
    if (session === this.#current || session.otherOwner !== undefined || session.hasTab) return;
    session.loop.dispatch({ type: 'processUnneeded' });
  }

  tell(key: string, news: ChatNews): void {
    const session = this.#all.get(key);
    if (session === undefined) return;
    session.news.set(news.type, news);
    this.#didTell.fire({ session, news });
  }

  setComposerDraft(session: Session, text: string): void {
    session.composerDraft = text;
    session.composerRevision++;
    this.#didChange.fire(session);
  }

  setAttachments(session: Session, attachments: readonly KeptAttachment[]): void {
    session.composerAttachments = attachments.length === 0 ? noAttachments : attachments;
    session.composerRevision++;
    this.#didChange.fire(session);
  }

  /**
   * Takes the draft for a prompt, with those of its attachments that the person saw. Without an event, because the prompt is a change by
   * itself.
   */
  emptyComposer(session: Session, seen: readonly string[]): readonly KeptAttachment[] {
    const taken = session.composerAttachments.filter(({ id }) => seen.includes(id));
    const left = session.composerAttachments.filter(one => !taken.includes(one));
    session.composerAttachments = left.length === 0 ? noAttachments : left;
    session.composerDraft = '';
    session.composerRevision++;
    return taken;
  }

  rename(key: string, title: string): void {
    const session = this.#all.get(key);
    if (session === undefined) return;
    session.title = title.trim() === '' ? undefined : title.trim();
    this.#didChange.fire(session);
  }

  close(key: string): void {
    const session = this.#all.get(key);
    if (session === undefined) return;
    this.#all.delete(key);
    if (!isOfOtherWindow(session)) {
      this.#closed.set(key, session);
      void this.#end(session.loop).finally(() => this.#closed.delete(key));
    }
    this.#didClose.fire(session);
    if (session !== this.#current) return;
    this.#current = this.#beside(session) ?? this.#add(undefined);
    this.#didShow.fire(this.#current);
  }

  /** Another window has closed the chat that it owned. Words that were typed in the copy here go to a new chat. */
  closedByOwner(key: string): void {
    const session = this.#all.get(key);
    if (session === undefined) return;
    // The new chat comes first, because the chat that was used last is shown next.
    if (isOfOtherWindow(session) && isTypedHere(session)) {
      const next = this.addUnseen();
      // The images of the closed chat go with it.
      this.setAttachments(
        next,
        session.composerAttachments.filter(({ kind }) => kind !== 'image'),
      );
      this.setComposerDraft(next, session.composerDraft);
    }
    this.close(key);
  }

  /** Inserts or replaces a chat that was read from the disk. A composer draft that was typed in this window stays. */
  adopt(chat: KeptChat, otherOwner: Session['otherOwner']): void {
    const { key, title, firstPrompt, usedAt, seenUntil, composerDraft, composerAttachments = noAttachments, state } = chat;
    const known = this.#all.get(key);
    const session = known ?? this.#add(state, key);
    const before = session.otherOwner;
    if (known !== undefined) this.#replaceLoop(known, sharing(known.loop.state, state));
    const isTyped = session.composerDraft !== session.composerKept;
    const isAnother = ![session.composerKept, session.composerDraft].includes(composerDraft) && otherOwner === undefined;
    const typed = !isTyped ? composerDraft : isAnother ? joinDrafts(composerDraft, session.composerDraft) : session.composerDraft;
    const attachments = withChanges(composerAttachments, session.attachmentsKept, session.composerAttachments);
    const revision = Math.max(session.composerRevision, chat.composerRevision);
    const isUnstored = otherOwner === undefined && attachments !== composerAttachments;
    Object.assign(session, {
      title,
      firstPrompt: firstPrompt ?? session.firstPrompt ?? firstPromptOf(state),
      usedAt,
      seenUntil,
      composerDraft: typed,
      // Words that were typed in a copy are joined with the owner's when the chat becomes this window's.
      composerKept: isTyped && otherOwner !== undefined ? session.composerKept : composerDraft,
      composerAttachments: attachments,
      attachmentsKept: composerAttachments,
      // A draft is stored when its revision differs from the stored revision.
      composerRevision: isUnstored ? revision + 1 : revision,
      otherOwner,
    });
    if (before !== otherOwner) this.#didShow.fire(session);
    else this.#didChange.fire(session);
    if (chat.answered !== undefined) session.loop.dispatch({ type: 'answersFound', toolUseIds: chat.answered });
  }

  /** Another program has opened the session, or has closed it. */
  setOtherOwner(session: Session, otherOwner: Elsewhere): void {
    if (session.otherOwner === otherOwner || !this.#all.has(session.key)) return;
    session.otherOwner = otherOwner;
    this.#didShow.fire(session);
  }

  /** The disk refuses the chat, or takes it again. */
  setNotStored(key: string, why: Session['notStored']): void {
    const session = this.#all.get(key);
    if (session === undefined || session.notStored?.code === why?.code) return;
    session.notStored = why;
    this.#didChange.fire(session);
  }

  catchUp(session: Session, { entries, since, until }: News): void {
    session.seenUntil = until;
    session.loop.dispatch({ type: 'transcriptRead', entries, since });
  }

  /** Another window takes the chat: ends its loop. Resolves when the process has ended; an open question is handed back to the CLI. */
  async giveUp(key: string): Promise<void> {
    const session = this.#all.get(key);
    if (session === undefined) return;
    // Set before the loop ends: the store ignores chats of another owner, so changes during the end are stored by the hand-over alone.
    session.otherOwner = 'otherWindow';
    // The card stops to offer controls before the process ends.
    this.#leaving.add(session);
    this.#didShow.fire(session);
    await this.#end(session.loop).finally(() => this.#leaving.delete(session));
  }

  /** Shows the chat that an earlier window showed last, unless the person has used this window already. */
  showFirst(key: string | undefined): void {
    const unused = this.#current;
    const first = this.#all.get(key ?? '') ?? this.#beside(unused);
    if (first === undefined || !isEmpty(unused)) return;
    this.#willGiveWay.fire(unused);
    this.show(first.key);
    this.close(unused.key);
  }

  /** Takes a chat out of memory that is on the disk and that nobody can see, with its timers. It is no event: the chat goes on to exist. */
  unload(session: Session): void {
    if (session !== this.#current && !session.hasTab && this.#all.delete(session.key)) session.loop.callOffTimers();
  }

  /** Resolves when no process is left. */
  async dispose(): Promise<void> {
    for (const session of this.#all.values()) if (!isOfOtherWindow(session)) void this.#end(session.loop);
    await Promise.all(this.#ending);
  }

  /** The chat that was used last and has no tab. The chat of other agents is shown by an act of the person only. */
  #beside(left: Session): Session | undefined {
    return this.all.find(session => session !== left && !session.hasTab && !isAgentChat(session.key));
  }

  #add(state: SessionState | undefined, key: string = randomUUID()): Session {
    const loop = this.options.create(state, key);
    const now = this.options.now();
    const session: Session = {
      key,
      loop,
      otherOwner: undefined,
      title: undefined,
      firstPrompt: undefined,
      composerDraft: '',
      composerKept: '',
      composerAttachments: noAttachments,
      attachmentsKept: noAttachments,
      composerRevision: 0,
      usedAt: now,
      seenUntil: now,
      notStored: undefined,
      hasTab: false,
      news: new Map(),
    };
    this.#all.set(key, session);
    this.#listen(session);
    return session;
  }

  #replaceLoop(session: Session, state: SessionState): void {
    session.loop = this.options.create(state, session.key);
    this.#listen(session);
  }

  #listen(session: Session): void {
    session.loop.onChange((before, after) => {
      // A closed chat still changes while its process ends. An event would store it again for the next window.
      if (!this.#all.has(session.key)) return;
      session.firstPrompt ??= firstPromptOf(after);
      if (before.process !== 'none') session.seenUntil = this.options.now();
      this.#didChange.fire(session);
      const reply = returnedReply(before, after);
      if (reply !== undefined) this.#didReturnReply.fire({ session, text: reply });
      if (before.process !== 'none' && after.process === 'none') this.#didEndProcess.fire(session);
      if (before.turn === 'idle' || after.turn !== 'idle') return;
      this.#didEndTurn.fire(session);
      this.releaseIdleProcess(session);
    });
  }

  #end(loop: SessionLoop): Promise<void> {
    const ended = loop.dispose().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
    return ended;
  }
}
