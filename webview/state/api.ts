// The webview's end of the contract: the only file that knows acquireVsCodeApi. Parses what the host says, keeps count of
// versions, and asks for a snapshot when its picture may be wrong. Gathers the words of a streaming text until the next frame. Knows
// nothing of what is shown.
import * as z from 'zod/mini';
import type { Attachment } from '../../src/shared/attachmentSchema.js';
import type { HostMessage } from '../../src/shared/messages.js';
import { hostMessage } from '../../src/shared/messages.js';
import { later } from './laterCode.js';
import type { ReturnReason } from '../../src/shared/transcript.js';
import type { Post } from './post.js';
import type { Reading } from './reading.js';
import type { Store } from './store.js';
import { ViewState } from './viewState.js';

// zod compiles validators with `new Function` where it may; the page's content security policy says it may not.
z.config({ jitless: true });

declare function acquireVsCodeApi(): { postMessage(message: unknown): void; getState(): unknown; setState(state: unknown): void };

/** What VS Code keeps of this view while it is hidden and when the window is reloaded. */
const keptWithPage = z.object({ session: z.string(), asked: z.array(z.string()), rows: z.optional(z.array(z.array(z.unknown()))) });

export type FocusTarget = Extract<HostMessage, { type: 'focus' }>;

export interface Listener {
  /** With each snapshot: the composer's draft in this session, as the host has kept it. */
  draftRestored(session: string, text: string): void;
  /** What is added to the message box now. */
  attachmentsChanged(attachments: readonly Attachment[]): void;
  /** An image file that the person chose for the message box of this chat. */
  imageChosen(name: string, base64: string, session: string): void;
  /** The image with this id could not be stored. */
  notAttached(id: string): void;
  /** Words that could not be sent. */
  textReturned(text: string, because: ReturnReason): void;
  focusAsked(target: FocusTarget): void;
  /** VS Code has been asked for the focus. */
  /** `again`: for the second time, because the page had not got it. */
  focusGiven(again: boolean): void;
  /** What stands in the message box of this chat behind `text` was typed for the chat that comes next. */
  typedSince(session: string, text: string): void;
  /** Hits of a search in the session that is shown. */
  found(found: Extract<HostMessage, { type: 'found' }>): void;
}

interface HostConnection {
  readonly post: Post;
  readonly begin: (reading: Reading, listener: Listener) => void;
  readonly viewState: ViewState;
}

/** The way to the host. `begin` starts to listen and says that we are ready; call it when everything is in place. */
export function connectHost(store: Store): HostConnection {
  const vscode = acquireVsCodeApi();
  const kept = keptWithPage.safeParse(vscode.getState()).data;
  /** An editor tab is known again in the next window by its session, and what waits is not announced again there. */
  const keep = (): void => {
    vscode.setState({ session: store.session.peek(), asked: store.announced, rows: viewState.entries });
  };
  const viewState = new ViewState(kept?.rows ?? [], keep);
  const post: Post = (intent, chat = store.session.value) => {
    vscode.postMessage({ session: chat, intent });
  };
  window.addEventListener('error', event => {
    // No fault: what an observer has changed in the layout is told to it in the next frame (the standard's words).
    if (event.message.startsWith('ResizeObserver loop')) return;
    post({ type: 'reportError', text: describe(event.error ?? event.message) });
  });
  window.addEventListener('unhandledrejection', event => {
    post({ type: 'reportError', text: describe(event.reason) });
  });
  const begin = (reading: Reading, listener: Listener): void => {
    store.announcedBefore = kept?.asked ?? [];
    const receiver = new Receiver(store, post, reading, listener, keep);
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      receiver.receive(data);
    });
    receiver.askForSnapshot();
  };
  return { post, begin, viewState };
}

class Receiver {
  #version = 0;
  #awaitingSnapshot = true;
  /** Those that VS Code keeps as announced. */
  #asked: Store['newlyAsked']['value'] | undefined;
  readonly #grown: GrownTexts;

