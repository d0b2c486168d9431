// The layout of an open card with several questions: all at once, or one at a time with tabs. It changes with the setting and with the width,
// also while the person answers: the same question stays in sight, and the focus is not lost.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useApp } from '../../state/context.js';
import { useViewState } from '../../state/useViewState.js';
import { focusedQuestion, focusFoot, focusQuestion } from './cardFocus.js';
import type { Progress } from '../model/submission.js';
import { nextMissing, pageBeside } from '../model/submission.js';

interface CardLayout {
  readonly tabs: boolean;
  readonly page: number;
  readonly setPage: (page: number) => void;
}

export function useCardLayout(id: string, progress: readonly Progress[], body: RefObject<HTMLElement | null>): CardLayout {
  const { store, scroll } = useApp();
  const [page, setPage] = useViewState(id, `page of ${progress.length}`, 0);
  const { layout } = store.preferences.value;
  const tabs = progress.length > 1 && (layout === 'tabs' || (layout === 'auto' && scroll.narrow.value));
  const before = useRef(tabs);
  const focused = useRef<{ readonly element: Element; readonly inFoot: boolean } | undefined>(undefined);
  // An answer of another window may take the shown question away.
  let shown = progress[page]?.asked === false ? pageBeside(progress, page, 1) : page;
  if (before.current !== tabs) {
    before.current = tabs;
    const element = document.activeElement;
    const isHere = element !== null && body.current?.contains(element) === true;
    focused.current = isHere ? { element, inFoot: element.closest('[data-foot]') !== null } : undefined;
    const answering = focused.current === undefined ? undefined : focusedQuestion();
    if (tabs) shown = answering ?? nextMissing(progress, -1) ?? 0;
    if (shown !== page) setPage(shown);
  }
  useLayoutEffect(() => {
    const had = focused.current;
    focused.current = undefined;
    const card = body.current;
    if (had === undefined || card === null) return;
    if (document.activeElement === had.element) had.element.scrollIntoView({ block: 'nearest' });
    // An act of the foot has become another one, or a tab or a line of the review has gone.
    else if (had.inFoot) focusFoot(card);
    else focusQuestion(card, Math.min(shown, progress.length - 1));
  }, [tabs]);
  return { tabs, page: shown, setPage };
}
