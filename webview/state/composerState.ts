// Owns the text in the message box and its target: a prompt, or a reply to a question in place of its answers.
import { computed, signal } from '@preact/signals';
import type { Attachment } from '../../src/shared/attachmentSchema.js';
import type { ReturnReason, SendWay } from '../../src/shared/chatStatus.js';
import type { Post } from './post.js';
import type { Store } from './store.js';
import { readImage } from '../images/readImage.js';
import { strings } from '../strings.js';

interface ReplyTarget {
  readonly id: string;
  readonly titles: readonly string[];
}

/**
 * The earlier messages and, last, the person's own words, each as the person has left it in the box. `at`: which of them stands there.
 * `sent`: the messages as they were sent.
 */
interface Past {
  readonly sent: readonly string[];
  readonly texts: string[];
  at: number;
}

export class ComposerState {
  readonly text = signal('');
  /** What is added to the text. The host owns it. */
  readonly attachments = signal<readonly Attachment[]>([]);
  /** Ids of the comments on lines that go along. The host owns them; the chip says which they are. */
  readonly comments = signal<readonly string[]>([]);
  /** The key of the chat in the message box. */
  readonly #chat = signal<string | undefined>(undefined);
  /** Why the last image or file was not added, and to which chat; until the person adds, writes or sends there. */
  readonly #imageProblem = signal<{ readonly chat: string | undefined; readonly because: string } | undefined>(undefined);
  readonly imageProblem = computed(() => {
    const problem = this.#imageProblem.value;
    return problem?.chat === this.#chat.value ? problem?.because : undefined;
  });
  /** The images that are being read, each with the chat that gets it. */
  readonly #reading = signal<readonly { readonly chat: string | undefined }[]>([]);
  /** Ids of images that the host stores for the chat in the message box. */
  readonly #storing = signal<readonly string[]>([]);
  #typed = false;
  /** The branch of the chat in the message box. */
  #branch: string | undefined;
  /** Another window has the chat in the message box. The host joins its draft with this window's when the chat is taken over. */
  #isCopy = false;
  /** The last texts of this copy that the host may know: those that it told, and those that the page has posted. The newest stands last. */
  #knownOfCopy: readonly string[] = [];
  /** The chat that the person leaves for a new one, and its text at that moment. */
  #left: { readonly chat: string; readonly text: string } | undefined;
  /** The menu of the ways to send is open. */
  readonly choosingWay = signal(false);
  #past: Past | undefined;
  /** What the host keeps as the draft of this chat. */
  #kept = '';
  /** The text that the last suggestion made, and the person's own words in it. */
  #suggested: { readonly own: string; readonly text: string } | undefined;
  readonly #chosenTarget = signal<ReplyTarget | undefined>(undefined);

  /** The question that a reply would go to; undefined when it has ended meanwhile. */
  readonly replyTarget = computed(() => {
    const target = this.#chosenTarget.value;
    const item = target && this.store.item(target.id)?.value;
    return item?.kind === 'question' && item.phase === 'asked' ? target : undefined;
  });

  /** Why no message goes to Claude now, also none that a row offers to send. */
  readonly noMessageBecause = computed(() => {
    const { blocked } = this.store.status.value;
    return blocked && strings.blocked[blocked];
  });

  /** Why Send is off; undefined when only text is missing. */
  readonly blockedBecause = computed(() => {
    const { blocked } = this.store.status.value;
    const isReply = this.replyTarget.value !== undefined && (blocked === 'question' || blocked === 'agents');
    return isReply ? undefined : this.noMessageBecause.value;
  });

