// Where the focus is inside a card and where it should go next. Finds controls by what they are. Called only for a person's act.
import type { KeyPlace } from './cardKeys.js';

const options = 'input[type="radio"], input[type="checkbox"]';

/** The position of the question that holds the focus. */
export function focusedQuestion(): number | undefined {
  const index = document.activeElement?.closest<HTMLElement>('[data-question]')?.dataset['question'];
  return index === undefined ? undefined : Number(index);
}

/** Goes to a question: to what is chosen in it, else to its first control. */
export function focusQuestion(card: HTMLElement, index: number): void {
  const question = questionAt(card, index);
  const chosen = question?.querySelector<HTMLElement>('input[type="radio"]:checked');
  const first = chosen ?? question?.querySelector<HTMLElement>(`${options}, [role="spinbutton"], textarea`);
  question?.scrollIntoView({ block: 'nearest' });
  first?.focus();
}

/** By the position among the options that are shown. */
export function focusOption(card: HTMLElement, index: number, position: number): void {
  questionAt(card, index)?.querySelectorAll<HTMLElement>(options)[position]?.focus();
}

/** The box for own words: of Other, or of a question without options. */
export function focusOwn(card: HTMLElement, index: number): void {
  questionAt(card, index)?.querySelector<HTMLElement>('[data-own] textarea, [role="spinbutton"]')?.focus();
}

/** The first act in the foot: what goes on from here. */
export function focusFoot(card: HTMLElement): void {
  card.querySelector<HTMLElement>('[data-foot] vscode-button')?.focus();
}

export function focusTab(card: HTMLElement): void {
  card.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
}

export function isTabFocused(): boolean {
  return document.activeElement?.getAttribute('role') === 'tab';
}

export function placeOf(event: Event): KeyPlace {
  // What the event began at, also inside of a shadow tree.
  const [origin] = event.composedPath();
  if (!(origin instanceof HTMLElement)) return 'option';
  if (origin.matches('textarea, input[type="text"]')) return 'textBox';
  if (origin.matches('input[type="search"]')) return 'filter';
  return origin.matches('button, a, summary, pre') ? 'button' : 'option';
}

function questionAt(card: HTMLElement, index: number): HTMLElement | null {
  return card.querySelector<HTMLElement>(`[data-question="${index}"]`);
}
