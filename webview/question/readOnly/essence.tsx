// The body of a collapsed card that is over: what was asked, what was answered, and the note, each cut after two lines.
import type { ImageReference } from '../../../src/shared/imageReferences.js';
import { splitImages } from '../../../src/shared/imageReferences.js';
import { oneLine } from '../../../src/shared/plain.js';
import type { AnswerField } from '../../../src/shared/question.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { useApp } from '../../state/context.js';
import { AnswerImages } from '../../images/answerImages.js';
import { cardWords } from '../../ui/cardMarkdown.js';
import { directionOf } from '../../ui/direction.js';
import { essenceOf } from '../model/essence.js';
import { withImageNames } from '../model/imageNames.js';
import { questionWords } from '../words.js';

export function Essence({ item }: { readonly item: QuestionItem }) {
  const anyReference = useApp().store.images.value?.anyReference;
  if (item.questions.length === 0) return null;
  return (
    <ul class="essence">
      {essenceOf(withImageNames(item, anyReference)).map(({ question, answer, note }, index) => (
        <li key={index} class="essenceLine" dir={directionOf(question)}>
          <span class="essenceQuestion" dir="auto">
            {lineOf(question)}
          </span>
          {answer !== '' && (
            <span class="essenceAnswer" dir="auto">
              {answer}
            </span>
          )}
          {note !== '' && (
            <span class="essenceNote hint" dir="auto">
              {questionWords.card.withNote(lineOf(note))}
            </span>
          )}
          <AnswerImages images={[...imagesIn(item, index, 'otherText', anyReference), ...imagesIn(item, index, 'note', anyReference)]} />
        </li>
      ))}
    </ul>
  );
}

function imagesIn({ draft }: QuestionItem, index: number, field: AnswerField, anyReference: string | undefined): readonly ImageReference[] {
  return splitImages(draft[index]?.[field] ?? '', anyReference).images;
}

/** Code points: more than two lines of the widest card. */
const longest = 400;

function lineOf(markdown: string): string {
  return oneLine(cardWords(markdown), longest);
}
