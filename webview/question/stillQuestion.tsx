// One question as text: before it can be answered, while the answer is on its way, and when it is over. All options stay.
import { useId } from 'preact/hooks';
import type { Answer, Question } from '../../src/shared/question.js';
import { strings } from '../strings.js';
import { directionOf } from '../ui/direction.js';
import { Icon } from '../ui/icon.js';
import { HiddenText } from '../ui/marks.js';
import { QuestionHeading } from './questionHeading.js';

interface StillQuestionProps {
  readonly asked: Question;
  /** What is filled in; undefined when nothing can be yet. */
  readonly given: Answer | undefined;
  /** False when Claude never got it: then it is shown as filled in, not as chosen. */
  readonly sent: boolean;
}

export function StillQuestion({ asked, given, sent }: StillQuestionProps) {
  const textId = useId();
  const mark = sent ? strings.question.chosen : strings.question.notSent;
  const own = given?.otherText.trim() === '' ? undefined : given?.otherText;
  return (
    <div class="question still" role="group" aria-labelledby={textId} dir={directionOf(asked.question)}>
      <QuestionHeading asked={asked} textId={textId} />
      <ul class="options">
        {asked.options.map(({ label, description }, position) => (
          <StillOption
            key={position}
            text={label}
            description={description}
            mark={given?.selected.includes(position) === true ? mark : undefined}
          />
        ))}
        {given?.other === true && own !== undefined && <StillOption text={own} mark={mark} />}
      </ul>
    </div>
  );
}

interface StillOptionProps {
  readonly text: string;
  readonly description?: string | undefined;
  /** What a screen reader hears of its being chosen. */
  readonly mark?: string | undefined;
}

function StillOption({ text, description, mark }: StillOptionProps) {
  return (
    <li class={mark === undefined ? 'stillOption' : 'stillOption chosen'}>
      <span class="stillMark">{mark !== undefined && <Icon name="check" />}</span>
      <div class="optionContent">
        <div class="optionLabel" dir="auto">
          {text}
        </div>
        {mark !== undefined && <HiddenText>{mark}</HiddenText>}
        {description !== undefined && description !== '' && (
          <div class="optionDescription" dir="auto">
            {description}
          </div>
        )}
      </div>
    </li>
  );
}
