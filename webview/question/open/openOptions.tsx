// The options of an open question: radios or check boxes, a filter for a long list, the preview of the viewed option, and Other
// with its box, unless the question has its options only.
import { useId, useState } from 'preact/hooks';
import type { Question } from '../../../src/shared/question.js';
import { later } from '../../state/laterCode.js';
import { strings } from '../../strings.js';
import { Choice } from '../../ui/choice.js';
import { SmallButton } from '../../ui/smallButton.js';
import { SearchBox } from '../../ui/searchBox.js';
import type { CardState } from './cardState.js';
import { deselectOther, pick, selectOther, questionTitle, typeOther } from '../model/draft.js';
import { isLong } from '../model/filter.js';
import { WordsBox } from './wordsBox.js';

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
    <div role={asked.multiSelect ? 'group' : 'radiogroup'} aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {long && <OptionFilter {...{ asked, index, state }} />}
      <OptionList {...{ asked, index, state, group, long }} />
      {asked.onlyOptions !== true && <OtherOption {...{ asked, index, state, group }} />}
    </div>
  );
}

interface PartProps {
  readonly asked: Question;
  readonly index: number;
  readonly state: CardState;
}

function OptionFilter({ asked, index, state }: PartProps) {
  const countId = useId();
  const all = asked.options.length;
  const text = state.filterText(index);
  return (
    <div class="filter">
      <SearchBox
        label={strings.card.filter(questionTitle(asked, index))}
        placeholder={strings.card.filterPlaceholder}
        describedBy={countId}
        text={text}
        onText={text => {
          state.filter(index, text);
        }}
      />
      <span id={countId} class="hint">
        {text === '' ? strings.card.optionCount(all) : strings.card.shown(state.shown(index).length, all)}
      </span>
    </div>
  );
}

function OptionList({ asked, index, state, group, long }: PartProps & { readonly group: string; readonly long: boolean }) {
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
            label={strings.question.comparePreviews}
            text={strings.question.comparePreviews}
            pressed={comparing}
            onPress={() => {
              setComparing(!comparing);
            }}
          />
        </div>
      )}
      <div class={place} style={withPreviews ? { '--parley-options': shown.length } : undefined}>
        {shown.length === 0 && <p class="hint">{strings.card.noneShown}</p>}
        {shown.map((position, place) => {
          const { label, description } = asked.options[position] ?? { label: '' };
          return [
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
            />,
            !comparing && position === owner && all.includes(position) && (
              <Previews key={`preview ${position}`} {...{ asked, index, state, all, first: position, comparing }} />
            ),
          ];
        })}
        {comparing && <Previews {...{ asked, index, state, all, first: owner, comparing }} />}
      </div>
    </>
  );
}

interface PreviewsProps extends PartProps {
  /** Positions of the shown options that have a preview. */
  readonly all: readonly number[];
  /** The preview that is shown until the person flips to another. */
  readonly first: number;
  readonly comparing: boolean;
}

/** One preview, with buttons that put another in its place, or all of them beside each other. */
function Previews({ asked, index, state, all, first, comparing }: PreviewsProps) {
  const [flipped, setFlipped] = useState(0);
  const Preview = later.value?.Preview;
  const at = all[(((all.indexOf(first) + flipped) % all.length) + all.length) % all.length] ?? first;
  return Preview === undefined ? null : (
    <div class="previewPlace">
      {(comparing ? all : [at]).map((position, place) => {
        const { label, preview = '' } = asked.options[position] ?? { label: '' };
        return (
          <Preview
            key={place}
            text={preview}
            label={label}
            onOpen={() => {
              state.openPreview(index, position);
            }}
            onFlip={
              comparing || all.length < 2
                ? undefined
                : step => {
                    setFlipped(flipped + step);
                  }
            }
          />
        );
      })}
    </div>
  );
}

function OtherOption({ asked, index, state, group }: PartProps & { readonly group: string }) {
  const given = state.given(index);
  const title = questionTitle(asked, index);
  return (
    <div class={given.other ? 'other chosen' : 'other'} data-own>
      <Choice
        type={asked.multiSelect ? 'checkbox' : 'radio'}
        group={group}
        label={strings.question.other}
        shortcut="o"
        checked={given.other}
        onPick={() => {
          state.change(index, given.other ? deselectOther(given) : selectOther(asked, given));
        }}
      />
      <WordsBox
        {...{ state, index }}
        field="otherText"
        label={strings.question.otherAnswer(title)}
        placeholder={strings.question.otherPlaceholder}
        referenceLabel={strings.card.addReference(title)}
        onText={text => {
          state.change(index, typeOther(asked, given, text));
        }}
      />
    </div>
  );
}
