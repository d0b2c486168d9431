// The images of an answer where there is room for one line only: by their short names. Pure.
import { splitImages } from './imageReferences.js';
import type { Answer } from './question.js';

/** The word for an image, by its position among those of the answer, from 1. */
type NameOfImage = (position: number) => string;

/** The answer with names in the place of its references. `anyReference`: as in `splitImages`. The images of the note are numbered on from those of the words. */
export function answerWithNames(given: Answer, anyReference: string | undefined, nameOf: NameOfImage): Answer {
  const { otherText, note } = given;
  const before = splitImages(otherText, anyReference).images.length;
  return {
    ...given,
    otherText: textWithNames(otherText, anyReference, nameOf),
    note: textWithNames(note, anyReference, position => nameOf(before + position)),
  };
}

export function textWithNames(text: string, anyReference: string | undefined, nameOf: NameOfImage): string {
  const { words, images } = splitImages(text, anyReference);
  if (images.length === 0) return text;
  return [words.trim(), ...images.map((_, index) => nameOf(index + 1))].filter(Boolean).join(' · ');
}
