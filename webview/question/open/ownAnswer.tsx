// The control of each kind of question. A text or a number is answered here; openOptions.tsx has the options.
import type { ComponentType } from 'preact';
import { useId } from 'preact/hooks';
import { answerProblem } from '../../../src/shared/answers.js';
import type { Question, QuestionKind } from '../../../src/shared/question.js';
import { later } from '../../state/laterCode.js';
import { strings } from '../../strings.js';
import type { CardState } from './cardState.js';
import { questionTitle, typeOther } from '../model/draft.js';
import { boundsWords, problemWords } from '../model/numberWords.js';
import { OpenOptions } from './openOptions.js';
import { WordsBox } from './wordsBox.js';

interface OwnAnswerProps {
  readonly asked: Question;
  readonly index: number;
  readonly state: CardState;
  /** `aria-labelledby` wins. The `aria-label` is only for axe, which ignores text that is scrolled out of view. */
  readonly labelledBy: string;
  readonly describedBy: string | undefined;
}

function TextAnswer({ asked, index, state, labelledBy, describedBy }: OwnAnswerProps) {
  return (
    <div class="ownAnswer" data-own>
      <WordsBox
        {...{ state, index, labelledBy, describedBy }}
        label={asked.question}
        field="otherText"
        placeholder={asked.placeholder ?? strings.card.textPlaceholder}
        referenceLabel={strings.card.addReference(questionTitle(asked, index))}
        onText={text => {
          state.change(index, typeOther(asked, state.given(index), text));
        }}
      />
    </div>
  );
}

function NumberAnswer({ asked, index, state, labelledBy, describedBy }: OwnAnswerProps) {
  const boundsId = useId();
  const problemId = useId();
  const given = state.given(index);
  const problem = answerProblem(asked, given);
  const title = questionTitle(asked, index);
  const bounds = boundsWords(asked);
  const NumberBox = later.value?.NumberBox;
  const { min, max, step, unit } = asked;
  return (
    <div class="ownAnswer" data-own>
      {NumberBox && (
        <NumberBox
          {...{ labelledBy, min, max, step, unit }}
          label={asked.question}
          describedBy={[describedBy, bounds !== '' && boundsId, problem !== undefined && problemId].filter(Boolean).join(' ') || undefined}
          text={given.otherText}
          placeholder={asked.placeholder ?? strings.card.numberPlaceholder}
          invalid={problem !== undefined}
          lessLabel={strings.card.less(title)}
          moreLabel={strings.card.more(title)}
          onText={text => {
            state.change(index, typeOther(asked, given, text));
          }}
        />
      )}
      {bounds !== '' && (
        <p id={boundsId} class="hint">
          {bounds}
        </p>
      )}
      {problem !== undefined && (
        <p id={problemId} class="problem">
          {problemWords(asked, problem)}
        </p>
      )}
    </div>
  );
}

/** The control of each kind. A kind without one does not compile. */
export const answerControls = { choice: OpenOptions, text: TextAnswer, number: NumberAnswer } satisfies Readonly<
  Record<QuestionKind, ComponentType<OwnAnswerProps>>
>;
