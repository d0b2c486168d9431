// A set of questions from Claude, from the moment it is being written until long after it is over. The phase comes from
// the host; only what is being typed and whether the card is collapsed are the card's own.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { useApp } from '../context.js';
import { strings } from '../strings.js';
import { useClickGuard } from '../clickGuard.js';
import { CardHead } from './cardHead.js';
import { titlesOf } from './draft.js';
import { OpenCard } from './openCard.js';
import { StillCard } from './stillCard.js';

export function QuestionCard({ item }: { readonly item: QuestionItem }) {
  const { scroll } = useApp();
  const [collapsed, setCollapsed] = useState(false);
  const card = useRef<HTMLFormElement>(null);
  const open = item.phase === 'asked';
  const titles = titlesOf(item.questions);
  useClickGuard(card, open);
  useKeptFocus(card, item.phase);
  useLayoutEffect(() => {
    if (open && card.current !== null) scroll.arrived(card.current);
  }, [open, scroll]);
  return (
    <form
      ref={card}
      class={`card phase-${item.phase}`}
      aria-label={strings.question.claudeAsks}
      tabIndex={-1}
      onSubmit={event => {
        event.preventDefault();
      }}
    >
      <CardHead item={item} collapsed={collapsed} onCollapse={setCollapsed} />
      {collapsed && <p class="waits">{open ? strings.question.waits(titles) : strings.list(titles)}</p>}
      {/* Hidden, not removed: what is typed stays where it is. */}
      <div hidden={collapsed}>
        {open ? (
          <OpenCard
            item={item}
            onCollapse={() => {
              setCollapsed(true);
            }}
            onExpand={() => {
              setCollapsed(false);
            }}
          />
        ) : (
          <StillCard item={item} />
        )}
      </div>
    </form>
  );
}

/** When the control that had the focus is gone with its phase, or hidden, the focus stays on the card instead of nowhere. */
function useKeptFocus(card: { readonly current: HTMLElement | null }, phase: QuestionItem['phase']): void {
  const hadFocus = useRef(false);
  const before = useRef(phase);
  if (before.current !== phase) hadFocus.current = card.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (before.current !== phase && hadFocus.current) card.current?.focus({ preventScroll: true });
    before.current = phase;
  }, [card, phase]);
}
