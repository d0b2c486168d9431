// The body of a card that waits for the person: its questions, all at once or one at a time, its actions, its keys.
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { useApp } from '../../state/context.js';
import { ReadDecided } from '../../memory/decided.js';
import { isForAside } from '../../features/asides/asides.js';
import { Review } from './review.js';
import { AskedByServer } from '../elicitation/askedByServer.js';
import { AskedByAgent } from '../agents/askedByAgent.js';
import { AskedBySubagent } from '../agents/askedByAgent.js';
import { questionTarget } from '../../a11y/focusTargets.js';
import { Countdown } from '../../ui/countdown.js';
import { actOnCard } from './cardActions.js';
import { focusedQuestion, placeOf } from './cardFocus.js';
import { CardFoot } from './cardFoot.js';
import { keyAct } from '../model/cardKeys.js';
import type { CardState } from './cardContract.js';
import { useCardState } from './cardState.js';
import { CardTop } from './cardTop.js';
import { askerWordsOf } from '../askerWordsOf.js';
import { nextMissing } from '../model/submission.js';
import { HeldCard } from '../readOnly/heldCard.js';
import { panelId, tabId } from '../model/pageIds.js';
import { OpenQuestion } from './openQuestion.js';
import { ReadText } from '../readText.js';
import { questionWords } from '../words.js';

interface OpenCardProps {
  readonly item: QuestionItem;
  readonly onCollapse: () => void;
  readonly onExpand: () => void;
}

export function OpenCard({ item, onCollapse, onExpand }: OpenCardProps) {
  const body = useRef<HTMLDivElement>(null);
  const state = useCardState(item, body);
  const { post, store } = useApp();
  const held = item.heldUntil;
  useFocusByCommand(item, body, state, onExpand);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isForAside(event)) return;
    const asked = item.questions[state.current()];
    const place = placeOf(event);
    const newLine = store.preferences.value.ctrlEnterSends === true;
    const act = keyAct(event, place, { multiSelect: asked?.multiSelect === true, newLine });
    if (act === undefined || body.current === null) return;
    if (!actOnCard(act, body.current, state, onCollapse, newLine && place === 'textArea')) return;
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
        <ReadDecided item={item} />
        {item.unsent !== undefined && (
          <p class="cardNotice">{questionWords.unsent[item.unsent === 'changed' ? 'changed' : 'windowEnded']}</p>
        )}
        <Pages item={item} state={state} />
        {item.readsInFile === true && <p class="cardNotice">{questionWords.card.readsInFile}</p>}
        <CardFoot state={state} />
        {/* A page that is opened gets nothing. */}
        {item.elicitation?.page === undefined && (
          <ReadText summary={questionWords.willRead} text={item.reads} {...askerWordsOf(item)?.reads(item)} />
        )}
        {/* Last, so that nothing moves when the countdown goes. */}
        {item.dismissAt !== undefined && (
          <p class="dismissal hint">
            <Countdown until={item.dismissAt} words={questionWords.card.dismissesIn} />
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
      {item.elicitation && <AskedByServer elicitation={item.elicitation} />}
      {item.otherAgent && <AskedByAgent agent={item.otherAgent} isOpen />}
      {item.agent !== undefined && <AskedBySubagent name={item.agent} />}
      <CardTop title={item.title} state={state} baseId={baseId} />
      {item.questions.map((asked, index) => (
        <div key={index} class="cardPage" {...panel(index)} {...(state.progress[index]?.asked === false && { hidden: true })}>
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
        else if (focusedQuestion() === undefined) state.goTo(nextMissing(state.progress, -1) ?? lastPage(state));
      });
    }),
  );
}

function lastPage({ tabs, reviewPage }: CardState): number {
  // A page that is to be opened has no question, only the foot.
  return tabs ? reviewPage : Math.max(0, reviewPage - 1);
}
