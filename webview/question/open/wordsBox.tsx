// A box for own words on a card, an answer or a note. It grows, and the host puts references and images into it.
import { useId, useState } from 'preact/hooks';
import type { AnswerField } from '../../../src/shared/question.js';
import { readOrExplain } from '../../images/imageProblem.js';
import { imageIn } from '../../images/pastedImages.js';
import { GrowingTextBox } from '../../ui/growingTextBox.js';
import { SmallButton } from '../../ui/smallButton.js';
import type { CardState } from './cardState.js';

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
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const refusalId = useId();
  const onPaste = (event: ClipboardEvent): void => {
    const image = imageIn(event.clipboardData);
    setRefusal(undefined);
    if (image === undefined) return;
    event.preventDefault();
    // The page's listener for rejected promises reports a failure.
    void readOrExplain(image).then(read => {
      if (typeof read === 'string') setRefusal(read);
      else state.addImage(index, field, { mediaType: read.mediaType, base64: read.base64 });
    });
  };
  return (
    <div class="words">
      <GrowingTextBox
        {...{ label, labelledBy, placeholder, onPaste }}
        describedBy={[describedBy, refusal && refusalId].filter(Boolean).join(' ') || undefined}
        text={state.given(index)[field]}
        onText={text => {
          setRefusal(undefined);
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
      {refusal !== undefined && (
        <p id={refusalId} class="problem" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}
