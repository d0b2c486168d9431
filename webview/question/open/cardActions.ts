// Performs the act of a key on an open card. Returns false when the key is not handled.
import { emptyAnswer } from '../../../src/shared/answers.js';
import { kinds } from '../../../src/shared/kinds.js';
import { answerByNumbers } from '../model/typedNumbers.js';
import { focusOption, focusOwn, isOwnFocused, pressSame } from './cardFocus.js';
import type { KeyAct, QuestionAct } from '../model/cardKeys.js';
import type { CardState } from './cardContract.js';
import { pick, pickAll, pickNone, selectOther } from '../model/draft.js';
import { nextMissing, pageBeside } from '../model/submission.js';

/** `newLine`: Enter begins a new line at this place, unless it has something better to do. */
export function actOnCard(act: KeyAct, card: HTMLElement, state: CardState, collapse: () => void, newLine = false): boolean {
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
      return nextOrSubmit(index, state, newLine);
    case 'held':
      return true;
    case 'nextQuestion':
    case 'previousQuestion': {
      const next = pageBeside(state.progress, index, act.type === 'nextQuestion' ? 1 : -1);
      if (next >= 0 && next < state.questions.length + (state.tabs ? 1 : 0)) state.goTo(next);
      return true;
    }
    case 'pick':
    case 'other':
    case 'all':
    case 'none':
    case 'same':
    case 'intoOptions':
      return actOnQuestion(act, index, card, state);
  }
}

function escape(state: CardState, collapse: () => void): void {
  if (state.confirming) state.goBack();
  else collapse();
}

function nextOrSubmit(index: number, state: CardState, newLine: boolean): boolean {
  const asked = state.questions[index];
  const byNumbers = asked && isOwnFocused() ? answerByNumbers(asked, state.given(index), state.shown(index)) : undefined;
  if (byNumbers === undefined && newLine) return false;
  if (byNumbers !== undefined) {
    state.change(index, byNumbers);
    return true;
  }
  const next = index < state.questions.length ? nextMissing(state.progress, index) : undefined;
  if (next !== undefined) state.goTo(next);
  else if (state.tabs && index < state.reviewPage) state.goTo(state.reviewPage);
  else state.submit();
  return true;
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
      if (asked.onlyOptions === true) return false;
      if (kinds[asked.kind].hasOptions) state.change(index, selectOther(asked, given));
      focusOwn(card, index);
      return true;
    case 'all':
      state.change(index, pickAll(given, state.shown(index)));
      return true;
    case 'none':
      state.change(index, pickNone(given));
      return true;
    case 'same':
      return pressSame(card, index);
  }
}
