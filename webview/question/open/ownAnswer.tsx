// The control of each kind of question. A text is answered here; openOptions.tsx has the options, typedAnswer.tsx numbers and dates.
import type { ComponentType } from 'preact';
import type { QuestionKind } from '../../../src/shared/question.js';
import { later } from '../../state/laterCode.js';
import { strings } from '../../strings.js';
import { questionTitle, typeOther } from '../model/draft.js';
import { OpenOptions } from './openOptions.js';
import type { OwnAnswerProps } from './cardContract.js';
import { WordsBox } from './wordsBox.js';

function TextAnswer({ asked, index, state, labelledBy, describedBy, invalid }: OwnAnswerProps) {
  return (
    <div class="ownAnswer" data-own>
      <WordsBox
        {...{ state, index, labelledBy, describedBy, invalid }}
        required={asked.required === true}
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

function NumberAnswer(props: OwnAnswerProps) {
  const Typed = later.value?.TypedNumber;
  return Typed ? <Typed {...props} /> : null;
}

function DateAnswer(props: OwnAnswerProps) {
  const Typed = later.value?.TypedDate;
  return Typed ? <Typed {...props} /> : null;
}

/** The control of each kind. A kind without one does not compile. */
export const answerControls = { choice: OpenOptions, text: TextAnswer, number: NumberAnswer, date: DateAnswer } satisfies Readonly<
  Record<QuestionKind, ComponentType<OwnAnswerProps>>
>;
