// The chip, the text and the help of a question, the same while it is open and afterwards.
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { Question } from '../../src/shared/question.js';
import { Markdown } from '../ui/markdownText.js';
import { Chip } from '../ui/marks.js';
import { PlainWords } from '../state/context.js';
import { questionWords } from './words.js';

interface QuestionHeadingProps {
  readonly asked: Question;
  /** Id of the question's text, which names its controls. */
  readonly textId: string;
  /** The text is still being streamed. */
  readonly growing?: boolean;
  /** A word about its answer. */
  readonly mark?: string | undefined;
  /** Stands behind the words. */
  readonly children?: ComponentChildren;
}

export function QuestionHeading({ asked, textId, growing = false, mark = '', children }: QuestionHeadingProps) {
  const { header, multiSelect, minChoices, maxChoices, question, description = '' } = asked;
  // Bounds of their own say it better.
  const several = multiSelect && minChoices === undefined && maxChoices === undefined;
  return (
    <div class="questionHeading">
      <div class="questionMarks">
        {header.trim() !== '' && header !== question && <Chip text={header} />}
        {several && <span class="hint">{questionWords.several}</span>}
        {mark !== '' && <span class="hint">{mark}</span>}
        {children}
      </div>
      <div id={textId} class="questionText">
        <Words text={question} growing={growing} />
      </div>
      {description.trim() !== '' && (
        <div id={helpIdOf(textId)} class="questionHelp">
          <Words text={description} growing={growing} />
        </div>
      )}
    </div>
  );
}

function Words({ text, growing }: { readonly text: string; readonly growing: boolean }) {
  if (!useContext(PlainWords)) return <Markdown text={text} growing={growing} links={growing ? 'words' : 'open'} />;
  return (
    <div class="plainWords" dir="auto">
      {text}
    </div>
  );
}

/** Id of the help below the text, for `aria-describedby`. */
export function helpIdOf(textId: string): string {
  return `${textId}-help`;
}
