// One question as a record: while the answer is on its way, and when it is over. All options stay.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { answerParts, ownWords } from '../../src/shared/answers.js';
import type { Answer, Question } from '../../src/shared/question.js';
import { strings } from '../strings.js';
import { directionOf } from '../ui/direction.js';
import { Icon } from '../ui/icon.js';
import { Markdown } from '../ui/markdownText.js';
import { HiddenText } from '../ui/marks.js';
import { OptionContent } from '../ui/optionContent.js';
import { FoldedPreview } from './foldedPreview.js';
import { QuestionHeading } from './questionHeading.js';

interface StillQuestionProps {
  readonly asked: Question;
  readonly given: Answer | undefined;
  /** False when Claude never got it: then it is shown as filled in, not as chosen. */
  readonly sent: boolean;
  readonly onOpenPreview: (option: number) => void;
}

export function StillQuestion({ asked, given, sent, onOpenPreview }: StillQuestionProps) {
  const textId = useId();
  const mark = sent ? strings.question.chosen : strings.question.notSent;
  const own = ownWords(asked, given);
  const silent = sent && answerParts(asked, given).length === 0;
  return (
    <div class="question still" role="group" aria-labelledby={textId} dir={directionOf(asked.question)}>
      <QuestionHeading asked={asked} textId={textId} />
      {(asked.options.length > 0 || own !== undefined) && (
        <ul class="options">
          {asked.options.map(({ label, description, preview }, position) => (
            <StillOption key={position} mark={given?.selected.includes(position) === true ? mark : undefined}>
              <OptionContent label={label} description={description} links="open" />
              {preview !== undefined && (
                <FoldedPreview
                  text={preview}
                  label={label}
                  onOpen={() => {
                    onOpenPreview(position);
                  }}
                />
              )}
            </StillOption>
          ))}
          {own !== undefined && (
            <StillOption mark={mark}>
              <div class="optionLabel ownWords" dir="auto">
                {own}
              </div>
            </StillOption>
          )}
        </ul>
      )}
      {silent && <p class="hint">{given?.skipped === true ? strings.question.skipped : strings.question.unanswered}</p>}
      <StillNote note={given?.note ?? ''} />
    </div>
  );
}

interface StillOptionProps {
  /** What a screen reader hears of its being chosen. */
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

function StillNote({ note }: { readonly note: string }) {
  if (note.trim() === '') return null;
  return (
    <div class="stillNote" role="group" aria-label={strings.question.yourNote}>
      <div class="hint">{strings.question.yourNote}</div>
      <Markdown text={note} />
    </div>
  );
}
