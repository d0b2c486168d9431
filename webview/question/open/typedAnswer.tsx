// The controls of a number and of a date.
import { DateBox } from '../../ui/dateBox.js';
import { NumberBox } from '../../ui/numberBox.js';
import { questionTitle, typeOther } from '../model/draft.js';
import type { OwnAnswerProps } from './cardContract.js';
import { questionWords } from '../words.js';

const words = questionWords.rules;

export function TypedNumber({ asked, index, state, labelledBy, describedBy, invalid }: OwnAnswerProps) {
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

export function TypedDate({ asked, index, state, labelledBy, describedBy, invalid }: OwnAnswerProps) {
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
