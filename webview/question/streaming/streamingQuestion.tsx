// One question while it is being written, laid out like an open one, so that little moves when it opens. Has no controls.
import { useId } from 'preact/hooks';
import type { Question } from '../../../src/shared/question.js';
import { directionOf } from '../../ui/direction.js';
import { OptionContent } from '../../ui/optionContent.js';
import { QuestionHeading } from '../questionHeading.js';

export function StreamingQuestion({ asked }: { readonly asked: Question }) {
  const textId = useId();
  return (
    <div class="question early" role="group" aria-labelledby={textId} dir={directionOf(asked.question)}>
      <QuestionHeading asked={asked} textId={textId} growing />
      {asked.options.length > 0 && (
        <ul class="options">
          {asked.options.map(({ label, description }, position) => (
            <li key={position} class="earlyOption">
              <span class={asked.multiSelect ? 'earlyMark box' : 'earlyMark'} />
              <OptionContent label={label} description={description} links="words" growing />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
