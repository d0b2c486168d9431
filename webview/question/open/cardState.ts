// State of an open card: the draft, the shown part of it, and the actions by mouse or key. Every change of the draft goes to the
// host at once, which stores it.
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { isAnsweredOrSkipped, emptyAnswer, normalizeAnswers } from '../../../src/shared/answers.js';
import type { Answer, AnswerField, Question } from '../../../src/shared/question.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { useApp } from '../../state/context.js';
import { composerTarget } from '../../a11y/focusTargets.js';
import { useAfterRender } from './afterRender.js';
import { useCardLayout } from './cardLayout.js';
import { focusedQuestion, focusFoot, focusQuestion, focusTab, isTabFocused } from './cardFocus.js';
import type { Draft } from '../model/draft.js';
import { initialDraft, nextMissing, pickRecommended, questionTitles } from '../model/draft.js';
import type { Filter } from '../model/filter.js';
import { noFilter, shownOptions } from '../model/filter.js';
import { offReason, wrongNumber } from '../model/submission.js';

export interface CardState {
  readonly questions: readonly Question[];
  readonly draft: Draft;
  /** Shows one question at a time, and a review after the last. */
  readonly tabs: boolean;
  /** Index of the shown question in the tab layout; the review comes after the last question. */
  readonly page: number;
  readonly reviewPage: number;
  /** Why Submit is off; undefined when it is on. */
  readonly offBecause: string | undefined;
  /** Some questions have no answer, and the card asks whether to send the others. */
  readonly confirming: boolean;
  given(index: number): Answer;
  change(index: number, given: Answer): void;
  acceptRecommended(): void;
  filterText(index: number): string;
  filter(index: number, text: string): void;
  /** Positions of the options that pass the filter. */
  shown(index: number): readonly number[];
  /** Shows a question or the review, and focuses it. */
  goTo(page: number): void;
  choosePage(page: number): void;
  switchLayout(): void;
  submit(): void;
  goBack(): void;
  dismiss(): void;
  replyInChat(): void;
  undo(): void;
  addReference(index: number, field: AnswerField): void;
  /** `chat`: the key of the chat that was shown when the person added the image, because reading an image takes time. */
  addImage(index: number, field: AnswerField, image: { readonly mediaType: string; readonly base64: string }, chat: string): void;
  openPreview(index: number, option: number): void;
  /** The index of the question that keys act on. */
  current(): number;
}

export function useCardState(item: QuestionItem, body: RefObject<HTMLElement | null>): CardState {
  const { id, questions } = item;
  const { post, composer, focusTargets } = useApp();
  const { draft, change } = useDraft(item);
  const [filters, setFilters] = useState<readonly Filter[]>([]);
  const [submitted, setSubmitted] = useState(false);
  const afterRender = useAfterRender(body);
  const { tabs, page, setPage } = useCardLayout(questions, draft, body);
  const reviewPage = questions.length;
  const offBecause = offReason(questions, draft);
  const complete = questions.every((asked, index) => isAnsweredOrSkipped(asked, draft[index]));
  const confirming = submitted && offBecause === undefined && !complete;
  const given = (index: number): Answer => draft[index] ?? emptyAnswer;
  const goTo = (to: number): void => {
    const fromTab = isTabFocused();
    setPage(to);
    afterRender(card => {
      if (fromTab) focusTab(card);
      else if (to === reviewPage) focusFoot(card);
      else focusQuestion(card, to);
    });
  };
  return {
    questions,
    draft,
    ...{ tabs, page, reviewPage, offBecause, confirming, given, goTo },
    change(index, changed) {
      change(draft.map((old, position) => (position === index ? changed : old)));
    },
    acceptRecommended() {
      change(pickRecommended(questions, draft));
    },
    filterText: index => filters[index]?.text ?? '',
    filter(index, text) {
      const changed = { text, pinned: given(index).selected };
      setFilters(questions.map((_, position) => (position === index ? changed : (filters[position] ?? noFilter))));
    },
    shown(index) {
      const asked = questions[index];
      return asked === undefined ? [] : shownOptions(asked, given(index), filters[index] ?? noFilter);
    },
    choosePage: setPage,
    switchLayout() {
      post({ type: 'chooseLayout', layout: tabs ? 'stacked' : 'tabs' });
    },
    submit() {
      if (offBecause !== undefined) {
        const culprit = wrongNumber(questions, draft)?.index ?? nextMissing(questions, draft, (focusedQuestion() ?? 0) - 1);
        if (culprit !== undefined) goTo(culprit);
      } else if (complete || confirming) {
        setSubmitted(false);
        post({ type: 'answerQuestion', id, answers: [...normalizeAnswers(questions, draft)] });
      } else {
        setSubmitted(true);
        afterRender(focusFoot);
      }
    },
    goBack() {
      setSubmitted(false);
      goTo(nextMissing(questions, draft, -1) ?? 0);
    },
    dismiss() {
      post({ type: 'dismissQuestion', id });
    },
    replyInChat() {
      composer.startReply({ id, titles: questionTitles(questions) });
      focusTargets.focus(composerTarget);
    },
    undo() {
      post({ type: 'undoAnswer', id });
    },
    addReference(index, field) {
      post({ type: 'addReference', id, question: index, field });
    },
    addImage(index, field, image, chat) {
      post({ type: 'addImage', id, question: index, field, ...image }, chat);
    },
    openPreview(index, option) {
      post({ type: 'openPreview', id, question: index, option });
    },
    current: () => focusedQuestion() ?? (tabs ? page : (nextMissing(questions, draft, -1) ?? 0)),
  };
}

/** The draft lives in the store; each changed answer goes to the host alone. */
function useDraft({ id, questions, draft: kept, hostEdits }: QuestionItem): {
  readonly draft: Draft;
  readonly change: (changed: Draft) => void;
} {
  const { post, store } = useApp();
  const draft = initialDraft(questions, kept);
  const change = (changed: Draft): void => {
    for (const [question, answer] of changed.entries()) {
      if (answer === draft[question]) continue;
      // The number of host edits that the card shows. Host and card both apply the later ones.
      store.draftAnswer(id, question, answer, hostEdits.length);
      post({ type: 'draftAnswer', id, question, answer, on: hostEdits.length });
    }
  };
  return { draft, change };
}
