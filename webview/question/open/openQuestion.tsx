// One open question: its text, the control of its kind, note and skip. State comes in, changes go out.
import { useId } from 'preact/hooks';
import type { Question } from '../../../src/shared/question.js';
import { directionOf } from '../../ui/direction.js';
import type { CardState } from './cardState.js';
import { NoteAndSkip } from './noteAndSkip.js';
import { answerControls } from './ownAnswer.js';
import { helpIdOf, QuestionHeading } from '../parts/questionHeading.js';

interface OpenQuestionProps {
  readonly asked: Question;
  readonly index: number;
  readonly state: CardState;
}

export function OpenQuestion({ asked, index, state }: OpenQuestionProps) {
  const textId = useId();
  const AnswerPart = answerControls[asked.kind];
  const { skipped } = state.given(index);
  return (
    <div class={skipped ? 'question skipped' : 'question'} data-question={index} dir={directionOf(asked.question)}>
      <QuestionHeading asked={asked} textId={textId} />
      <AnswerPart {...{ asked, index, state }} labelledBy={textId} describedBy={asked.description?.trim() ? helpIdOf(textId) : undefined} />
      <NoteAndSkip {...{ asked, index, state }} />
    </div>
  );
}
