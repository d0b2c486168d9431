// The comments on lines of a work folder that are not sent yet: what each says, where it is, and in which message it is on its way. Knows nothing of VS
// Code, and asks nobody where lines are.
import { randomUUID } from 'node:crypto';
import type { ChatState } from '../../../chat/state.js';
import type { KeptAttachment } from '../../../shared/attachments.js';
import type { ShownComment } from '../../../shared/attachmentSchema.js';
import { longestShown } from '../../../shared/contract/news.js';
import { messageOf } from '../../../shared/error.js';
import { withoutEnd } from '../../../shared/textEnds.js';
import { isAgentChat } from '../../chats/agentChats.js';
import type { Chat } from '../../chats/chat.js';
import { isOfOtherWindow, worksIn } from '../../chats/chat.js';
import type { Log } from '../../chats/chatDependencies.js';
import type { Chats } from '../../chats/chats.js';
import type { Emitter } from '../../chats/emitter.js';
import { emitter } from '../../chats/emitter.js';
import type { GoesAlong } from '../../chats/goesAlong.js';
import type { CommentFiles, LineComment } from './commentFiles.js';
import type { Anchor } from './lines.js';
import type { Clock } from '../../../shared/clock.js';

export interface FolderCommentsOptions {
  readonly chats: Chats;
  readonly files: Pick<CommentFiles, 'readAll' | 'write' | 'move' | 'remove' | 'settled'>;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => number;
  /** A path as the chat's Claude is told it. */
  readonly placeOf: (path: string, folder: string | undefined) => string;
  /** The chat that Parley has stored under this key, brought into memory; undefined when there is none. Rejects where it is there and cannot be opened. */
  readonly openStored: (key: string) => Promise<Chat | undefined>;
  /** The disk did not take a comment: the person is told. */
  readonly notStored: (why: string) => void;
  /** Calls back once after `ms`; returns how to cancel. */
  readonly clock: Clock;
}

/** What has become of a comment; `sent` and `deleted` are its end. */
export interface CommentChange {
  readonly comment: LineComment;
  readonly now: 'open' | 'out' | 'sent' | 'deleted';
}

/** Milliseconds. While text is written, the views are told of moved lines no more often. */
const tellPause = 100;
/** Milliseconds. Where lines have moved is no more than a hint for the next window, and a thousand comments are as many files. */
const keepPause = 5_000;

export class FolderComments implements GoesAlong {
  readonly #all = new Map<string, LineComment>();
  readonly onDidChange: Emitter<CommentChange>;
  readonly #subscriptions: readonly { dispose(): void }[];
  /** Ids of those whose lines have moved since they were stored. */
  readonly #moved = new Set<string>();
  /** Ids of those that the disk does not have as they are. */
  readonly #unstored = new Set<string>();
  /** Ids of those that have ended here, and whose file may still be there. */
  readonly #ended = new Set<string>();
  #isRefused = false;
  #stopTelling: (() => void) | undefined;
  #stopKeeping: (() => void) | undefined;
  /** Grows with what the views show. */
  #version = 0;
  /** What the views of a chat were told last. */
  readonly #told = new WeakMap<Chat, { readonly version: number; readonly folder: string | undefined }>();

  constructor(private readonly options: FolderCommentsOptions) {
    const { chats, log } = options;
    this.onDidChange = emitter(log);
    const changed = (chat: Chat): void => {
      this.#lookIn(chat.key, chat.loop.state, isOfOtherWindow(chat));
      this.#tell(chat);
    };
    this.#subscriptions = [
      chats.onDidChange(changed),
      chats.onDidShow(changed),
      // A message that waited in it goes with it.
      chats.onDidClose(({ key }) => this.#lookIn(key, undefined, false)),
    ];
    chats.goesAlong = this;
  }

