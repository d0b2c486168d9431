// Decides when a card is collapsed, and keeps the focus on the card when the focused control goes. A card that is over is collapsed
// until the person opens it; a card that waits, or keeps answers that did not arrive, is never collapsed automatically.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { useViewState } from '../state/useViewState.js';
import { cardStage } from './model/outcome.js';

export function useCollapsed(item: QuestionItem): readonly [boolean, (collapsed: boolean) => void] {
  const standing = cardStage(item);
  // A new stage starts collapsed or open, in the same paint; within a stage the person decides.
  const [kept, keep] = useViewState(item.id, 'folding', '');
  const [folded, unfolded] = [`${standing}: folded`, `${standing}: unfolded`];
  if (kept !== '' && kept !== folded && kept !== unfolded) keep('');
  const isCollapsed = kept === folded || (kept !== unfolded && standing === 'over');
  return [
    isCollapsed,
    collapsed => {
      keep(collapsed ? folded : unfolded);
    },
  ];
}

/**
 * Moves the focus to the card when the focused control is hidden or goes with its phase.
 * @param arrived called in place of that once what the person has sent from the card is there: nothing is left to be done on the card
 */
export function useKeptFocus(card: RefObject<HTMLElement | null>, phase: string, arrived?: () => void): void {
  const hadFocus = useRef(false);
  const before = useRef(phase);
  if (before.current !== phase) hadFocus.current = card.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    const changed = before.current !== phase;
    // Only behind the person's own act: letters that are meant for a card that somebody else has ended must not go to the message box.
    const isArrived = before.current === 'sending' && (phase === 'answered' || phase === 'dismissed' || phase === 'replied');
    before.current = phase;
    if (!changed || !hadFocus.current || card.current === null) return;
    const { activeElement } = document;
    const kept = activeElement !== null && card.current.contains(activeElement) && activeElement.closest('[hidden]') === null;
    if (isArrived && arrived !== undefined && (!kept || activeElement === card.current)) arrived();
    else if (!kept) card.current.focus({ preventScroll: true });
  }, [card, phase]);
}
