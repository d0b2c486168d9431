// A box for own words on a card, an answer or a note. It grows, and the host puts references and images into it.
import { useId, useState } from 'preact/hooks';
import type { AnswerField } from '../../../src/shared/question.js';
import { strings } from '../../strings.js';
import { GrowingTextBox } from '../../ui/growingTextBox.js';
import { SmallButton } from '../../ui/smallButton.js';
import type { CardState } from './cardState.js';
import { imageIn, largestImage, readImage } from './pastedImage.js';

interface WordsBoxProps {
  readonly state: CardState;
  readonly index: number;
  readonly field: AnswerField;
  readonly label?: string;
  readonly labelledBy?: string;
  readonly describedBy?: string | undefined;
  readonly placeholder: string;
  readonly referenceLabel: string;
  readonly onText: (text: string) => void;
}

export function WordsBox({ state, index, field, label, labelledBy, describedBy, placeholder, referenceLabel, onText }: WordsBoxProps) {
  const [tooLarge, setTooLarge] = useState(false);
  const refusalId = useId();
  const onPaste = (event: ClipboardEvent): void => {
    const image = imageIn(event.clipboardData);
    setTooLarge(image !== undefined && image.size > largestImage);
    if (image === undefined) return;
    event.preventDefault();
    if (image.size > largestImage) return;
    // The page's listener for rejected promises reports a failure.
    void readImage(image).then(read => {
      state.addImage(index, field, read);
    });
  };
  return (
    <div class="words">
      <GrowingTextBox
        {...{ label, labelledBy, placeholder, onPaste }}
        describedBy={[describedBy, tooLarge ? refusalId : undefined].filter(Boolean).join(' ') || undefined}
        text={state.given(index)[field]}
        onText={text => {
          setTooLarge(false);
          onText(text);
        }}
      />
      <SmallButton
        label={referenceLabel}
        icon="mention"
        onPress={() => {
          state.addReference(index, field);
        }}
      />
      {tooLarge && (
        <p id={refusalId} class="problem" role="alert">
          {strings.card.imageTooLarge}
        </p>
      )}
    </div>
  );
}
