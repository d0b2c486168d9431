// A card with a set of questions, from the first streamed byte until long after the end. The phase comes from the host; the card
// owns only the typed draft and whether it is collapsed.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isFinal } from '../../src/shared/answers.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { PlainWords, useApp } from '../state/context.js';
import { composerTarget, itemTarget } from '../a11y/focusTargets.js';
import { useOpenedByHit } from '../find/openedByHit.js';
import { useClickGuard } from '../a11y/clickGuard.js';
import { CardHead } from './cardHead.js';
import { useCollapsed, useKeptFocus } from './cardFolding.js';
import { whoAsks } from './model/asker.js';
import { askerWordsOf } from './askerWordsOf.js';
import { questionTitles } from './model/draft.js';
import { StreamingCard } from './streaming/streamingCard.js';
import { OpenCard } from './open/openCard.js';
import { Essence } from './readOnly/essence.js';
import { ReadOnlyCard } from './readOnly/readOnlyCard.js';
import { questionWords } from './words.js';
import { strings } from '../strings.js';

export function QuestionCard({ item }: { readonly item: QuestionItem }) {
  const { store, scroll, focusTargets } = useApp();
  const card = useRef<HTMLFormElement>(null);
  const [collapsed, setCollapsed] = useCollapsed(item);
  const open = item.phase === 'asked';
  useOpenedByHit(item.id, () => {
    setCollapsed(false);
  });
  const titles = questionTitles(item.questions);
  // What was decided before comes a moment after the card, and moves what is below it.
  useClickGuard(card, open, store.decided.value.get(item.id)?.length ?? 0);
  useLayoutEffect(() =>
    focusTargets.register(itemTarget(item.id), () => {
      setCollapsed(false);
      card.current?.focus({ preventScroll: true });
      // After the layout, when the card has its full size.
      requestAnimationFrame(() => {
        if (card.current !== null) scroll.show(card.current);
      });
    }),
  );
  useKeptFocus(card, item.heldUntil === undefined ? item.phase : 'held', () => focusTargets.focus(composerTarget));
  useLayoutEffect(() => (open && card.current !== null ? scroll.arrived(card.current) : undefined), [open, scroll]);
  return (
    <form
      ref={card}
      class={`card phase-${item.phase}`}
      aria-label={whoAsks(item)}
      tabIndex={-1}
      onSubmit={event => {
        event.preventDefault();
      }}
    >
      <CardHead item={item} collapsed={collapsed} onCollapse={setCollapsed} />
      {collapsed &&
        (isFinal(item.phase) ? (
          <Essence item={item} />
        ) : (
          <p class="waits" dir="auto">
            {open ? (askerWordsOf(item)?.waits(item) ?? questionWords.waits(titles)) : strings.list(titles)}
          </p>
        ))}
      {/* Hidden and not removed, so that typed text stays. */}
      <PlainWords.Provider value={item.elicitation !== undefined}>
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
            <StreamingCard item={item} />
          ) : (
            // A record has no state to lose when it is made anew, and a conversation may have hundreds of them.
            !collapsed && <ReadOnlyCard item={item} />
          )}
        </div>
      </PlainWords.Provider>
    </form>
  );
}
