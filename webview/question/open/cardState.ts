// State of an open card: the draft, the shown part of it, and the actions by mouse or key. Every change of the draft goes to the
// host at once, which stores it.
import type { RefObject } from 'preact';
import { useState, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { emptyAnswer, normalizeAnswers } from '../../../src/shared/answers.js';
import type { Answer } from '../../../src/shared/question.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { readImage } from '../../images/readImage.js';
import { useApp } from '../../state/context.js';
import { strings } from '../../strings.js';
import { problemSentence } from '../model/problemWords.js';
import { composerTarget } from '../../a11y/focusTargets.js';
import type { CardState } from './cardContract.js';
import { focusedQuestion, focusFoot, focusQuestion, focusTab, isTabFocused } from './cardFocus.js';
import type { Draft } from '../model/draft.js';
import { initialDraft, pickRecommended, questionTitles } from '../model/draft.js';
import type { Filter } from '../model/filter.js';
import { noFilter, shownOptions } from '../model/filter.js';
import type { Progress } from '../model/submission.js';
import { useViewState } from '../../state/useViewState.js';
import { culprit, nextMissing, offReason, progressOf, pageBeside } from '../model/submission.js';

/** One object, because a value that is as it comes is not kept. */
const noFilters: readonly Filter[] = [];

export function useCardState(item: QuestionItem, body: RefObject<HTMLElement | null>): CardState {
  const { id, questions, elicitation } = item;
  const { post, composer, focusTargets, store } = useApp();
  const { draft, change } = useDraft(item);
  const [filters, setFilters] = useViewState<readonly Filter[]>(id, `filters of ${questions.length}`, noFilters);
  const [submitted, setSubmitted] = useState(false);
  const [heldKeys, setHeldKeys] = useState(0);
  const progress = progressOf(questions, draft, problemSentence);
  const { spoken, leave, leaveAll } = useSpokenProblems(progress);
  const afterRender = useAfterRender(body);
  const { tabs, page, setPage } = useCardLayout(id, progress, body);
  const reviewPage = questions.length;
  const isReading = store.imagesBegun.value.some(({ card }) => card === id);
  const offBecause = isReading ? strings.composer.preparing : offReason(questions, progress, elicitation !== undefined);
  // A server says which fields it requires, and expects others to be left out.
  const complete = elicitation !== undefined || nextMissing(progress, -1) === undefined;
  const confirming = submitted && offBecause === undefined && !complete;
  // What was asked is over once all is answered, and comes back by another press alone.
  if (submitted && !confirming) setSubmitted(false);
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
    id,
    questions,
    elicitation,
    draft,
    progress,
    spoken,
    leave,
    tabs,
    page,
    reviewPage,
    offBecause,
    confirming,
    heldKeys,
    given,
    goTo,
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
      // A key opens no page.
      if (elicitation?.page !== undefined) return setHeldKeys(heldKeys + 1);
      if (offBecause !== undefined) {
        store.say(offBecause);
        // Nothing is wrong that the person could mend.
        if (isReading) return;
        leaveAll();
        const missing = culprit(questions, progress, (focusedQuestion() ?? 0) - 1);
        if (missing !== undefined) goTo(missing);
      } else if (complete || confirming) {
        setSubmitted(false);
        post({ type: 'answerQuestion', id, answers: [...normalizeAnswers(questions, draft)], on: item.hostEdits.length });
      } else {
        setSubmitted(true);
        afterRender(focusFoot);
      }
    },
    goBack() {
      setSubmitted(false);
      goTo(nextMissing(progress, -1) ?? 0);
    },
    dismiss() {
      post({ type: 'dismissQuestion', id });
    },
    decline() {
      post({ type: 'dismissQuestion', id, declined: true });
    },
    openPage() {
      post({ type: 'openServerPage', id });
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
    async addImage(index, field, given) {
      // Another chat may be shown once the image is read.
      const [chat, image] = [store.chat.peek(), crypto.randomUUID()];
      store.imageBegins(id, image);
      const read = await readImage(given);
      if (typeof read === 'string') {
        store.imageDone(image);
        return read;
      }
      const { mediaType, base64 } = read;
      post({ type: 'addImage', id, question: index, field, image, mediaType, base64 }, chat);
      return undefined;
    },
    openPreview(index, option) {
      post({ type: 'openPreview', id, question: index, option });
    },
    current: () => focusedQuestion() ?? (tabs ? page : (nextMissing(progress, -1) ?? 0)),
  };
}

