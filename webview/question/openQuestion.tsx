// One question that a person can answer: its text, the way to answer its kind, and what goes along. State comes in, changes go out.
import { useId } from 'preact/hooks';
import type { Question } from '../../src/shared/question.js';
import { directionOf } from '../ui/direction.js';
import type { CardState } from './cardState.js';
import { NoteAndSkip } from './noteAndSkip.js';
import { OpenOptions } from './openOptions.js';
import { NumberAnswer, TextAnswer } from './ownAnswer.js';
import { helpIdOf, QuestionHeading } from './questionHeading.js';

interface OpenQuestionProps {
  readonly asked: Question;
  readonly index: number;
  readonly state: CardState;
}

const answers = { choice: OpenOptions, text: TextAnswer, number: NumberAnswer } as const;

export function OpenQuestion({ asked, index, state }: OpenQuestionProps) {
  const textId = useId();
  const AnswerPart = answers[asked.kind];
  const { skipped } = state.given(index);
  return (
    <div class={skipped ? 'question skipped' : 'question'} data-question={index} dir={directionOf(asked.question)}>
      <QuestionHeading asked={asked} textId={textId} />
      <AnswerPart {...{ asked, index, state }} labelledBy={textId} describedBy={asked.description?.trim() ? helpIdOf(textId) : undefined} />
      <NoteAndSkip {...{ asked, index, state }} />
    </div>
  );
}
