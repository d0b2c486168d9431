// The images of an answer where there is room for one line only: by their short names. Pure.
import { splitImages } from '../../../src/shared/imageReferences.js';
import type { Answer } from '../../../src/shared/question.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { strings } from '../../strings.js';

/** The same card, with names in the place of the references. `key`: of the chat. */
export function withImageNames(item: QuestionItem, key: string): QuestionItem {
  const { draft, reply } = item;
  return {
    ...item,
    draft: draft.map(given => answerWithNames(given, key)),
    ...(reply !== undefined && { reply: named(reply, key, 0) }),
  };
}

/** The images of the note are numbered on from those of the answer. */
export function answerWithNames(given: Answer, key: string): Answer {
  const { otherText, note } = given;
  return { ...given, otherText: named(otherText, key, 0), note: named(note, key, splitImages(otherText, key).images.length) };
}

function named(text: string, key: string, before: number): string {
  const { words, images } = splitImages(text, key);
  if (images.length === 0) return text;
  return [words.trim(), ...images.map((_, position) => strings.image.name(before + position + 1))].filter(Boolean).join(' · ');
}
