// One question that a person can answer: its options, and an own answer. State comes in, changes go out.
import { useId } from 'preact/hooks';
import type { Answer, Question } from '../../src/shared/question.js';
import { strings } from '../strings.js';
import { Checkbox } from '../ui/checkbox.js';
import { directionOf } from '../ui/direction.js';
import { GrowingTextBox } from '../ui/growingTextBox.js';
import { Radio, RadioGroup } from '../ui/radio.js';
import { deselectOther, pick, selectOther, titleOf, typeOther } from './draft.js';
import { QuestionHeading } from './questionHeading.js';

interface OpenQuestionProps {
  readonly asked: Question;
  readonly index: number;
  readonly given: Answer;
  readonly onAnswer: (given: Answer) => void;
}

export function OpenQuestion({ asked, index, given, onAnswer }: OpenQuestionProps) {
  const textId = useId();
  const Options = asked.multiSelect ? CheckboxOptions : RadioOptions;
  return (
    <div class={given.other ? 'question own' : 'question'} data-question={index} dir={directionOf(asked.question)}>
      <QuestionHeading asked={asked} textId={textId} />
      <Options asked={asked} given={given} labelledBy={textId} onAnswer={onAnswer} />
      {/* Outside of the radio group: that takes arrow keys and clicks of everything in it for itself. */}
      <div class={given.other ? 'otherAnswer chosen' : 'otherAnswer'}>
        <GrowingTextBox
          label={strings.question.otherAnswer(titleOf(asked, index))}
          placeholder={strings.question.otherPlaceholder}
          text={given.otherText}
          onText={text => {
            onAnswer(typeOther(asked, given, text));
          }}
        />
      </div>
    </div>
  );
}

interface OptionsProps {
  readonly asked: Question;
  readonly given: Answer;
  readonly labelledBy: string;
  readonly onAnswer: (given: Answer) => void;
}

function RadioOptions({ asked, given, labelledBy, onAnswer }: OptionsProps) {
  const chosen = given.other ? 'other' : given.selected[0]?.toString();
  return (
    <RadioGroup labelledBy={labelledBy} chosen={chosen}>
      {asked.options.map(({ label, description }, position) => (
        <Radio
          key={position}
          value={String(position)}
          label={label}
          description={description}
          shortcut={shortcutOf(position)}
          chosen={chosen === String(position)}
          onChoose={() => {
            onAnswer(pick(asked, given, position));
          }}
        />
      ))}
      <Radio
        key="other"
        value="other"
        label={strings.question.other}
        shortcut="o"
        chosen={given.other}
        onChoose={() => {
          onAnswer(selectOther(asked, given));
        }}
      />
    </RadioGroup>
  );
}

function CheckboxOptions({ asked, given, labelledBy, onAnswer }: OptionsProps) {
  return (
    <div class="options" role="group" aria-labelledby={labelledBy}>
      {asked.options.map(({ label, description }, position) => (
        <Checkbox
          key={position}
          label={label}
          description={description}
          shortcut={shortcutOf(position)}
          checked={given.selected.includes(position)}
          onToggle={() => {
            onAnswer(pick(asked, given, position));
          }}
        />
      ))}
      <Checkbox
        key="other"
        label={strings.question.other}
        shortcut="o"
        checked={given.other}
        onToggle={() => {
          onAnswer(given.other ? deselectOther(given) : selectOther(asked, given));
        }}
      />
    </div>
  );
}

function shortcutOf(position: number): string | undefined {
  return position < 9 ? String(position + 1) : undefined;
}
