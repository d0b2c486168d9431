// The part above the questions of an open card: the title, the tabs, and the actions on the whole set.
import { CardTabs } from './cardTabs.js';
import { SmallButton } from '../../ui/smallButton.js';
import type { CardState } from './cardContract.js';
import { allRecommended } from '../model/draft.js';
import { QuestionSetTitle } from '../questionSetTitle.js';
import { missingTitles } from '../model/submission.js';
import { questionWords } from '../words.js';

interface CardTopProps {
  readonly title: string | undefined;
  readonly state: CardState;
  readonly baseId: string;
}

export function CardTop({ title, state, baseId }: CardTopProps) {
  const { questions, tabs } = state;
  return (
    <>
      <QuestionSetTitle title={title} />
      {allRecommended(questions) && <AcceptRecommended state={state} />}
      {tabs && <CardTabs state={state} baseId={baseId} />}
    </>
  );
}

/** Stays where it is when there is nothing left to accept, so that nothing moves under the pointer. */
function AcceptRecommended({ state: { questions, progress, acceptRecommended } }: { readonly state: CardState }) {
  const left = missingTitles(questions, progress).length;
  const { acceptRecommended: all, acceptRest: rest, acceptNone: none } = questionWords.card;
  const words = left === 0 ? none : left === progress.filter(({ asked }) => asked).length ? all : rest;
  return (
    <div class="cardTop">
      <SmallButton label={words} text={words} icon="check" disabled={left === 0} onPress={acceptRecommended} />
    </div>
  );
}