  get all(): readonly LineComment[] {
    return [...this.#all.values()];
  }

  get(id: string): LineComment | undefined {
    return this.#all.get(id);
  }

  placeOf(id: string): ReturnType<GoesAlong['placeOf']> {
    const comment = this.#all.get(id);
    return comment && { path: comment.path, first: comment.anchor.first, last: comment.anchor.last };
  }

  /** Reads what earlier and other windows have stored, and forgets what they have removed. */
  async read(): Promise<void> {
    const before = new Map(this.#all);
    const stored = this.all.filter(({ id }) => !this.#unstored.has(id));
    const found = await this.options.files.readAll();
    for (const one of stored) if (!found.has(one.id) && this.#all.get(one.id) === one) this.#end(one, 'deleted');
    for (const comment of found.values()) {
      if (comment === undefined) continue;
      const known = this.#all.get(comment.id);
      const isOlder = this.#ended.has(comment.id) || this.#unstored.has(comment.id) || known !== before.get(comment.id);
      const isSame = known?.words === comment.words && (known.taken?.out === true) === (comment.taken?.out === true);
      if (!isOlder && !isSame) this.#put(comment);
    }
    this.#takeFromChats();
    // What was on its way when a window ended: the chat knows whether it arrived.
    for (const key of new Set(this.all.flatMap(({ taken }) => (taken?.out === true ? [taken.chat] : [])))) {
      try {
        const chat = this.options.chats.get(key) ?? (await this.options.openStored(key));
        this.#lookIn(key, chat?.loop.state, chat !== undefined && isOfOtherWindow(chat));
      } catch (error) {
        this.options.log.error(`What became of a message with comments is not known: ${messageOf(error)}`);
      }
    }
  }

  /** What was given back to a chat before this window had read the folder is the folder's, not the chat's. */
  #takeFromChats(): void {
    for (const chat of this.options.chats.all) {
      const left = chat.composerAttachments.filter(({ id }) => !this.#all.has(id));
      if (left.length < chat.composerAttachments.length && !isOfOtherWindow(chat)) this.options.chats.setAttachments(chat, left);
    }
  }

  add(path: string, anchor: Anchor, words: string): LineComment {
    const comment = { id: randomUUID(), path, anchor, words, madeAt: this.options.now() };
    this.#put(comment);
    this.#keep(comment);
    return comment;
  }

  edit(id: string, words: string): void {
    this.#change(id, one => ({ ...one, words }));
  }

  remove(id: string): void {
    const comment = this.#all.get(id);
    if (comment !== undefined) this.#end(comment, 'deleted');
  }

  /** Where the lines of a comment are now. */
  place(id: string, anchor: Anchor, fileGone: boolean): void {
    const before = this.#all.get(id);
    if (before === undefined || (before.anchor === anchor && (before.fileGone === true) === fileGone)) return;
    const { fileGone: _, ...rest } = before;
    this.#put({ ...rest, anchor, ...(fileGone && { fileGone: true }) });
    this.#moved.add(id);
    this.#stopKeeping ??= this.options.clock.after(keepPause, () => this.#keepMoved());
  }

  /** Takes the comments of `ids` for a message of this chat, but for those that are on their way already. */
  take(chat: Chat, ids: readonly string[]): readonly KeptAttachment[] {
    const taken = this.#open.filter(({ id }) => ids.includes(id));
    for (const { id } of taken) this.#change(id, one => ({ ...one, taken: { chat: chat.key, out: true } }));
    return taken.map(one => attachmentOf(one, this.options.placeOf(one.path, worksIn(chat))));
  }

  /** The message was not sent. Returns those that are nobody's any more. */
  giveBack(attachments: readonly KeptAttachment[]): readonly KeptAttachment[] {
    return attachments.filter(({ id }) => {
      const isOurs = this.#all.has(id);
      this.#change(id, isBack);
      return !isOurs;
    });
  }

  /** Resolves when all is on the disk. */
  async end(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#stopTelling?.();
    this.#keepMoved();
    await this.options.files.settled();
  }

  get #open(): readonly LineComment[] {
    return this.all.filter(({ taken }) => taken?.out !== true).sort(byPlace);
  }

  /**
   * Looks what has become of the messages of this chat with comments in them. `state`: undefined where the chat is gone. `isCopy`: what another window
   * has stored of its chat, which may lag behind: that a message is lost, only the window of the chat can say.
   */
  #lookIn(key: string, state: ChatState | undefined, isCopy: boolean): void {
    let messages: ReturnType<typeof messagesWith> | undefined;
    for (const comment of this.#all.values()) {
      if (comment.taken?.chat !== key) continue;
      messages ??= messagesWith(state);
      const message = messages.get(comment.id);
      // Words that were changed since are in no message.
      const became = message !== undefined && (message.words ?? comment.words) === comment.words ? message.became : 'lost';
      if (became === 'sent') this.#end(comment, 'sent');
      else if (became === 'out' && !comment.taken.out) this.#change(comment.id, one => ({ ...one, taken: { chat: key, out: true } }));
      else if (became === 'lost' && !isCopy) this.#change(comment.id, isBack);
    }
  }

  #change(id: string, change: (comment: LineComment) => LineComment): void {
    const before = this.#all.get(id);
    const after = before && change(before);
    if (after === undefined || after === before) return;
    this.#put(after);
    this.#keep(after);
  }

  #put(comment: LineComment): void {
    this.#all.set(comment.id, comment);
    this.#changed({ comment, now: comment.taken?.out === true ? 'out' : 'open' });
  }

