// The webview's end of the contract: the only file that knows acquireVsCodeApi. Knows nothing of what is said.
import * as z from 'zod/mini';
import type { Post } from './post.js';
import type { Reading } from './reading.js';
import type { Listener } from './receiver.js';
import { Receiver } from './receiver.js';
import type { Store } from './store.js';
import { ViewState } from './viewState.js';

// zod compiles validators with `new Function` where it may; the page's content security policy says it may not.
z.config({ jitless: true });

declare function acquireVsCodeApi(): { postMessage(message: unknown): void; getState(): unknown; setState(state: unknown): void };

/** What VS Code keeps of this view while it is hidden and when the window is reloaded. */
const keptWithPage = z.object({ chat: z.string(), asked: z.array(z.string()), rows: z.optional(z.array(z.array(z.unknown()))) });

interface HostConnection {
  readonly post: Post;
  readonly begin: (reading: Reading, listener: Listener) => void;
  readonly viewState: ViewState;
}

/** The way to the host. `begin` starts to listen and says that we are ready; call it when everything is in place. */
export function connectHost(store: Store): HostConnection {
  const vscode = acquireVsCodeApi();
  const kept = keptWithPage.safeParse(vscode.getState()).data;
  /** An editor tab is known again in the next window by its chat, and what waits is not announced again there. */
  const keep = (): void => {
    vscode.setState({ chat: store.chat.peek(), asked: store.announced, rows: viewState.entries });
  };
  const viewState = new ViewState(kept?.rows ?? [], keep);
  const post: Post = (intent, chat = store.chat.value) => {
    vscode.postMessage({ chat, intent });
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

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
