// The review before submitting: each answer in a line that goes to its question.
import type { IconName } from '../../ui/icon.js';
import { Icon } from '../../ui/icon.js';
import { useApp } from '../../state/context.js';
import { answerWithNames } from '../../../src/shared/imageNames.js';
import type { CardState } from './cardContract.js';
import { questionTitles } from '../model/draft.js';
import type { AnswerState } from '../model/submission.js';
import { answerWords } from '../model/submission.js';
import { questionWords } from '../words.js';
import { strings } from '../../strings.js';

export const stateIcons: Record<AnswerState, IconName | undefined> = { answered: 'check', skipped: 'circleSlash', notAnswered: undefined };

export function Review({ state }: { readonly state: CardState }) {
  const { questions, progress } = state;
  const anyReference = useApp().store.images.value?.anyReference;
  const titles = questionTitles(questions);
  return (
    <ul class="review">
      {questions.map((asked, index) => {
        const given = answerWithNames(state.given(index), anyReference, strings.image.name);
        const { asked: isAsked, state: answerState } = progress[index] ?? { asked: false, state: 'notAnswered' };
        if (!isAsked) return null;
        const icon = stateIcons[answerState];
        return (
          <li key={index}>
            <button
              type="button"
              class={`reviewLine ${answerState}`}
              onClick={() => {
                state.goTo(index);
              }}
            >
              <span class="reviewMark">{icon !== undefined && <Icon name={icon} />}</span>
              <span class="reviewWords">
                <span class="reviewTitle" dir="auto">
                  {titles[index]}
                </span>{' '}
                <span class="reviewAnswer" dir="auto">
                  {answerWords(asked, given, answerState)}
                </span>
                {given.note.trim() !== '' && (
                  <span class="reviewNote hint" dir="auto">
                    {' '}
                    {questionWords.card.withNote(given.note)}
                  </span>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