/**
 * A problem is told once the person has left the question, so that nobody is interrupted in mid-word; from then on until it is mended. A problem
 * that the card opens with has been left already.
 */
function useSpokenProblems(progress: readonly Progress[]): {
  readonly spoken: (index: number) => string | undefined;
  readonly leave: (index: number) => void;
  readonly leaveAll: () => void;
} {
  const [left, setLeft] = useState<ReadonlySet<number>>(() => new Set(progress.keys()));
  const wrong = [...left].filter(index => progress[index]?.problem !== undefined);
  // A mended answer is a new beginning.
  if (wrong.length < left.size) setLeft(new Set(wrong));
  return {
    spoken: index => (left.has(index) ? progress[index]?.problem : undefined),
    leave(index) {
      if (progress[index]?.problem !== undefined) setLeft(new Set([...wrong, index]));
    },
    leaveAll() {
      setLeft(new Set(progress.keys()));
    },
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

// Runs an action after the next render, because the element to focus may not exist before.
type Act = (card: HTMLElement) => void;

function useAfterRender(card: RefObject<HTMLElement | null>): (act: Act) => void {
  const wanted = useRef<Act | undefined>(undefined);
  const [, renderAnew] = useReducer((count: number, _: undefined) => count + 1, 0);
  useLayoutEffect(() => {
    const act = wanted.current;
    wanted.current = undefined;
    if (card.current !== null) act?.(card.current);
  });
  return act => {
    wanted.current = act;
    renderAnew(undefined);
  };
}

// The layout of an open card with several questions: all at once, or one at a time with tabs. It changes with the setting and with the width,
// also while the person answers: the same question stays in sight, and the focus is not lost.
interface CardLayout {
  readonly tabs: boolean;
  readonly page: number;
  readonly setPage: (page: number) => void;
}

function useCardLayout(id: string, progress: readonly Progress[], body: RefObject<HTMLElement | null>): CardLayout {
  const { store, scroll } = useApp();
  const [page, setPage] = useViewState(id, `page of ${progress.length}`, 0);
  const { layout } = store.preferences.value;
  const tabs = progress.length > 1 && (layout === 'tabs' || (layout === 'auto' && scroll.narrow.value));
  const before = useRef(tabs);
  const focused = useRef<{ readonly element: Element; readonly inFoot: boolean } | undefined>(undefined);
  // An answer of another window may take the shown question away.
  let shown = progress[page]?.asked === false ? pageBeside(progress, page, 1) : page;
  if (before.current !== tabs) {
    before.current = tabs;
    const element = document.activeElement;
    const isHere = element !== null && body.current?.contains(element) === true;
    focused.current = isHere ? { element, inFoot: element.closest('[data-foot]') !== null } : undefined;
    const answering = focused.current === undefined ? undefined : focusedQuestion();
    if (tabs) shown = answering ?? nextMissing(progress, -1) ?? 0;
    if (shown !== page) setPage(shown);
  }
  useLayoutEffect(() => {
    const had = focused.current;
    focused.current = undefined;
    const card = body.current;
    if (had === undefined || card === null) return;
    if (document.activeElement === had.element) had.element.scrollIntoView({ block: 'nearest' });
    // An act of the foot has become another one, or a tab or a line of the review has gone.
    else if (had.inFoot) focusFoot(card);
    else focusQuestion(card, Math.min(shown, progress.length - 1));
  }, [tabs]);
  return { tabs, page: shown, setPage };
}
