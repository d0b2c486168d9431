// The body of a card that is still being written, or that another window or program owns. Each new piece is appended; earlier parts
// stay untouched.
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { useApp } from '../../state/context.js';
import { strings } from '../../strings.js';
import { ProgressRing } from '../../ui/marks.js';
import { StreamingQuestion } from './streamingQuestion.js';
import { QuestionSetTitle } from '../parts/questionSetTitle.js';

export function StreamingCard({ item: { questions, title } }: { readonly item: QuestionItem }) {
  const elsewhere = useApp().store.elsewhere.value;
  return (
    <>
      <QuestionSetTitle title={title} />
      {questions.map((asked, index) => (
        <StreamingQuestion key={index} asked={asked} />
      ))}
      {/* At the end, where the actions will be, because removing it from above would move every question. */}
      <p class="earlyFoot hint">
        {elsewhere === undefined && <ProgressRing />}
        {elsewhere !== undefined
          ? strings.elsewhere.answerThere
          : questions.length === 0
            ? strings.question.writing
            : strings.question.ready}
      </p>
    </>
  );
}
