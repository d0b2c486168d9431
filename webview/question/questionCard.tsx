// A set of questions from Claude, from the moment it is being written until long after it is over. The phase comes from
// the host; only what is being typed and whether the card is collapsed are the card's own.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isFinal } from '../../src/shared/answers.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { useApp } from '../context.js';
import { itemTarget } from '../focusTargets.js';
import { strings } from '../strings.js';
import { useClickGuard } from '../clickGuard.js';
import { essenceOf } from './answerWords.js';
import { CardHead } from './cardHead.js';
import { useCollapsed, useKeptFocus } from './cardFolding.js';
import { titlesOf } from './draft.js';
import { EarlyCard } from './earlyCard.js';
import { OpenCard } from './openCard.js';
import { StillCard } from './stillCard.js';

export function QuestionCard({ item }: { readonly item: QuestionItem }) {
  const { scroll, focusTargets } = useApp();
  const card = useRef<HTMLFormElement>(null);
  const [collapsed, setCollapsed] = useCollapsed(item);
  const open = item.phase === 'asked';
  const over = isFinal(item.phase);
  const titles = titlesOf(item.questions);
  useClickGuard(card, open);
  useLayoutEffect(() =>
    focusTargets.register(itemTarget(item.id), () => {
      setCollapsed(false);
      card.current?.focus({ preventScroll: true });
      // Once it is as large as it becomes.
      requestAnimationFrame(() => {
        if (card.current !== null) scroll.show(card.current);
      });
    }),
  );
  useKeptFocus(card, item.heldUntil === undefined ? item.phase : 'held');
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
      {collapsed && (
        <p class={over ? 'essence' : 'waits'} dir="auto">
          {open ? strings.question.waits(titles) : over ? essenceOf(item) : strings.list(titles)}
        </p>
      )}
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
        ) : item.phase === 'announced' ? (
          <EarlyCard item={item} />
        ) : (
          // A record has nothing to lose by being made anew, and a conversation may have hundreds of them.
          !collapsed && <StillCard item={item} />
        )}
      </div>
    </form>
  );
}
