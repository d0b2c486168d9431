// Words of the person on a card that is over, with the images among them below.
import { splitImages } from '../../../src/shared/imageReferences.js';
import { useApp } from '../../state/context.js';
import { AnswerImages } from '../../images/answerImages.js';

export function WordsAndImages({ text, className }: { readonly text: string; readonly className: string }) {
  const { words, images } = splitImages(text, useApp().store.images.value?.anyReference);
  return (
    <>
      {words.trim() !== '' && (
        <div class={className} dir="auto">
          {words.trim()}
        </div>
      )}
      <AnswerImages images={images} />
    </>
  );
}
