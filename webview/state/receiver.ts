// What the host says: parses it, keeps count of versions, asks for a snapshot when the page's picture may be wrong, and says what the page has taken.
// Knows nothing of what is shown.
import type { Attachment } from '../../src/shared/attachmentSchema.js';
import type { Change, HostMessage } from '../../src/shared/contract/toView.js';
import { hostMessage } from '../../src/shared/contract/toView.js';
import type { Variant } from '../../src/shared/variant.js';
import type { Post } from './post.js';
import type { Reading } from './reading.js';
import { isItemReply, type ItemReply } from './replies.js';
import type { Store } from './store.js';

/** The messages that the receiver hands on as they are, each to the function of its type. */
type Told = Exclude<
  HostMessage,
  { type: 'snapshot' | 'changes' | 'news' | 'page' | 'around' | 'readFailed' | 'optionImage' | 'decided' | ItemReply['type'] }
>;

export type Listener = { readonly [Type in Told['type']]: (message: Variant<Told, Type>) => void } & {
  /** Comes with each snapshot: the composer's draft in this chat, as the host has kept it. */
  readonly draftRestored: (chat: string, text: string, branch?: string) => void;
  /** What is added to the message box now. */
  readonly attachmentsChanged: (attachments: readonly Attachment[]) => void;
};

export class Receiver {
  #version = 0;
  #awaitingSnapshot = true;
  /** The questions that VS Code keeps as announced. */
  #asked: Store['newlyAsked']['value'] | undefined;
  readonly #taking: Taking;

  constructor(
    private readonly store: Store,
    private readonly post: Post,
    private readonly reading: Reading,
    private readonly listener: Listener,
    private readonly keep: () => void,
  ) {
    this.#taking = new Taking(version => this.post({ type: 'taken', version }));
  }

  #keep(): void {
    this.#asked = this.store.newlyAsked.peek();
    this.keep();
  }

  askForSnapshot(): void {
    this.#awaitingSnapshot = true;
    this.post({ type: 'ready' });
  }

  receive(data: unknown): void {
    const parsed = hostMessage.safeParse(data);
    if (parsed.success) {
      this.#apply(parsed.data);
      return;
    }
    this.post({ type: 'reportError', text: `A message from the host was not understood: ${parsed.error.message}` });
    // A snapshot that is not understood would only come again, and news with it.
    if (isOf('snapshot', data)) this.#refuse();
    else if (!this.#awaitingSnapshot && !isOf('news', data)) this.askForSnapshot();
  }

  /** The chat is not the one that was shown before, so nothing is to be done in it. */
  #refuse(): void {
    this.#awaitingSnapshot = true;
    this.store.isNotUnderstood.value = true;
  }

  #apply(message: HostMessage): void {
    if (this.#isTold(message)) return this.#tell(message);
    if (isItemReply(message)) {
      if (message.chat === this.store.chat.value) this.store.replies.receive(message);
      return;
    }
    switch (message.type) {
      case 'snapshot':
        try {
          this.#begin(message);
        } finally {
          // A fault here or in a change stops no later one.
          this.#taking.took(message.version);
        }
        return;
      case 'changes':
        try {
          for (const change of message.changes) this.#change(change);
        } finally {
          this.#taking.took(message.changes.at(-1)?.version ?? this.#version);
        }
        return;
      case 'page':
      case 'around':
      case 'readFailed':
        if (message.chat === this.store.chat.value) this.reading.receive(message);
        return;
      case 'optionImage': {
        const read = this.store.optionImages.get(message.id);
        if (read !== undefined) read.shown.value = message.shown;
        return;
      }
      case 'decided':
        this.store.decided.value = new Map(this.store.decided.value).set(message.question, message.found);
        return;
      case 'news':
        if (message.chat === this.store.chat.value) this.store.news(message.news.type).value = message.news;
        return;
    }
  }

  #isTold(message: HostMessage): message is Told {
    return message.type in this.listener;
  }

  #tell(message: Told): void {
    // Safe to cast, because a function stands under the type of its messages.
    const told = this.listener[message.type] as (message: Told) => void;
    told(message);
  }

  #begin(message: Extract<HostMessage, { type: 'snapshot' }>): void {
    this.#version = message.version;
    this.#awaitingSnapshot = false;
    this.store.isNotUnderstood.value = false;
    this.reading.reset();
    this.store.workFolder.value = message.folder;
    this.store.replaceAll(message.chat, message.items, message.start, message.status, message.preferences, message.news);
    this.store.earlier.value = message.earlier;
    this.store.images.value = message.images;
    if (message.setUp !== undefined) this.store.setUp.value = message.setUp;
    this.listener.draftRestored(message.chat, message.composerDraft, message.branch);
    this.store.wait(message.waiting ?? []);
    this.listener.attachmentsChanged(message.attachments ?? []);
    this.#keep();
  }

  #change(change: Change): void {
    if (!this.#isNext(change.version)) return;
    switch (change.type) {
      case 'items':
        if (change.gone !== undefined) this.store.remove(change.gone);
        if (change.attachments !== undefined) this.listener.attachmentsChanged(change.attachments);
        // Before the items: what has left the list may be among them.
        if (change.waiting !== undefined) this.store.wait(change.waiting);
        this.store.put(change.items, change.inFront, change.status, change.preferences);
        if (this.store.newlyAsked.peek() !== this.#asked) this.#keep();
        if (change.earlier !== undefined) this.store.earlier.value = change.earlier;
        if (change.setUp !== undefined) this.store.setUp.value = change.setUp;
        return;
      case 'append':
        if (!this.store.appendText(change.id, change.text)) this.askForSnapshot();
        return;
      case 'draft':
        if (!this.store.changeDraft(change.id, change)) this.askForSnapshot();
        return;
      case 'trimmed':
        this.store.trimmed(change.last, change.cursor);
        return;
    }
  }

  /** Whether this change follows the last one; if not, a snapshot is on its way and will hold it. */
  #isNext(version: number): boolean {
    if (this.#awaitingSnapshot) return false;
    if (version === this.#version + 1) {
      this.#version = version;
      return true;
    }
    this.askForSnapshot();
    return false;
  }
}

/**
 * Says which version the page has taken: at once after a pause, so that the first word waits for nothing, and else with the next frame, so that the page is
 * sent no more than it can show. A page that is hidden has no frames, and is sent no more until it is back.
 */
class Taking {
  #isFrameAwaited = false;
  #taken: number | undefined;

  constructor(private readonly say: (version: number) => void) {}

  took(version: number): void {
    if (this.#isFrameAwaited) this.#taken = version;
    else this.#sayOf(version);
  }

  #sayOf(version: number): void {
    this.say(version);
    this.#isFrameAwaited = true;
    requestAnimationFrame(() => {
      this.#isFrameAwaited = false;
      const taken = this.#taken;
      this.#taken = undefined;
      if (taken !== undefined) this.#sayOf(taken);
    });
  }
}

function isOf(type: HostMessage['type'], data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type;
}
