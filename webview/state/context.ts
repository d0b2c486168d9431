// The context of components: the state, the function that posts intents, and shared objects of the page.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Post } from './post.js';
import type { ComposerState } from './composerState.js';
import type { FindState } from '../find/findState.js';
import type { FocusTargets } from '../a11y/focusTargets.js';
import type { Store } from './store.js';
import type { OlderPages } from '../chat/olderPages.js';
import type { Reading } from './reading.js';
import type { TranscriptScroll } from '../chat/transcriptScroll.js';
import type { ViewState } from './viewState.js';

interface App {
  readonly store: Store;
  readonly viewState: ViewState;
  readonly post: Post;
  readonly composer: ComposerState;
  readonly focusTargets: FocusTargets;
  readonly scroll: TranscriptScroll;
  readonly reading: Reading;
  readonly find: FindState;
  readonly olderPages: OlderPages;
}

export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error('A component was rendered outside of the app');
  return app;
}

/** Whether the words of the questions are an MCP server's: text that is shown as it is, and no Markdown. */
export const PlainWords = createContext(false);

/** Whether the host no longer holds the items of these rows: what it would have to do something about is not offered. */
export const ReadOnlyRows = createContext(false);
