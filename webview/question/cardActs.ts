// What a key does on an open card. False when it does nothing here, and so is for others.
import { emptyAnswer } from '../../src/shared/answers.js';
import { focusOption, focusOwn } from './cardFocus.js';
import type { KeyAct, QuestionAct } from './cardKeys.js';
import type { CardState } from './cardState.js';
import { nextMissing, pick, pickAll, pickNone, selectOther } from './draft.js';

export function actOnCard(act: KeyAct, card: HTMLElement, state: CardState, collapse: () => void): boolean {
  const index = state.current();
  switch (act.type) {
    case 'leaveFilter':
      if (state.filterText(index) === '') escape(state, collapse);
      else state.filter(index, '');
      return true;
    case 'escape':
      escape(state, collapse);
      return true;
    case 'submit':
      state.submit();
      return true;
    case 'nextOrSubmit':
      nextOrSubmit(index, state);
      return true;
    case 'nextQuestion':
    case 'previousQuestion': {
      const next = index + (act.type === 'nextQuestion' ? 1 : -1);
      if (next >= 0 && next < state.questions.length + (state.tabs ? 1 : 0)) state.goTo(next);
      return true;
    }
    case 'pick':
    case 'other':
    case 'all':
    case 'none':
    case 'intoOptions':
      return actOnQuestion(act, index, card, state);
  }
}

function escape(state: CardState, collapse: () => void): void {
  if (state.confirming) state.goBack();
  else collapse();
}

function nextOrSubmit(index: number, state: CardState): void {
  const next = index < state.questions.length ? nextMissing(state.questions, state.draft, index) : undefined;
  if (next !== undefined) state.goTo(next);
  else if (state.tabs && index < state.reviewPage) state.goTo(state.reviewPage);
  else state.submit();
}

function actOnQuestion(act: QuestionAct, index: number, card: HTMLElement, state: CardState): boolean {
  const asked = state.questions[index];
  if (asked === undefined) return false;
  const given = state.draft[index] ?? emptyAnswer;
  switch (act.type) {
    case 'intoOptions':
      focusOption(card, index, 0);
      return true;
    case 'pick': {
      const position = state.shown(index)[act.position];
      if (position === undefined) return false;
      state.change(index, pick(asked, given, position));
      focusOption(card, index, act.position);
      return true;
    }
    case 'other':
      if (asked.kind === 'choice') state.change(index, selectOther(asked, given));
      focusOwn(card, index);
      return true;
    case 'all':
      state.change(index, pickAll(given, state.shown(index)));
      return true;
    case 'none':
      state.change(index, pickNone(given));
      return true;
  }
}
