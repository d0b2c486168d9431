// The tabs of an open card: a tab for each question that is asked now, and the review.
import type { Question } from '../../../src/shared/question.js';
import type { Tab } from '../../ui/tabList.js';
import { TabList } from '../../ui/tabList.js';
import { questionTitles } from '../model/draft.js';
import { panelId, tabId } from '../model/pageIds.js';
import type { CardState } from './cardContract.js';
import { stateIcons } from './review.js';
import { questionWords } from '../words.js';

export function CardTabs({ state, baseId }: { readonly state: CardState; readonly baseId: string }) {
  const tabs = tabsOf(state, baseId);
  return (
    <TabList
      label={questionWords.count(tabs.length - 1)}
      tabs={tabs}
      selected={tabs.findIndex(({ page }) => page === state.page)}
      onChoose={position => {
        state.choosePage(tabs[position]?.page ?? state.reviewPage);
      }}
    />
  );
}

function tabsOf({ questions, progress, reviewPage }: CardState, baseId: string): readonly (Tab & { readonly page: number })[] {
  const ids = (page: number) => ({ page, id: tabId(baseId, page), panelId: panelId(baseId, page) });
  const pages = questionTitles(questions).flatMap((name, page) => {
    const { asked, state } = progress[page] ?? { asked: false, state: 'notAnswered' };
    return asked ? [{ ...ids(page), name, icon: stateIcons[state], state: questionWords.card[state] }] : [];
  });
  return [...pages, { ...ids(reviewPage), name: questionWords.card.review, isPinned: true }];
}

interface EarlyTabsProps {
  readonly questions: readonly Question[];
  readonly baseId: string;
  readonly page: number;
  readonly onChoose: (page: number) => void;
}

/** The tabs of a card that is still being written, as it will have them. */
export function EarlyTabs({ questions, baseId, page, onChoose }: EarlyTabsProps) {
  const tabs = questionTitles(questions).map((name, at) => ({ name, id: tabId(baseId, at), panelId: panelId(baseId, at) }));
  return <TabList label={questionWords.count(tabs.length)} tabs={tabs} selected={page} onChoose={onChoose} />;
}
