// The body of a collapsed card that is over: what was asked, what was answered, and the note, each cut after two lines.
import { plain } from '../../../src/shared/plain.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { strings } from '../../strings.js';
import { cardWords } from '../../ui/cardMarkdown.js';
import { directionOf } from '../../ui/direction.js';
import { essenceOf } from '../model/essence.js';

export function Essence({ item }: { readonly item: QuestionItem }) {
  if (item.questions.length === 0) return null;
  return (
    <ul class="essence">
      {essenceOf(item).map(({ question, answer, note }, index) => (
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
              {strings.card.withNote(lineOf(note))}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Code points: more than two lines of the widest card. */
const longest = 400;

function lineOf(markdown: string): string {
  return plain(cardWords(markdown), longest);
}
