// The control of each kind of question. Texts, numbers and dates are answered here; openOptions.tsx has the options.
import type { ComponentType } from 'preact';
import type { QuestionKind } from '../../../src/shared/question.js';
import { questionTitle, typeOther } from '../model/draft.js';
import { OpenOptions } from './openOptions.js';
import type { OwnAnswerProps } from './cardContract.js';
import { WordsBox } from './wordsBox.js';
import { questionWords } from '../words.js';
import { DateBox } from '../../ui/dateBox.js';
import { NumberBox } from '../../ui/numberBox.js';

const words = questionWords.rules;

function TypedNumber({ asked, index, state, labelledBy, describedBy, invalid }: OwnAnswerProps) {
  const given = state.given(index);
  const title = questionTitle(asked, index);
  const { min, max, step, unit, required, placeholder } = asked;
  return (
    <div class="ownAnswer" data-own>
      <NumberBox
        {...{ labelledBy, describedBy, min, max, step, unit, invalid }}
        label={asked.question}
        required={required === true}
        text={given.otherText}
        placeholder={placeholder ?? words.numberPlaceholder}
        lessLabel={words.less(title)}
        moreLabel={words.more(title)}
        onText={text => {
          state.change(index, typeOther(asked, given, text));
        }}
      />
    </div>
  );
}

function TypedDate({ asked, index, state, labelledBy, describedBy, invalid }: OwnAnswerProps) {
  const given = state.given(index);
  const { earliest, latest, required, placeholder, withTime = false } = asked;
  return (
    <div class="ownAnswer" data-own>
      <DateBox
        {...{ labelledBy, describedBy, invalid, earliest, latest, withTime }}
        label={asked.question}
        required={required === true}
        text={given.otherText}
        placeholder={placeholder ?? (withTime ? words.dateWithTimePlaceholder : words.datePlaceholder)}
        calendarLabel={words.calendar(questionTitle(asked, index))}
        onText={text => {
          state.change(index, typeOther(asked, given, text));
        }}
      />
    </div>
  );
}

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
