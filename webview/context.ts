// What components are given: the state, the way to say an intent, and the things of the page that are shared.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Post } from './api.js';
import type { ComposerState } from './composerState.js';
import type { FocusTargets } from './focusTargets.js';
import type { Store } from './store.js';
import type { TranscriptScroll } from './chat/transcriptScroll.js';

export interface App {
  readonly store: Store;
  readonly post: Post;
  readonly composer: ComposerState;
  readonly focusTargets: FocusTargets;
  readonly scroll: TranscriptScroll;
}

export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error('A component was rendered outside of the app');
  return app;
}
