// The answer to a question without options: words, or a number.
import { useId } from 'preact/hooks';
import { numberProblem } from '../../src/shared/answers.js';
import type { Question } from '../../src/shared/question.js';
import { strings } from '../strings.js';
import { NumberBox } from '../ui/numberBox.js';
import type { CardState } from './cardState.js';
import { titleOf, typeOther } from './draft.js';
import { boundsWords, problemWords } from './numberWords.js';
import { WordsBox } from './wordsBox.js';

interface OwnAnswerProps {
  readonly asked: Question;
  readonly index: number;
  readonly state: CardState;
  /** The question on screen. It comes before its text as a label, which is for checkers that see no words out of view. */
  readonly labelledBy: string;
  readonly describedBy: string | undefined;
}

export function TextAnswer({ asked, index, state, labelledBy, describedBy }: OwnAnswerProps) {
  return (
    <div class="ownAnswer" data-own>
      <WordsBox
        {...{ state, index, labelledBy, describedBy }}
        label={asked.question}
        field="otherText"
        placeholder={asked.placeholder ?? strings.card.textPlaceholder}
        referenceLabel={strings.card.addReference(titleOf(asked, index))}
        onText={text => {
          state.change(index, typeOther(asked, state.given(index), text));
        }}
      />
    </div>
  );
}

export function NumberAnswer({ asked, index, state, labelledBy, describedBy }: OwnAnswerProps) {
  const boundsId = useId();
  const problemId = useId();
  const given = state.given(index);
  const problem = numberProblem(asked, given);
  const title = titleOf(asked, index);
  const bounds = boundsWords(asked);
  const { min, max, step, unit } = asked;
  return (
    <div class="ownAnswer">
      <NumberBox
        {...{ labelledBy, min, max, step, unit }}
        label={asked.question}
        describedBy={[describedBy, bounds !== '' && boundsId, problem !== undefined && problemId].filter(Boolean).join(' ') || undefined}
        text={given.otherText}
        placeholder={asked.placeholder ?? strings.card.numberPlaceholder}
        invalid={problem !== undefined}
        lessLabel={strings.card.less(title)}
        moreLabel={strings.card.more(title)}
        onText={text => {
          state.change(index, typeOther(asked, given, text));
        }}
      />
      {bounds !== '' && (
        <p id={boundsId} class="hint">
          {bounds}
        </p>
      )}
      {problem !== undefined && (
        <p id={problemId} class="problem">
          {problemWords(asked, problem)}
        </p>
      )}
    </div>
  );
}
