// A box for own words on a card, an answer or a note. It grows, and the host puts references and images into it.
import { useId, useState } from 'preact/hooks';
import { joinImages, splitImages } from '../../../src/shared/imageReferences.js';
import type { AnswerField } from '../../../src/shared/question.js';
import type { GivenFiles } from '../../images/givenFiles.js';
import { filesIn, pastedFiles } from '../../images/givenFiles.js';
import { useApp } from '../../state/context.js';
import { strings } from '../../strings.js';
import { AnswerImages } from '../../images/answerImages.js';
import { GrowingTextBox } from '../../ui/growingTextBox.js';
import { SmallButton } from '../../ui/smallButton.js';
import type { CardState } from './cardContract.js';

interface WordsBoxProps {
  readonly state: CardState;
  readonly index: number;
  readonly field: AnswerField;
  readonly label?: string;
  readonly labelledBy?: string;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly placeholder: string;
  readonly referenceLabel: string;
  readonly onText: (text: string) => void;
}

export function WordsBox(props: WordsBoxProps) {
  const { state, index, field, label, labelledBy, describedBy, invalid, required, placeholder, referenceLabel, onText } = props;
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const refusalId = useId();
  // A server gets data, and cannot read files.
  const takesReferences = state.elicitation === undefined;
  const { store } = useApp();
  const anyReference = store.images.value?.anyReference;
  const given = state.given(index);
  // The text of the answer keeps the references, so that Claude reads them; the box shows the words alone.
  const { words, images } = splitImages(given[field], anyReference);
  const take = (event: Event, { images: given, hasOthers }: GivenFiles): void => {
    setRefusal(takesReferences && hasOthers ? strings.image.onlyImagesOnCard : undefined);
    if (!takesReferences || (given.length === 0 && !hasOthers)) return;
    event.preventDefault();
    // The page's listener for rejected promises reports a failure.
    for (const image of given)
      void state.addImage(index, field, image).then(refused => {
        if (refused !== undefined) setRefusal(refused);
      });
  };
  const onPaste = (event: ClipboardEvent): void => {
    take(event, pastedFiles(event.clipboardData));
  };
  return (
    <div
      class="words"
      onDragOver={event => {
        if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
      }}
      onDrop={event => {
        take(event, filesIn(event.dataTransfer));
      }}
    >
      <GrowingTextBox
        {...{ label, labelledBy, invalid, required, placeholder, onPaste }}
        describedBy={[describedBy, refusal && refusalId].filter(Boolean).join(' ') || undefined}
        text={words}
        onText={text => {
          setRefusal(undefined);
          onText(joinImages({ words: text, images }));
        }}
      />
      <AnswerImages
        images={images}
        before={field === 'note' ? splitImages(given.otherText, anyReference).images.length : 0}
        onRemove={position => {
          onText(joinImages({ words, images: images.filter((_, at) => at !== position) }));
        }}
      />
      {refusal !== undefined && (
        <p id={refusalId} class="problem" role="alert">
          {refusal}
        </p>
      )}
      {takesReferences && (
        <SmallButton
          label={referenceLabel}
          icon="mention"
          onPress={() => {
            state.addReference(index, field);
          }}
        />
      )}
    </div>
  );
}
