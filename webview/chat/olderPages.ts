// Owns how much of a long conversation is on the page: the newest first, and what is older bit by bit while there is
// nothing else to do, so that thousands of items do not keep the person waiting.
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Page } from '../store.js';
import type { TranscriptScroll } from './transcriptScroll.js';

const shownAtOnce = 2;

/** How many of the first pages are not shown yet. */
export function useHiddenPages(pages: readonly Page[], scroll: TranscriptScroll): number {
  const [first] = pages;
  const [state, setState] = useState({ first, hidden: Math.max(0, pages.length - shownAtOnce) });
  // Another first page is another conversation.
  const current = state.first === first ? state : { first, hidden: Math.max(0, pages.length - shownAtOnce) };
  if (current !== state) setState(current);
  const { hidden } = current;
  useLayoutEffect(() => {
    if (hidden === 0) return undefined;
    const handle = requestIdleCallback(
      () => {
        scroll.growsAbove();
        setState({ first, hidden: hidden - 1 });
      },
      { timeout: 200 },
    );
    return () => {
      cancelIdleCallback(handle);
    };
  }, [first, hidden, scroll]);
  return hidden;
}