  #end(comment: LineComment, now: 'sent' | 'deleted'): void {
    this.#all.delete(comment.id);
    this.#moved.delete(comment.id);
    this.#ended.add(comment.id);
    this.options.files.remove(comment.id).catch((error: unknown) => this.#refused(error));
    this.#changed({ comment, now });
  }

  #changed(change: CommentChange): void {
    this.#version++;
    this.onDidChange.fire(change);
    this.#stopTelling ??= this.options.clock.after(tellPause, () => this.#tellAll());
  }

  #tellAll(): void {
    this.#stopTelling = undefined;
    for (const chat of this.options.chats.all) this.#tell(chat);
  }

  /** Tells the views of the chat, unless they know it. No message goes from the chat of other agents. */
  #tell(chat: Chat): void {
    const folder = worksIn(chat);
    const told = this.#told.get(chat);
    const isNew = told === undefined ? this.#all.size > 0 : told.version !== this.#version || told.folder !== folder;
    if (!isNew || this.#stopTelling !== undefined || isAgentChat(chat.key)) return;
    this.#told.set(chat, { version: this.#version, folder });
    const comments = this.#open.map(one => shownAs(one, this.options.placeOf(one.path, folder)));
    this.options.chats.tell(chat.key, { type: 'comments', comments });
  }

  #keepMoved(): void {
    this.#stopKeeping?.();
    this.#stopKeeping = undefined;
    const moved = [...this.#moved].flatMap(id => this.#all.get(id) ?? []);
    this.#moved.clear();
    for (const comment of moved) {
      // Another window may have edited or removed it since.
      if (this.#unstored.has(comment.id)) this.#keep(comment);
      else this.options.files.move(comment).catch((error: unknown) => this.#refused(error));
    }
  }

  #keep(comment: LineComment): void {
    this.#moved.delete(comment.id);
    this.#unstored.add(comment.id);
    this.options.files.write(comment).then(
      () => {
        const now = this.#all.get(comment.id);
        if (now?.words === comment.words && now.taken === comment.taken) this.#unstored.delete(comment.id);
        this.#isRefused = false;
      },
      (error: unknown) => this.#refused(error),
    );
  }

  /** The disk has refused a comment. Tells the person once, until the disk takes one again. */
  #refused(error: unknown): void {
    if (!this.#isRefused) this.options.notStored(messageOf(error));
    this.#isRefused = true;
  }
}

function isBack(comment: LineComment): LineComment {
  return comment.taken?.out === true ? { ...comment, taken: { ...comment.taken, out: false } } : comment;
}

interface Message {
  /** Undefined where they are not known here. */
  readonly words: string | undefined;
  /** `lost`: it has not reached Claude, and nobody sends it. */
  readonly became: 'sent' | 'out' | 'lost';
}

/** The last message of the chat with each comment, by the comment's id. Read once for all of them, because it is read with each word that Claude writes. */
function messagesWith(state: Pick<ChatState, 'waiting' | 'items' | 'branches'> | undefined): ReadonlyMap<string, Message> {
  const found = new Map<string, Message>();
  // They wait there, and go with no other message.
  for (const id of (state?.branches ?? []).flatMap(({ comments = [] }) => comments)) found.set(id, { words: undefined, became: 'out' });
  const note = (attachments: readonly KeptAttachment[] | undefined, became: Message['became']): void => {
    for (const one of attachments ?? []) if (one.kind === 'comment') found.set(one.id, { words: one.words, became });
  };
  for (const item of state?.items ?? [])
    if (item.kind === 'prompt') note(item.attachments, item.state === 'sent' ? 'sent' : item.state === 'sending' ? 'out' : 'lost');
  for (const { attachments } of state?.waiting ?? []) note(attachments, 'out');
  return found;
}

function byPlace(one: LineComment, other: LineComment): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.anchor.first - other.anchor.first || one.madeAt - other.madeAt;
}

function attachmentOf(one: LineComment, path: string): KeptAttachment {
  return { ...shown(one, path), words: one.words, text: one.anchor.text.join('\n') };
}

function shownAs(one: LineComment, path: string): ShownComment {
  const { words } = one;
  return {
    ...shown(one, path),
    words: words.length > longestShown ? `${withoutEnd(words.slice(0, longestShown - 1), /[\ud800-\udbff]/)}…` : words,
  };
}

function shown({ id, anchor, fileGone }: LineComment, path: string): Omit<ShownComment, 'words'> {
  const gone = fileGone === true ? 'file' : anchor.gone === true ? 'lines' : undefined;
  return { kind: 'comment', id, path, first: anchor.first + 1, last: anchor.last + 1, ...(gone && { gone }) };
}
