// The chip, the text and the help of a question, the same while it is open and afterwards.
import type { Question } from '../../../src/shared/question.js';
import { strings } from '../../strings.js';
import { Markdown } from '../../ui/markdownText.js';
import { Chip } from '../../ui/marks.js';

interface QuestionHeadingProps {
  readonly asked: Question;
  /** Id of the question's text, which names its controls. */
  readonly textId: string;
  /** The text is still being streamed. */
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

/** Id of the help below the text, for `aria-describedby`. */
export function helpIdOf(textId: string): string {
  return `${textId}-help`;
}
