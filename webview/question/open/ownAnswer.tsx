// The control of each kind of question. A text is answered here; openOptions.tsx has the options, typedAnswer.tsx numbers and dates.
import type { ComponentType } from 'preact';
import type { QuestionKind } from '../../../src/shared/question.js';
import { TypedDate, TypedNumber } from './typedAnswer.js';
import { questionTitle, typeOther } from '../model/draft.js';
import { OpenOptions } from './openOptions.js';
import type { OwnAnswerProps } from './cardContract.js';
import { WordsBox } from './wordsBox.js';
import { questionWords } from '../words.js';

function TextAnswer({ asked, index, state, labelledBy, describedBy, invalid }: OwnAnswerProps) {
  return (
    <div class="ownAnswer" data-own>
      <WordsBox
        {...{ state, index, labelledBy, describedBy, invalid }}
        required={asked.required === true}
        label={asked.question}
        field="otherText"
        placeholder={asked.placeholder ?? questionWords.card.textPlaceholder}
        referenceLabel={questionWords.card.addReference(questionTitle(asked, index))}
        onText={text => {
          state.change(index, typeOther(asked, state.given(index), text));
        }}
      />
    </div>
  );
}

/** The control of each kind. A kind without one does not compile. */
export const answerControls = { choice: OpenOptions, text: TextAnswer, number: TypedNumber, date: TypedDate } satisfies Readonly<
  Record<QuestionKind, ComponentType<OwnAnswerProps>>
>;
