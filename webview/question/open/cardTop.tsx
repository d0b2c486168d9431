// The part above the questions of an open card: the title, the tabs, and the actions on the whole set.
import { strings } from '../../strings.js';
import { SmallButton } from '../../ui/smallButton.js';
import type { Tab } from '../../ui/tabList.js';
import { TabList } from '../../ui/tabList.js';
import type { CardState } from './cardState.js';
import { allRecommended, missingTitles, questionTitles } from '../model/draft.js';
import { stateIcons } from './review.js';
import { QuestionSetTitle } from '../parts/questionSetTitle.js';
import { stateOf } from '../model/submission.js';

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
      {tabs && (
        <TabList
          label={strings.question.count(questions.length)}
          tabs={tabsOf(state, baseId)}
          selected={state.page}
          onChoose={state.choosePage}
        />
      )}
    </>
  );
}

/** Stays where it is when there is nothing left to accept, so that nothing moves under the pointer. */
function AcceptRecommended({ state: { questions, draft, acceptRecommended } }: { readonly state: CardState }) {
  const left = missingTitles(questions, draft).length;
  const { acceptRecommended: all, acceptRest: rest, acceptNone: none } = strings.card;
  const words = left === 0 ? none : left === questions.length ? all : rest;
  return (
    <div class="cardTop">
      <SmallButton label={words} text={words} icon="check" disabled={left === 0} onPress={acceptRecommended} />
    </div>
  );
}

export const tabId = (baseId: string, page: number): string => `${baseId}-tab-${page}`;
export const panelId = (baseId: string, page: number): string => `${baseId}-panel-${page}`;

function tabsOf(state: CardState, baseId: string): readonly Tab[] {
  const pages = questionTitles(state.questions).map((name, page) => {
    const asked = state.questions[page];
    const answerState = asked === undefined ? 'notAnswered' : stateOf(asked, state.given(page));
    return {
      ...{ id: tabId(baseId, page), panelId: panelId(baseId, page), name },
      icon: stateIcons[answerState],
      state: strings.card[answerState],
    };
  });
  const page = pages.length;
  return [...pages, { id: tabId(baseId, page), panelId: panelId(baseId, page), name: strings.card.review }];
}
