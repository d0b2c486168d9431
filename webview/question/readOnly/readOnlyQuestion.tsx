// One question, read-only: while its answer is being sent and afterwards. All options stay.
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { answerParts, otherTextOf } from '../../../src/shared/answers.js';
import { splitImages } from '../../../src/shared/imageReferences.js';
import type { Answer, Question } from '../../../src/shared/question.js';
import { useApp } from '../../state/context.js';
import { OptionImage } from '../../images/optionImage.js';
import { AnswerImages } from '../../images/answerImages.js';
import { directionOf } from '../../ui/direction.js';
import { Icon } from '../../ui/icon.js';
import { Markdown } from '../../ui/markdownText.js';
import { HiddenText } from '../../ui/marks.js';
import { OptionContent } from '../../ui/optionContent.js';
import { QuestionHeading } from '../questionHeading.js';
import { WordsAndImages } from './wordsAndImages.js';
import { questionWords } from '../words.js';
import { Preview } from '../preview.js';
import { Disclosure } from '../../ui/disclosure.js';

interface StillQuestionProps {
  /** The id of the item. */
  readonly id: string;
  /** Undefined: its condition does not hold, so it is not shown. */
  readonly asked: Question | undefined;
  readonly given: Answer | undefined;
  /** False when Claude never got the answer, which is then shown as filled in and not as chosen. */
  readonly sent: boolean;
  /** Absent where the host no longer holds the question. */
  readonly onOpenPreview: ((option: number) => void) | undefined;
}

export function ReadOnlyQuestion({ id, asked, given, sent, onOpenPreview }: StillQuestionProps) {
  const textId = useId();
  const mark = sent ? questionWords.chosen : questionWords.notSent;
  if (asked === undefined) return null;
  const own = otherTextOf(asked, given);
  const silent = sent && answerParts(asked, given).length === 0;
  return (
    <div class="question still" role="group" aria-labelledby={textId} dir={directionOf(asked.question)}>
      <QuestionHeading asked={asked} textId={textId} />
      {(asked.options.length > 0 || own !== undefined) && (
        <ul class="options">
          {asked.options.map(({ label, description, preview, image }, position) => (
            <StillOption key={position} mark={given?.selected.includes(position) === true ? mark : undefined}>
              <OptionContent label={label} description={description} links="open" />
              {image !== undefined && (
                <div class="picturePlace">
                  <OptionImage {...{ image, label }} question={id} settled />
                </div>
              )}
              {preview !== undefined && (
                <FoldedPreview
                  text={preview}
                  label={label}
                  onOpen={
                    onOpenPreview &&
                    (() => {
                      onOpenPreview(position);
                    })
                  }
                />
              )}
            </StillOption>
          ))}
          {own !== undefined && (
            <StillOption mark={mark}>
              <WordsAndImages text={own} className="optionLabel ownWords" />
            </StillOption>
          )}
        </ul>
      )}
      {silent && <p class="hint">{given?.skipped === true ? questionWords.skipped : questionWords.unanswered}</p>}
      <StillNote note={given?.note ?? ''} answer={given?.otherText ?? ''} />
    </div>
  );
}

interface StillOptionProps {
  /** The words for a screen reader that mark the chosen option. */
  readonly mark: string | undefined;
  readonly children: ComponentChildren;
}

function StillOption({ mark, children }: StillOptionProps) {
  return (
    <li class={mark === undefined ? 'stillOption' : 'stillOption chosen'}>
      <span class="stillMark">{mark !== undefined && <Icon name="check" />}</span>
      <div class="stillContent">
        {mark !== undefined && <HiddenText>{mark}</HiddenText>}
        {children}
      </div>
    </li>
  );
}

function StillNote({ note, answer }: { readonly note: string; readonly answer: string }) {
  const anyReference = useApp().store.images.value?.anyReference;
  if (note.trim() === '') return null;
  const { words, images } = splitImages(note, anyReference);
  return (
    <div class="stillNote" role="group" aria-label={questionWords.yourNote}>
      <div class="hint">{questionWords.yourNote}</div>
      <Markdown text={words} />
      <AnswerImages images={images} before={splitImages(answer, anyReference).images.length} />
    </div>
  );
}

interface FoldedPreviewProps {
  readonly text: string;
  readonly label: string;
  readonly onOpen: (() => void) | undefined;
}

/** The preview of an option on an ended card. */
function FoldedPreview({ text, label, onOpen }: FoldedPreviewProps) {
  const [open, setOpen] = useState(false);
  return (
    <div class="foldedPreview">
      <Disclosure summary={questionWords.showPreview(label)} open={open} onToggle={setOpen} />
      {open && <Preview text={text} label={label} {...(onOpen !== undefined && { onOpen })} />}
    </div>
  );
}