  constructor(
    private readonly store: Store,
    private readonly post: Post,
    private readonly reading: Reading,
    private readonly listener: Listener,
    private readonly keep: () => void,
  ) {
    this.#grown = new GrownTexts(append => {
      if (!this.store.appendText(append.id, append.text)) this.askForSnapshot();
    });
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
    // A snapshot that is not understood would only come again.
    if (!isSnapshot(data) && !this.#awaitingSnapshot) this.askForSnapshot();
  }

  #apply(message: HostMessage): void {
    if (message.type !== 'append') this.#grown.applyNow();
    switch (message.type) {
      case 'snapshot':
        this.#version = message.version;
        this.#awaitingSnapshot = false;
        this.reading.reset();
        this.store.session.value = message.session;
        this.store.replaceAll(message.items, message.start, message.status, message.preferences);
        this.store.earlier.value = message.earlier;
        this.store.images.value = message.images;
        if (message.setUp !== undefined) this.store.setUp.value = message.setUp;
        this.listener.draftRestored(message.session, message.composerDraft);
        this.store.wait(message.waiting ?? []);
        this.listener.attachmentsChanged(message.attachments ?? []);
        this.#keep();
        return;
      case 'items':
        if (!this.#isNext(message.version)) return;
        if (message.gone !== undefined) this.store.remove(message.gone);
        this.store.put(message.items, message.status, message.preferences);
        if (this.store.newlyAsked.peek() !== this.#asked) this.#keep();
        if (message.earlier !== undefined) this.store.earlier.value = message.earlier;
        if (message.attachments !== undefined) this.listener.attachmentsChanged(message.attachments);
        if (message.waiting !== undefined) this.store.wait(message.waiting);
        if (message.setUp !== undefined) this.store.setUp.value = message.setUp;
        return;
      case 'append':
        if (this.#isNext(message.version)) this.#grown.add(message);
        return;
      case 'draft':
        if (this.#isNext(message.version) && !this.store.changeDraft(message.id, message)) this.askForSnapshot();
        return;
      case 'trimmed':
        if (this.#isNext(message.version)) this.store.trimmed(message.last, message.cursor);
        return;
      case 'page':
      case 'around':
      case 'readFailed':
        if (message.session === this.store.session.value) this.reading.receive(message);
        return;
      case 'toolInput': {
        const input = this.store.toolInputs.get(message.id);
        if (input !== undefined && message.session === this.store.session.value) input.value = message.parts;
        return;
      }
      case 'resultImages': {
        const images = this.store.resultImages.get(message.id);
        if (images !== undefined && message.session === this.store.session.value) images.value = message.files;
        return;
      }
      case 'optionImage': {
        const read = this.store.optionImages.get(message.id);
        if (read !== undefined) read.shown.value = message.shown;
        return;
      }
      case 'decided':
        this.store.decided.value = new Map(this.store.decided.value).set(message.question, message.found);
        return;
      case 'toldLines': {
        const lines = this.store.toldLines.get(message.id);
        if (lines !== undefined && message.session === this.store.session.value) lines.value = message;
        return;
      }
      case 'found':
        if (message.session === this.store.session.value) this.listener.found(message);
        return;
      case 'imageChosen':
        this.listener.imageChosen(message.name, message.base64, message.session);
        return;
      case 'notAttached':
        this.listener.notAttached(message.id);
        return;
      case 'chat':
        if (message.session === this.store.session.value) this.store.news(message.news.type).value = message.news;
        return;
      case 'decide':
        if (message.session === this.store.session.value) later.value?.decideByKey(message);
        return;
      case 'returned':
        this.listener.textReturned(message.text, message.because);
        return;
      case 'typedSince':
        this.listener.typedSince(message.session, message.text);
        return;
      case 'linkProblem':
        later.value?.sayLinkProblem(message);
        this.store.say(message.text);
        return;
      case 'focus':
        this.listener.focusAsked(message);
        return;
      case 'focusGiven':
        this.listener.focusGiven(message.again === true);
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

/** Milliseconds that stand for a frame where the page is hidden and gets none. */
const hiddenFrame = 250;

/** Lets texts grow once per frame, however many messages come: what comes first at once, what comes before the next frame then. */
class GrownTexts {
  readonly #waiting = new Map<string, string>();
  #cancelFrame: (() => void) | undefined;

  constructor(private readonly apply: (grown: { readonly id: string; readonly text: string }) => void) {}

  add({ id, text }: { readonly id: string; readonly text: string }): void {
    this.#waiting.set(id, (this.#waiting.get(id) ?? '') + text);
    if (this.#cancelFrame === undefined) this.#onFrame();
  }

  applyNow(): void {
    const grown = [...this.#waiting];
    this.#waiting.clear();
    for (const [id, text] of grown) this.apply({ id, text });
  }

  readonly #onFrame = (): void => {
    this.#cancelFrame?.();
    this.#cancelFrame = undefined;
    if (this.#waiting.size === 0) return;
    const frame = requestAnimationFrame(this.#onFrame);
    const timer = setTimeout(this.#onFrame, hiddenFrame);
    this.#cancelFrame = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
    this.applyNow();
  };
}

function isSnapshot(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'snapshot';
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
