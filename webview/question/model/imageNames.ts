// The images of a card where there is room for one line only. Pure.
import { answerWithNames, textWithNames } from '../../../src/shared/imageNames.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { strings } from '../../strings.js';

/** The same card, with names in the place of the references. `anyReference`: as in `splitImages`. */
export function withImageNames(item: QuestionItem, anyReference: string | undefined): QuestionItem {
  const { draft, reply } = item;
  return {
    ...item,
    draft: draft.map(given => answerWithNames(given, anyReference, strings.image.name)),
    ...(reply !== undefined && { reply: textWithNames(reply, anyReference, strings.image.name) }),
  };
}
