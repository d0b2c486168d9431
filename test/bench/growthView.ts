// The host's half of a view as it is, without VS Code: bundled by growthStream.ts with a stand-in for `vscode`. Owns what that
// half is given; knows nothing of who measures it.
import { ChatWebview } from '../../src/host/views/chatWebview.js';
import { ChatLoop } from '../../src/host/chats/chatLoop.js';
import type { Chat } from '../../src/host/chats/chat.js';
import { createLineReader } from '../../src/claude/stream/lineReader.js';
import type { ChatState } from '../../src/chat/state.js';

export interface ShownChat {
  /** A line of the CLI's, as ChatLoop takes it. */
  receive(line: string): void;
  /** The page has taken the message with this version. */
  taken(version: number): void;
  readonly state: () => ChatState;
  dispose(): void;
}

export type ShowChat = (state: ChatState, post: (message: unknown) => void) => Promise<ShownChat>;

const ignore = (): void => undefined;
const log = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** A view that has said `ready`; `post` gets each message that it is sent. */
export const showChat: ShowChat = async (first, post) => {
  const notStarted = { ok: false, problem: { code: 'spawnFailed', detail: '' } } as const;
  const loop = new ChatLoop(
    {
      log,
      routeSetting: 'auto',
      now: () => Date.now(),
      waiting: () => ({ ms: 0, then: 'remind' }),
      askUser: () => true,
      organization: { keepsAskUserAway: false },
      unsupportedRequests: new Set(),
      asksInPlan: () => true,
      readImage: () => Promise.reject(new Error('not here')),
      placeOf: () => Promise.resolve(undefined),
      startClaude: () => Promise.resolve(notStarted),
      isDeferred: () => Promise.resolve(undefined),
      hasPrompt: () => Promise.resolve(undefined),
      resultsHeld: () => Promise.resolve(undefined),
      promptsHeld: () => Promise.resolve(undefined),
      resultsInterrupted: () => Promise.resolve(undefined),
      clock: { after: () => () => undefined },
    },
    first,
  );
  const chat = {
    key: 'chat',
    loop,
    otherOwner: undefined,
    title: undefined,
    composerDraft: '',
    composerAttachments: [],
    news: new Map(),
  } as unknown as Chat;
  let say: (message: unknown) => void = ignore;
  let posted = ignore;
  const shown = new Promise<void>(resolve => (posted = resolve));
  const webview = {
    options: {},
    html: '',
    cspSource: '',
    onDidReceiveMessage(listener: (message: unknown) => void) {
      say = listener;
      return { dispose: ignore };
    },
    postMessage(message: unknown) {
      post(message);
      posted();
      return Promise.resolve(true);
    },
    asWebviewUri: (uri: unknown) => uri,
  };
  const view = new ChatWebview(
    webview as unknown as ConstructorParameters<typeof ChatWebview>[0],
    {
      log,
      extensionUri: {},
      chat: () => chat,
      gate: () => undefined,
      preferences: () => ({ layout: 'stacked' }),
      painted: ignore,
      imageFolder: () => undefined,
      setUp: () => ({ lines: [], actions: [] }),
      earlier: () => [],
      perform: ignore,
      focusChanged: ignore,
      olderItems: () => ({ hasOlder: false }),
    } as unknown as ConstructorParameters<typeof ChatWebview>[1],
  );
  loop.onChange(() => view.update());
  say({ chat: '', intent: { type: 'ready' } });
  await shown;
  const receive = createLineReader({ emit: event => loop.dispatch(event), trace: ignore, warn: ignore });
  const taken = (version: number): void => say({ chat: 'chat', intent: { type: 'taken', version } });
  return { receive, taken, state: () => loop.state, dispose: () => view.dispose() };
};
