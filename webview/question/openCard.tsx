// The body of a card that waits for a person: its questions, its acts, its keys.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { emptyAnswer } from '../../src/shared/answers.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { useApp } from '../context.js';
import { questionTarget } from '../focusTargets.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';
import { focusedQuestion, focusQuestion, placeOf } from './cardFocus.js';
import { keyAct } from './cardKeys.js';
import type { CardState } from './cardState.js';
import { useCardState } from './cardState.js';
import { nextMissing, titlesOf } from './draft.js';
import { OpenQuestion } from './openQuestion.js';

interface OpenCardProps {
  readonly item: QuestionItem;
  readonly onCollapse: () => void;
  readonly onExpand: () => void;
}

export function OpenCard({ item, onCollapse, onExpand }: OpenCardProps) {
  const body = useRef<HTMLDivElement>(null);
  const state = useCardState(item, onCollapse);
  useFocusByCommand(item, body, state, onExpand);
  const onKeyDown = (event: KeyboardEvent): void => {
    const asked = item.questions[state.current()];
    const act = keyAct(event, placeOf(event), asked?.multiSelect ?? false);
    if (act === undefined || body.current === null || !state.act(act, body.current)) return;
    // Neither the controls inside nor VS Code around the page shall act on the same key.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={body} onKeyDownCapture={onKeyDown}>
      {item.questions.map((asked, index) => (
        <OpenQuestion
          key={index}
          asked={asked}
          index={index}
          given={state.draft[index] ?? emptyAnswer}
          onAnswer={given => {
            state.change(index, given);
          }}
        />
      ))}
      <CardActs item={item} state={state} />
    </div>
  );
}

/** The person asked for the open question by a command: to the first one without an answer, or to the end when all have one. */
function useFocusByCommand(
  item: QuestionItem,
  body: { readonly current: HTMLElement | null },
  { draft }: CardState,
  expand: () => void,
): void {
  const { focusTargets } = useApp();
  useLayoutEffect(
    () =>
      focusTargets.register(questionTarget(item.id), () => {
        expand();
        requestAnimationFrame(() => {
          if (body.current === null) return;
          body.current.closest('form')?.scrollIntoView({ block: 'nearest' });
          if (focusedQuestion() === undefined) focusQuestion(body.current, nextMissing(draft, -1) ?? draft.length - 1);
        });
      }),
    [focusTargets, item.id, draft, body, expand],
  );
}

function CardActs({ item, state }: { readonly item: QuestionItem; readonly state: CardState }) {
  const complete = state.missing.length === 0;
  const reason = complete ? strings.question.submitHint(modifier()) : strings.question.missing(state.missing);
  return (
    <div class="cardFoot">
      <div class="submitReason hint">
        <span>{reason}</span>
        {/* Keeps the room that the longest reason needs, so that nothing moves under the pointer while one answers. */}
        <span class="room" aria-hidden="true">
          {strings.question.missing(titlesOf(item.questions))}
        </span>
      </div>
      <Button
        look="primary"
        label={strings.question.submit}
        offBecause={complete ? undefined : reason}
        onPress={() => {
          state.submit();
        }}
      />
      <Button
        look="quiet"
        label={strings.question.dismiss}
        onPress={() => {
          state.dismiss();
        }}
      />
      <Button
        look="quiet"
        label={strings.question.reply}
        onPress={() => {
          state.replyInChat();
        }}
      />
    </div>
  );
}

function modifier(): string {
  return /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
