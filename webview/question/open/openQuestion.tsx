// One open question: its text, the control of its kind, what its answer must keep to, note and skip. State comes in, changes go out.
import { useId } from 'preact/hooks';
import type { Question, Answer } from '../../../src/shared/question.js';
import { useApp } from '../../state/context.js';
import { rulesWords } from '../model/problemWords.js';
import { Decided, ToDecided } from '../../memory/decided.js';
import { AskBesideQuestion } from '../../features/asides/asides.js';
import { directionOf } from '../../ui/direction.js';
import type { CardState } from './cardContract.js';
import { NoteAndSkip } from './noteAndSkip.js';
import { answerControls } from './ownAnswer.js';
import { helpIdOf, QuestionHeading } from '../questionHeading.js';
import { defaultAnswer } from '../../../src/shared/kinds.js';
import type { Draft } from '../model/draft.js';
import { questionWords } from '../words.js';

interface OpenQuestionProps {
  readonly asked: Question;
  readonly index: number;
  readonly state: CardState;
}

export function OpenQuestion({ asked, index, state }: OpenQuestionProps) {
  const textId = useId();
  const ruleId = useId();
  const decidedId = useId();
  const AnswerPart = answerControls[asked.kind];
  const { skipped } = state.given(index);
  const problem = state.spoken(index);
  // One line for both, so that nothing below moves when a problem is told.
  const rule = problem ?? rulesWords(asked);
  const decided = useApp()
    .store.decided.value.get(state.id)
    ?.find(({ position }) => position === index);
  const describedBy =
    [asked.description?.trim() && helpIdOf(textId), decided && decidedId, rule && ruleId].filter(Boolean).join(' ') || undefined;
  return (
    <div
      class={skipped ? 'question skipped' : 'question'}
      data-question={index}
      dir={directionOf(asked.question)}
      onFocusOut={event => {
        whenLeft(event, event.currentTarget, () => {
          state.leave(index);
        });
      }}
    >
      <QuestionHeading asked={asked} textId={textId} mark={markOf(state, index)}>
        {decided && decided.isRefused !== true && <ToDecided {...{ asked, index }} id={decidedId} />}
      </QuestionHeading>
      <AnswerPart {...{ asked, index, state, describedBy }} labelledBy={textId} invalid={problem !== undefined} />
      {rule !== '' && (
        <p id={ruleId} class={problem === undefined ? 'rule hint' : 'rule problem'}>
          {rule}
        </p>
      )}
      {decided && <Decided {...{ asked, index, state, decided }} id={decidedId} />}
      <NoteAndSkip {...{ asked, index, state }} />
      <AskBesideQuestion {...{ asked, index, state }} />
    </div>
  );
}

let isPressed = false;
addEventListener('pointerdown', () => (isPressed = true), { capture: true });
for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, () => (isPressed = false), { capture: true });

/**
 * Calls back when the focus has left the question. Where a press of the pointer took it away, the press ends first, because what it presses must not
 * move while it is down.
 */
function whenLeft(event: FocusEvent, question: HTMLElement, leave: () => void): void {
  if (event.relatedTarget instanceof Node && question.contains(event.relatedTarget)) return;
  if (isPressed) addEventListener('pointerup', () => setTimeout(leave), { once: true });
  else leave();
}

const words = questionWords.rules;

function markOf({ questions, draft }: { readonly questions: readonly Question[]; readonly draft: Draft }, index: number): string {
  const asked = questions[index];
  if (asked === undefined) return '';
  const some = questions.length > 1 && questions.some(({ required }) => required === true);
  const need = !some ? [] : [asked.required === true ? words.required : words.optional];
  // The words stay when the answer has been changed, so that nothing moves.
  const suggested = asked.defaultValue === undefined ? [] : [isSame(defaultAnswer(asked), draft[index]) ? words.suggested : words.changed];
  return [...need, ...suggested].join(' · ');
}

function isSame(suggested: Answer, given: Answer | undefined): boolean {
  const content = (one: Answer | undefined): string => JSON.stringify([one?.selected, one?.other, one?.otherText, one?.skipped]);
  return content(suggested) === content(given);
}
