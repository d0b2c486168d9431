// The options of an open question: radios or check boxes, a filter for a long list, the preview of the viewed option, and Other
// with its box, unless the question has its options only.
import { useId, useState } from 'preact/hooks';
import type { Question } from '../../../src/shared/question.js';
import { OptionFilter, Previews } from './optionExtras.js';
import { OptionImage } from '../../images/optionImage.js';
import { numbersHint } from '../model/typedNumbers.js';
import { Choice } from '../../ui/choice.js';
import { SmallButton } from '../../ui/smallButton.js';
import type { CardState, QuestionPartProps } from './cardContract.js';
import { deselectOther, pick, selectOther, questionTitle, typeOther } from '../model/draft.js';
import { isLong } from '../model/filter.js';
import { WordsBox } from './wordsBox.js';
import { questionWords } from '../words.js';

interface OpenOptionsProps {
  readonly asked: Question;
  readonly index: number;
  readonly state: CardState;
  readonly labelledBy: string;
  readonly describedBy: string | undefined;
}

export function OpenOptions({ asked, index, state, labelledBy, describedBy }: OpenOptionsProps) {
  const group = useId();
  const long = isLong(asked);
  return (
    <div
      role={asked.multiSelect ? 'group' : 'radiogroup'}
      aria-required={asked.required === true && !asked.multiSelect ? true : undefined}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    >
      {long && <OptionFilter {...{ asked, index, state }} />}
      <OptionList {...{ asked, index, state, group, long }} />
      {asked.onlyOptions !== true && <OtherOption {...{ asked, index, state, group }} />}
    </div>
  );
}

function OptionList({ asked, index, state, group, long }: QuestionPartProps & { readonly group: string; readonly long: boolean }) {
  const [reached, setReached] = useState<number | undefined>(undefined);
  const [comparing, setComparing] = useState(false);
  const given = state.given(index);
  const shown = state.shown(index);
  const withPreviews = !asked.multiSelect && asked.options.some(({ preview }) => preview !== undefined);
  const viewed = withPreviews ? (reached ?? given.selected[0]) : undefined;
  const all = withPreviews ? shown.filter(position => asked.options[position]?.preview !== undefined) : [];
  // Beside the options there is room for the first preview before one is viewed; below them it would be in the way.
  const owner = viewed ?? asked.options.findIndex(({ preview }) => preview !== undefined);
  const place = `options${long ? ' long' : ''}${withPreviews ? ' withPreviews' : ''}${viewed === undefined ? ' unseen' : ''}${comparing ? ' comparing' : ''}`;
  return (
    <>
      {all.length > 1 && (
        <div class="previewActs">
          <SmallButton
            label={questionWords.comparePreviews}
            text={questionWords.comparePreviews}
            pressed={comparing}
            onPress={() => {
              setComparing(!comparing);
            }}
          />
        </div>
      )}
      <div class={place} style={withPreviews ? { '--parley-options': shown.length } : undefined}>
        {shown.length === 0 && <p class="hint">{questionWords.card.noneShown}</p>}
        {shown.map((position, place) => {
          const { label, description, image } = asked.options[position] ?? { label: '' };
          const choice = (
            <Choice
              key={position}
              type={asked.multiSelect ? 'checkbox' : 'radio'}
              {...{ group, label, description }}
              shortcut={place < 9 ? String(place + 1) : undefined}
              hasPreview={all.includes(position)}
              checked={given.selected.includes(position)}
              onPick={() => {
                setReached(position);
                state.change(index, pick(asked, given, position));
              }}
              onKeyboardFocus={
                withPreviews
                  ? () => {
                      setReached(position);
                    }
                  : undefined
              }
            />
          );
          return [
            image === undefined ? (
              choice
            ) : (
              <div key={position} class="pictured">
                {choice}
                <div class="picturePlace">
                  {/* Of radios, Tab stops at one picture only, as it does at one radio. */}
                  <OptionImage
                    {...{ image, label }}
                    question={state.id}
                    inTabOrder={asked.multiSelect || position === (given.selected[0] ?? shown[0])}
                  />
                </div>
              </div>
            ),
            Previews && !comparing && position === owner && all.includes(position) && (
              <Previews key={`preview ${position}`} {...{ asked, index, state, all, first: position, comparing }} />
            ),
          ];
        })}
        {Previews && comparing && <Previews {...{ asked, index, state, all, first: owner, comparing }} />}
      </div>
    </>
  );
}

function OtherOption({ asked, index, state, group }: QuestionPartProps & { readonly group: string }) {
  const given = state.given(index);
  const title = questionTitle(asked, index);
  const hint = numbersHint(asked, given, state.shown(index));
  const hintId = useId();
  return (
    <div class={given.other ? 'other chosen' : 'other'} data-own>
      <Choice
        type={asked.multiSelect ? 'checkbox' : 'radio'}
        group={group}
        label={questionWords.other}
        shortcut="o"
        checked={given.other}
        onPick={() => {
          state.change(index, given.other ? deselectOther(given) : selectOther(asked, given));
        }}
      />
      <WordsBox
        {...{ state, index }}
        field="otherText"
        label={questionWords.otherAnswer(title)}
        placeholder={asked.multiSelect ? questionWords.otherOrNumbers : questionWords.otherOrNumber}
        describedBy={hint === '' ? undefined : hintId}
        referenceLabel={questionWords.card.addReference(title)}
        onText={text => {
          state.change(index, typeOther(asked, given, text));
        }}
      />
      {hint !== '' && (
        <p id={hintId} class="rule hint" role="status">
          {hint}
        </p>
      )}
    </div>
  );
}
