// The images of an answer where there is room for one line only: by their short names. Pure.
import { splitImages } from './imageReferences.js';
import type { Answer } from './question.js';

/** The word for an image, by its position among those of the answer, from 1. */
export type NameOfImage = (position: number) => string;

/** The answer with names in the place of its references. `key`: of the chat. The images of the note are numbered on from those of the words. */
export function answerWithNames(given: Answer, key: string, nameOf: NameOfImage): Answer {
  const { otherText, note } = given;
  const before = splitImages(otherText, key).images.length;
  return {
    ...given,
    otherText: textWithNames(otherText, key, nameOf),
    note: textWithNames(note, key, position => nameOf(before + position)),
  };
}

export function textWithNames(text: string, key: string, nameOf: NameOfImage): string {
  const { words, images } = splitImages(text, key);
  if (images.length === 0) return text;
  return [words.trim(), ...images.map((_, index) => nameOf(index + 1))].filter(Boolean).join(' · ');
}
