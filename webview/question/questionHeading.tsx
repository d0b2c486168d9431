// The chip and the text of a question, alike while it is open and when it is over.
import type { Question } from '../../src/shared/question.js';
import { strings } from '../strings.js';
import { Chip } from '../ui/marks.js';

export function QuestionHeading({ asked, textId }: { readonly asked: Question; readonly textId: string }) {
  return (
    <div class="questionHeading">
      <div class="questionMarks">
        {asked.header.trim() !== '' && <Chip text={asked.header} />}
        {asked.multiSelect && <span class="hint">{strings.question.several}</span>}
      </div>
      <div id={textId} class="questionText" dir="auto">
        {asked.question}
      </div>
    </div>
  );
}
