// The chip, the text and the help of a question, alike while it is open and when it is over.
import type { Question } from '../../src/shared/question.js';
import { strings } from '../strings.js';
import { Markdown } from '../ui/markdownText.js';
import { Chip } from '../ui/marks.js';

interface QuestionHeadingProps {
  readonly asked: Question;
  /** The text alone: what names the question. */
  readonly textId: string;
  /** More of it is on its way. */
  readonly growing?: boolean;
}

export function QuestionHeading({ asked, textId, growing = false }: QuestionHeadingProps) {
  const { header, multiSelect, question, description = '' } = asked;
  return (
    <div class="questionHeading">
      <div class="questionMarks">
        {header.trim() !== '' && <Chip text={header} />}
        {multiSelect && <span class="hint">{strings.question.several}</span>}
      </div>
      <div id={textId} class="questionText">
        <Markdown text={question} growing={growing} links={growing ? 'words' : 'open'} />
      </div>
      {description.trim() !== '' && (
        <div id={helpIdOf(textId)} class="questionHelp">
          <Markdown text={description} growing={growing} links={growing ? 'words' : 'open'} />
        </div>
      )}
    </div>
  );
}

/** The id of the line of help below the text, for what it describes. */
export function helpIdOf(textId: string): string {
  return `${textId}-help`;
}
