// The body of a card that is still being written, or that another window or program owns. Each new piece is appended; earlier parts
// stay untouched.
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { useId } from 'preact/hooks';
import { useApp } from '../../state/context.js';
import { EarlyTabs } from '../open/cardTabs.js';
import { useViewState } from '../../state/useViewState.js';
import { ProgressRing } from '../../ui/marks.js';
import { panelId, tabId } from '../model/pageIds.js';
import { QuestionSetTitle } from '../questionSetTitle.js';
import { questionWords } from '../words.js';
import { strings } from '../../strings.js';
import type { Question } from '../../../src/shared/question.js';
import { directionOf } from '../../ui/direction.js';
import { OptionContent } from '../../ui/optionContent.js';
import { QuestionHeading } from '../questionHeading.js';

export function StreamingCard({ item: { id, questions, title } }: { readonly item: QuestionItem }) {
  const { store, scroll } = useApp();
  const elsewhere = store.elsewhere.value;
  const baseId = useId();
  const [chosen, choose] = useViewState(id, 'early page', 0);
  const { layout } = store.preferences.value;
  // As the card will have them once it is open. What is answered elsewhere is read here, all of it.
  const hasTabs = elsewhere === undefined && questions.length > 1 && (layout === 'tabs' || (layout === 'auto' && scroll.narrow.value));
  const page = hasTabs ? Math.min(chosen, questions.length - 1) : undefined;
  return (
    <>
      <QuestionSetTitle title={title} />
      {page !== undefined && <EarlyTabs {...{ questions, baseId, page }} onChoose={choose} />}
      {questions.map((asked, index) => (
        <div key={index} {...(page !== undefined && panelOf(baseId, index, page))}>
          <StreamingQuestion asked={asked} />
        </div>
      ))}
      {/* At the end, where the actions will be, because removing it from above would move every question. */}
      <p class="earlyFoot hint">
        {elsewhere === undefined && <ProgressRing />}
        {elsewhere !== undefined ? strings.elsewhere.answerThere : questions.length === 0 ? questionWords.writing : questionWords.ready}
      </p>
    </>
  );
}

function panelOf(baseId: string, index: number, page: number) {
  return { id: panelId(baseId, index), role: 'tabpanel', 'aria-labelledby': tabId(baseId, index), hidden: index !== page } as const;
}

/** One question while it is being written, laid out like an open one, so that little moves when it opens. Has no controls. */
function StreamingQuestion({ asked }: { readonly asked: Question }) {
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
