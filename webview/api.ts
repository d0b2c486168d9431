// The webview's end of the contract: the only file that knows acquireVsCodeApi. Parses what the host says, keeps count of
// versions, and asks for a snapshot when its picture may be wrong. Knows nothing of what is shown.
import * as z from 'zod/mini';
import type { HostMessage, Intent } from '../src/shared/messages.js';
import { hostMessage } from '../src/shared/messages.js';
import type { ReturnReason } from '../src/shared/transcript.js';
import type { Store } from './store.js';

// zod compiles validators with `new Function` where it may; the page's content security policy says it may not.
z.config({ jitless: true });

declare function acquireVsCodeApi(): { postMessage(message: unknown): void; setState(state: unknown): void };

export type Post = (intent: Intent) => void;
export type FocusTarget = Extract<HostMessage, { type: 'focus' }>;

export interface Listener {
  /** The composer's draft in this session, as the host has kept it. */
  draftRestored(session: string, text: string): void;
  /** Words that could not be sent. */
  textReturned(text: string, because: ReturnReason): void;
  focusAsked(target: FocusTarget): void;
}

/** The way to the host. `begin` starts to listen and says that we are ready; call it when everything is in place. */
export function connectHost(store: Store): { readonly post: Post; readonly begin: (listener: Listener) => void } {
  const vscode = acquireVsCodeApi();
  const post: Post = intent => {
    vscode.postMessage(intent);
  };
  window.addEventListener('error', event => {
    post({ type: 'reportError', text: describe(event.error ?? event.message) });
  });
  window.addEventListener('unhandledrejection', event => {
    post({ type: 'reportError', text: describe(event.reason) });
  });
  const begin = (listener: Listener): void => {
    const receiver = new Receiver(store, post, listener, vscode);
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      receiver.receive(data);
    });
    receiver.askForSnapshot();
  };
  return { post, begin };
}

class Receiver {
  private version = 0;
  private awaitingSnapshot = true;

  constructor(
    private readonly store: Store,
    private readonly post: Post,
    private readonly listener: Listener,
    private readonly vscode: ReturnType<typeof acquireVsCodeApi>,
  ) {}

  askForSnapshot(): void {
    this.awaitingSnapshot = true;
    this.post({ type: 'ready' });
  }

  receive(data: unknown): void {
    const parsed = hostMessage.safeParse(data);
    if (parsed.success) {
      this.apply(parsed.data);
      return;
    }
    this.post({ type: 'reportError', text: `A message from the host was not understood: ${z.prettifyError(parsed.error)}` });
    // A snapshot that is not understood would only come again.
    if (!isSnapshot(data) && !this.awaitingSnapshot) this.askForSnapshot();
  }

  private apply(message: HostMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.version = message.version;
        this.awaitingSnapshot = false;
        this.store.replaceAll(message.items, message.status, message.preferences);
        this.store.earlier.value = message.earlier;
        this.listener.draftRestored(message.session, message.composerDraft);
        // By this an editor tab is known again in the next window.
        this.vscode.setState({ session: message.session });
        return;
      case 'items':
        if (!this.isNext(message.version)) return;
        this.store.put(message.items, message.status, message.preferences);
        if (message.earlier !== undefined) this.store.earlier.value = message.earlier;
        return;
      case 'append':
        if (this.isNext(message.version) && !this.store.appendText(message.id, message.text)) this.askForSnapshot();
        return;
      case 'draft':
        if (this.isNext(message.version) && !this.store.changeDraft(message.id, message)) this.askForSnapshot();
        return;
      case 'returned':
        this.listener.textReturned(message.text, message.because);
        return;
      case 'focus':
        this.listener.focusAsked(message);
        return;
    }
  }

  /** Whether this change follows the last one; if not, a snapshot is on its way and will hold it. */
  private isNext(version: number): boolean {
    if (this.awaitingSnapshot) return false;
    if (version === this.version + 1) {
      this.version = version;
      return true;
    }
    this.askForSnapshot();
    return false;
  }
}

function isSnapshot(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'snapshot';
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
