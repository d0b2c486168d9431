// The body of a card that cannot be answered here: still being written, or open elsewhere. Grows with every piece; what is there already is left alone.
import type { QuestionItem } from '../../src/shared/transcript.js';
import { useApp } from '../context.js';
import { strings } from '../strings.js';
import { ProgressRing } from '../ui/marks.js';
import { EarlyQuestion } from './earlyQuestion.js';
import { SetTitle } from './setTitle.js';

export function EarlyCard({ item: { questions, title } }: { readonly item: QuestionItem }) {
  const elsewhere = useApp().store.elsewhere.value;
  return (
    <>
      <SetTitle title={title} />
      {questions.map((asked, index) => (
        <EarlyQuestion key={index} asked={asked} />
      ))}
      {/* At the end, where the acts will be: above the questions its going would move everything. */}
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
