// What only some lists of options have: a filter for a long one, previews of the viewed option.
import { useId, useState } from 'preact/hooks';
import { SearchBox } from '../../ui/searchBox.js';
import { questionTitle } from '../model/draft.js';
import { Preview } from '../preview.js';
import type { QuestionPartProps } from './cardContract.js';
import { questionWords } from '../words.js';

export function OptionFilter({ asked, index, state }: QuestionPartProps) {
  const countId = useId();
  const all = asked.options.length;
  const text = state.filterText(index);
  return (
    <div class="filter">
      <SearchBox
        label={questionWords.filter.name(questionTitle(asked, index))}
        placeholder={questionWords.filter.placeholder}
        describedBy={countId}
        text={text}
        onText={text => {
          state.filter(index, text);
        }}
      />
      <span id={countId} class="hint">
        {text === '' ? questionWords.filter.all(all) : questionWords.filter.shown(state.shown(index).length, all)}
      </span>
    </div>
  );
}

interface PreviewsProps extends QuestionPartProps {
  /** Positions of the shown options that have a preview. */
  readonly all: readonly number[];
  /** The preview that is shown until the person flips to another. */
  readonly first: number;
  readonly comparing: boolean;
}

/** One preview, with buttons that put another in its place, or all of them beside each other. */
export function Previews({ asked, index, state, all, first, comparing }: PreviewsProps) {
  const [flipped, setFlipped] = useState(0);
  const at = all[(((all.indexOf(first) + flipped) % all.length) + all.length) % all.length] ?? first;
  return (
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
