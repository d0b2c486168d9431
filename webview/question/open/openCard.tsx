// The body of a card that waits for the person: its questions, all at once or one at a time, its actions, its keys.
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { useApp } from '../../state/context.js';
import { questionTarget } from '../../a11y/focusTargets.js';
import { strings } from '../../strings.js';
import { Countdown } from '../../ui/countdown.js';
import { actOnCard } from './cardActions.js';
import { focusedQuestion, placeOf } from './cardFocus.js';
import { CardFoot } from './cardFoot.js';
import { keyAct } from '../model/cardKeys.js';
import type { CardState } from './cardState.js';
import { useCardState } from './cardState.js';
import { CardTop, panelId, tabId } from './cardTop.js';
import { nextMissing } from '../model/draft.js';
import { HeldCard } from '../readOnly/heldCard.js';
import { OpenQuestion } from './openQuestion.js';
import { ReadText } from '../parts/readText.js';
import { Review } from './review.js';

interface OpenCardProps {
  readonly item: QuestionItem;
  readonly onCollapse: () => void;
  readonly onExpand: () => void;
}

export function OpenCard({ item, onCollapse, onExpand }: OpenCardProps) {
  const body = useRef<HTMLDivElement>(null);
  const state = useCardState(item, body);
  const { post } = useApp();
  const held = item.heldUntil;
  useFocusByCommand(item, body, state, onExpand);
  const onKeyDown = (event: KeyboardEvent): void => {
    const asked = item.questions[state.current()];
    const act = keyAct(event, placeOf(event), asked?.multiSelect === true);
    if (act === undefined || body.current === null || !actOnCard(act, body.current, state, onCollapse)) return;
    // Keep the controls inside and VS Code around the page from acting on the same key.
    event.preventDefault();
    event.stopPropagation();
  };
  // A press on the card shows that the person is there, which cancels the dismissal by timeout.
  const attend = (): void => {
    if (item.dismissAt !== undefined) post({ type: 'beginAnswer', id: item.id });
  };
  return (
    <>
      {held !== undefined && <HeldCard item={item} until={held} onUndo={state.undo} onOpenPreview={state.openPreview} />}
      {/* Hidden and not removed, so that everything is back after Undo. */}
      <div
        ref={body}
        hidden={held !== undefined}
        onPointerDownCapture={attend}
        onKeyDownCapture={event => {
          attend();
          onKeyDown(event);
        }}
      >
        {item.unsent === true && <p class="cardNotice">{strings.card.unsent}</p>}
        <Pages item={item} state={state} />
        {item.readsInFile === true && <p class="cardNotice">{strings.card.readsInFile}</p>}
        <CardFoot state={state} />
        <ReadText summary={strings.question.willRead} text={item.reads} />
        {/* Last, so that nothing moves when the countdown goes. */}
        {item.dismissAt !== undefined && (
          <p class="dismissal hint">
            <Countdown until={item.dismissAt} words={strings.card.dismissesIn} />
          </p>
        )}
      </div>
    </>
  );
}

/** The same elements in both layouts, so that typed text survives a switch. */
function Pages({ item, state }: { readonly item: QuestionItem; readonly state: CardState }) {
  const baseId = useId();
  const { tabs, page, reviewPage } = state;
  const panel = (index: number) =>
    tabs
      ? ({ role: 'tabpanel', id: panelId(baseId, index), 'aria-labelledby': tabId(baseId, index), hidden: page !== index } as const)
      : {};
  return (
    <>
      <CardTop title={item.title} state={state} baseId={baseId} />
      {item.questions.map((asked, index) => (
        <div key={index} class="cardPage" {...panel(index)}>
          <OpenQuestion asked={asked} index={index} state={state} />
        </div>
      ))}
      {tabs && (
        <div key="review" class="cardPage" {...panel(reviewPage)}>
          <Review state={state} />
        </div>
      )}
    </>
  );
}

/** The person went to the open question by a command: focuses the first question without an answer, or the end when all have one. */
function useFocusByCommand(item: QuestionItem, body: { readonly current: HTMLElement | null }, state: CardState, expand: () => void): void {
  const { focusTargets } = useApp();
  useLayoutEffect(() =>
    focusTargets.register(questionTarget(item.id), () => {
      expand();
      requestAnimationFrame(() => {
        const form = body.current?.closest('form');
        form?.scrollIntoView({ block: 'nearest' });
        if (item.heldUntil !== undefined) form?.focus({ preventScroll: true });
        else if (focusedQuestion() === undefined) state.goTo(nextMissing(item.questions, state.draft, -1) ?? lastPage(state));
      });
    }),
  );
}

function lastPage({ tabs, reviewPage }: CardState): number {
  return tabs ? reviewPage : reviewPage - 1;
}
