// What a person does on an open card, by mouse or by key: the draft, and the acts on it. Every change of the draft goes to
// the host at once, which keeps it; the draft that comes back with later items is our own and does not overwrite newer words.
import { useState } from 'preact/hooks';
import type { Answer } from '../../src/shared/question.js';
import { emptyAnswer } from '../../src/shared/answers.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { useApp } from '../context.js';
import { composerTarget } from '../focusTargets.js';
import { focusedQuestion, focusOption, focusOther, focusQuestion } from './cardFocus.js';
import type { KeyAct } from './cardKeys.js';
import type { Draft } from './draft.js';
import { initialDraft, missingTitles, nextMissing, pick, pickAll, pickNone, selectOther, titlesOf } from './draft.js';

export interface CardState {
  readonly draft: Draft;
  /** The titles of what is still to be answered. */
  readonly missing: readonly string[];
  change(index: number, given: Answer): void;
  submit(): void;
  dismiss(): void;
  replyInChat(): void;
  /** The question that keys mean. */
  current(): number;
  /** False when the key does nothing here. */
  act(act: KeyAct, card: HTMLElement): boolean;
}

export function useCardState({ id, questions, draft: kept }: QuestionItem, collapse: () => void): CardState {
  const { post, composer, focusTargets } = useApp();
  const [draft, setDraft] = useState(() => initialDraft(questions, kept));
  const missing = missingTitles(questions, draft);
  const state: CardState = {
    draft,
    missing,
    change(index, given) {
      const changed = draft.map((old, position) => (position === index ? given : old));
      setDraft(changed);
      post({ type: 'saveDraft', id, draft: changed });
    },
    submit() {
      if (missing.length === 0) post({ type: 'answerQuestion', id, answers: [...draft] });
    },
    dismiss() {
      post({ type: 'dismissQuestion', id });
    },
    replyInChat() {
      composer.startReply({ id, titles: titlesOf(questions) });
      focusTargets.focus(composerTarget);
    },
    current: () => focusedQuestion() ?? nextMissing(draft, -1) ?? 0,
    act(act, card) {
      if (act.type !== 'collapse') return actOnQuestions(act, card, questions, state);
      collapse();
      return true;
    },
  };
  return state;
}

type QuestionAct = Exclude<KeyAct, { type: 'collapse' }>;

function actOnQuestions(act: QuestionAct, card: HTMLElement, questions: QuestionItem['questions'], state: CardState): boolean {
  const index = state.current();
  const asked = questions[index];
  if (asked === undefined) return false;
  const given = state.draft[index] ?? emptyAnswer;
  switch (act.type) {
    case 'pick':
      if (act.position >= asked.options.length) return false;
      state.change(index, pick(asked, given, act.position));
      focusOption(card, index, act.position);
      return true;
    case 'other':
      state.change(index, selectOther(asked, given));
      focusOther(card, index);
      return true;
    case 'all':
      state.change(index, pickAll(asked, given));
      return true;
    case 'none':
      state.change(index, pickNone(given));
      return true;
    case 'nextQuestion':
    case 'previousQuestion': {
      const next = index + (act.type === 'nextQuestion' ? 1 : -1);
      if (next >= 0 && next < questions.length) focusQuestion(card, next);
      return true;
    }
    case 'submit':
    case 'nextOrSubmit':
      if (state.missing.length === 0) state.submit();
      else focusQuestion(card, nextMissing(state.draft, index) ?? index);
      return true;
  }
}