  /** An image is not in the message yet. */
  readonly preparing = computed(() => this.#storing.value.length > 0 || this.#readFor(this.#chat.value).length > 0);

  readonly canSend = computed(
    () =>
      this.blockedBecause.value === undefined &&
      !this.preparing.value &&
      (this.text.value.trim() !== '' || this.attachments.value.length > 0 || this.#goingAlong.value.length > 0),
  );

  /**
   * A reply is text alone, and of a command the CLI reads nothing but its line: there the comments stay for the next message. A first word with another
   * slash in it is a path.
   */
  readonly #goingAlong = computed(() =>
    this.replyTarget.value !== undefined || /^\s*\/(?!\S*\/)/.test(this.text.value) ? [] : this.comments.value,
  );

  constructor(
    private readonly store: Store,
    private readonly post: Post,
  ) {}

  /** Restores the host's text of this chat, unless the person has typed in this branch of it. */
  restore(chat: string, text: string, branch?: string): void {
    const before = this.#chat.peek();
    // Behind the first snapshot the host is told all that stands here: a message that was sent before it has emptied the host's draft.
    const isFirst = before === undefined && this.#typed;
    const meant = before === undefined ? this.text.peek() : before !== chat ? this.#takeTypedSince(before) : '';
    this.#left = undefined;
    if (before !== chat) this.#typed = false;
    if (before !== undefined && before !== chat) {
      this.store.returned.value = undefined;
      this.cancelReply();
      this.#storing.value = [];
    }
    this.#chat.value = chat;
    this.choosingWay.value = false;
    // The owner of the chat stores its own text: the text that was typed here before is older.
    const elsewhere = this.store.elsewhere.value;
    if (elsewhere !== undefined || (before === chat && branch !== this.#branch)) this.#typed = false;
    // The host has put the words that were typed here behind those of the owner.
    const isTakenOver = before === chat && this.#isCopy && elsewhere === undefined && this.#typed;
    this.#isCopy = elsewhere === 'otherWindow' || elsewhere === 'otherComputer';
    const known = before === chat ? this.#knownOfCopy : [];
    this.#knownOfCopy = this.#isCopy ? [...known, text] : [];
    this.#branch = branch;
    this.#kept = isFirst ? '' : text;
    if (before !== chat || !this.#typed) this.#past = undefined;
    if (!this.#typed) this.text.value = text;
    if (isTakenOver) {
      this.#toOwnWords();
      this.type(withTypedSince(text, this.text.value, known));
    }
    if (isFirst || meant !== '') this.type(this.text.value + meant);
  }

  /** Another chat is shown a moment later, by the person or at the begin of a window, and the person goes on typing: behind `text` stands what is meant for that one. */
  typedSince(chat: string, text: string): void {
    this.#left = { chat, text };
  }

  /** Takes the letters out of the chat that is left, which keeps what stood there before. */
  #takeTypedSince(before: string): string {
    const { chat, text } = this.#left ?? {};
    const now = this.text.peek();
    if (text === undefined || chat !== before || this.isPastShown || now === text || !now.startsWith(text)) return '';
    this.post({ type: 'saveComposerDraft', text }, before);
    return now.slice(text.length);
  }

  type(text: string): void {
    this.#typed = true;
    this.store.returned.value = undefined;
    this.#forgetProblem(this.#chat.value);
    this.text.value = text;
    this.#keep();
  }

  /** An earlier message stands in the box, and the person's own words below it. */
  get isPastShown(): boolean {
    return this.#past !== undefined && this.#past.at < this.#past.sent.length;
  }

  /** Shows the message before the one in the box, or behind it; the person's own words stand last. `sent`: the messages of the chat, oldest first. */
  showPast(step: 1 | -1, sent: () => readonly string[]): string | undefined {
    const past = withOlder(this.#past, sent());
    past.texts[past.at] = this.text.peek();
    const text = past.texts[past.at + step];
    if (text === undefined) return undefined;
    this.#past = past;
    past.at += step;
    this.text.value = text;
    this.#keep();
    // What the chat says meanwhile counts again, unless the person has changed one of the messages.
    if (!this.isPastShown && past.sent.every((message, at) => message === past.texts[at])) this.#past = undefined;
    return text;
  }

  /** What comes into the box by itself belongs to the person's own words, below the earlier messages. */
  #toOwnWords(): void {
    const past = this.#past;
    if (past === undefined || !this.isPastShown) return;
    past.texts[past.at] = this.text.peek();
    past.at = past.sent.length;
    this.text.value = past.texts.at(-1) ?? '';
  }

  /** An earlier message that is only shown is no draft; one that is changed is kept together with the person's own words. */
  #keep(): void {
    const [text, past] = [this.text.peek(), this.#past];
    const own = past === undefined || !this.isPastShown ? undefined : past.texts.at(-1);
    const kept = own === undefined ? text : text === past?.sent[past.at] ? own : below(text, own);
    // Before its first snapshot the page does not know the draft, which these letters go on with.
    if (kept === this.#kept || this.#chat.peek() === undefined) return;
    this.#kept = kept;
    // The host is a few letters behind at most.
    if (this.#isCopy) this.#knownOfCopy = [...this.#knownOfCopy, kept].slice(-100);
    this.post({ type: 'saveComposerDraft', text: kept });
  }

  /** Puts a prompt for the person to complete below the text that is there. It replies to no question. */
  prepare(prompt: string): void {
    this.#toOwnWords();
    this.cancelReply();
    this.type(below(this.text.value, prompt));
  }

  /**
   * Sends a suggestion, where the box is empty. Else puts it below the person's own words, in the place of an earlier suggestion that is unchanged, for
   * the person to send, and so where nothing can be sent.
   */
  suggest(prompt: string): void {
    this.#toOwnWords();
    const isAlone = this.text.value.trim() === '' && this.attachments.value.length === 0 && this.comments.value.length === 0;
    const own = this.text.value === this.#suggested?.text ? this.#suggested.own : this.text.value;
    this.cancelReply();
    this.#suggested = { own, text: below(own, prompt) };
    this.type(this.#suggested.text);
    if (isAlone) this.send('after');
  }

  /** `way`: how the message goes while Claude works. A reply goes at once. */
  send(way: SendWay): void {
    if (!this.canSend.value) return;
    const text = this.text.value;
    const target = this.replyTarget.value;
    // The host empties its copy too, or returns the text.
    const along = this.#goingAlong.value;
    const seen = [...this.attachments.value.map(({ id }) => id), ...along];
    const message = { text, ...(seen.length > 0 && { attachments: seen }) };
    this.post(
      target === undefined
        ? { type: 'sendPrompt', ...message, ...(way !== 'after' && { way }) }
        : { type: 'replyInstead', id: target.id, ...message },
    );
    this.attachments.value = [];
    if (along.length > 0) this.comments.value = [];
    this.#forgetProblem(this.#chat.value);
    this.#chosenTarget.value = undefined;
    this.store.returned.value = undefined;
    this.text.value = '';
    // A snapshot that is on its way has the words still, which would be sent twice.
    this.#typed = true;
    this.choosingWay.value = false;
    // The host has forgotten its copy with the message.
    this.#kept = '';
    const own = this.isPastShown ? this.#past?.texts.at(-1) : undefined;
    this.#past = undefined;
    // Only the earlier message was sent.
    if (own !== undefined && own !== '') this.type(own);
  }

  /** The host tells what is added now. */
  added(attachments: readonly Attachment[]): void {
    this.attachments.value = attachments;
    this.#arrived(attachments.map(({ id }) => id));
  }

  /**
   * Scales the image and hands it to the host for this chat, also where another chat has come into view meanwhile. `name`: of the file; the
   * clipboard calls every image `image.png`.
   */
  addImage(image: Blob, name: string, chat = this.#chat.value): void {
    const [id, reading] = [crypto.randomUUID(), { chat }];
    const before = this.#readFor(chat).length + this.#storing.value.length;
    const images = this.attachments.value.filter(({ kind }) => kind === 'image').length + before;
    this.#forgetProblem(chat);
    this.#reading.value = [...this.#reading.value, reading];
    // The page's listener for rejected promises reports a failure.
    void readImage(image).then(read => {
      if (typeof read === 'string') this.#imageProblem.value = { chat, because: read };
      else {
        if (chat === this.#chat.value) this.#storing.value = [...this.#storing.value, id];
        this.post({ type: 'attachImage', id, name: name === 'image.png' ? strings.image.name(images + 1) : name, ...read }, chat);
      }
      this.#reading.value = this.#reading.value.filter(one => one !== reading);
    });
  }

  /** Adds the images, and says so where there are other files, which have no path here. False where there is none of either. */
  addFiles({ images, hasOthers }: { readonly images: readonly File[]; readonly hasOthers: boolean }): boolean {
    for (const image of images) this.addImage(image, image.name);
    if (hasOthers) this.#imageProblem.value = { chat: this.#chat.value, because: strings.image.onlyImages };
    return images.length > 0 || hasOthers;
  }

  /** The host could not store this image for the chat in the message box. */
  notAdded(id: string): void {
    this.#arrived([id]);
    this.#imageProblem.value = { chat: this.#chat.value, because: strings.image.notStored };
  }

  remove(id: string): void {
    this.attachments.value = this.attachments.value.filter(one => one.id !== id);
    this.post({ type: 'removeAttachment', id });
  }

  #forgetProblem(chat: string | undefined): void {
    if (this.#imageProblem.peek()?.chat === chat) this.#imageProblem.value = undefined;
  }

  #arrived(ids: readonly string[]): void {
    if (this.#storing.value.length > 0) this.#storing.value = this.#storing.value.filter(id => !ids.includes(id));
  }

  #readFor(chat: string | undefined): readonly unknown[] {
    return this.#reading.value.filter(one => one.chat === chat);
  }

  /** Puts a text that could not be sent before the text typed since. */
  takeBack(text: string, because: ReturnReason): void {
    this.#toOwnWords();
    const since = this.text.value;
    this.type(since.trim() === '' ? text : below(text, since));
    this.store.returned.value = because;
  }

  startReply(target: ReplyTarget): void {
    this.#chosenTarget.value = target;
    this.post({ type: 'beginAnswer', id: target.id });
  }

  cancelReply(): void {
    this.#chosenTarget.value = undefined;
  }
}

/** Puts the messages that have been read since in front of those of `past`. Without `past` it begins at the person's own words. */
function withOlder(past: Past | undefined, sent: readonly string[]): Past {
  if (past === undefined) return { sent, texts: [...sent, ''], at: sent.length };
  const more = sent.length - past.sent.length;
  const isSame = more > 0 && past.sent.every((text, at) => text === sent[more + at]);
  return isSame ? { sent, texts: [...sent.slice(0, more), ...past.texts], at: past.at + more } : past;
}

/** `kept` with `own` in the place of the text of `known` with which the host has joined the owner's draft; below it where the host knew none of them. */
function withTypedSince(kept: string, own: string, known: readonly string[]): string {
  const joined = known.findLast(text => kept === text || (text !== '' && kept.endsWith(`\n\n${text}`)));
  return joined === undefined ? below(kept, own) : kept.slice(0, kept.length - joined.length) + own;
}

function below(words: string, prompt: string): string {
  const before = words.trimEnd();
  return before === '' ? prompt : prompt === '' ? words : `${before}\n\n${prompt}`;
}
