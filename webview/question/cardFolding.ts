// When a card is small, and where the focus stays when what held it goes. A card that is over is small until the person
// opens it; one that waits, or has kept answers that did not arrive, is never made small by itself.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { standingOf } from './outcome.js';

export function useCollapsed(item: QuestionItem): readonly [boolean, (collapsed: boolean) => void] {
  const standing = standingOf(item);
  const first = { standing, collapsed: standing === 'over' };
  const [state, setState] = useState(first);
  // Another standing begins anew, in the same paint; within one the person decides.
  const current = state.standing === standing ? state : first;
  if (current !== state) setState(current);
  return [
    current.collapsed,
    collapsed => {
      setState({ standing, collapsed });
    },
  ];
}

/** When the control that had the focus is gone with its phase, or hidden, the focus stays on the card instead of nowhere. */
export function useKeptFocus(card: RefObject<HTMLElement | null>, phase: string): void {
  const hadFocus = useRef(false);
  const before = useRef(phase);
  if (before.current !== phase) hadFocus.current = card.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    const changed = before.current !== phase;
    before.current = phase;
    if (!changed || !hadFocus.current || card.current === null) return;
    const { activeElement } = document;
    const kept = activeElement !== null && card.current.contains(activeElement) && activeElement.closest('[hidden]') === null;
    if (!kept) card.current.focus({ preventScroll: true });
  }, [card, phase]);
}
