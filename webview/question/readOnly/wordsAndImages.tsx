// Words of the person on a card that is over, with the images among them below.
import { splitImages } from '../../../src/shared/imageReferences.js';
import { useApp } from '../../state/context.js';
import { later } from '../../state/laterCode.js';

export function WordsAndImages({ text, className }: { readonly text: string; readonly className: string }) {
  const { words, images } = splitImages(text, useApp().store.images.value?.anyReference);
  const Images = later.value?.AnswerImages;
  return (
    <>
      {words.trim() !== '' && (
        <div class={className} dir="auto">
          {words.trim()}
        </div>
      )}
      {Images && <Images images={images} />}
    </>
  );
}
