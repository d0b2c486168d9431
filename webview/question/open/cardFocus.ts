// Finds the focused control of a card, and focuses another one. Finds controls by role and attribute. Called only for an act of the
// person.
import type { KeyPlace } from '../model/cardKeys.js';

const options = 'input[type="radio"], input[type="checkbox"]';

/** The box that takes the person's own words, whatever its kind makes of them. */
const ownBox = '[data-own] :is(textarea, input:not([type="radio"], [type="checkbox"]))';

/** The position of the question that holds the focus. */
export function focusedQuestion(): number | undefined {
  const index = document.activeElement?.closest<HTMLElement>('[data-question]')?.dataset['question'];
  return index === undefined ? undefined : Number(index);
}

/** Focuses the chosen option of a question, else its first control. */
export function focusQuestion(card: HTMLElement, index: number): void {
  const question = questionAt(card, index);
  const chosen = question?.querySelector<HTMLElement>('input[type="radio"]:checked');
  const first = chosen ?? question?.querySelector<HTMLElement>(`${options}, ${ownBox}`);
  question?.scrollIntoView({ block: 'nearest' });
  first?.focus();
}

/** Focuses the shown option at `position`. */
export function focusOption(card: HTMLElement, index: number, position: number): void {
  questionAt(card, index)?.querySelectorAll<HTMLElement>(options)[position]?.focus();
}

/** Focuses the box for own words: of Other, or of a question without options. */
export function focusOwn(card: HTMLElement, index: number): void {
  questionAt(card, index)?.querySelector<HTMLElement>(ownBox)?.focus();
}

/** Whether the box for own words, not the box of a note, holds the focus. */
export function isOwnFocused(): boolean {
  return document.activeElement?.matches(ownBox) === true;
}

/** Fills in what was decided before. False where the question says nothing of that. */
export function pressSame(card: HTMLElement, index: number): boolean {
  const button = questionAt(card, index)?.querySelector<HTMLElement>('[data-same] button') ?? undefined;
  button?.click();
  return button !== undefined;
}

/** Focuses the first button of the foot, from where the person continues. */
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
  // The element where the event began, also inside a shadow tree.
  const [origin] = event.composedPath();
  if (!(origin instanceof HTMLElement)) return 'option';
  if (origin.matches('textarea')) return 'textArea';
  if (origin.matches(ownBox)) return 'textBox';
  if (origin.matches('input[type="search"]')) return 'filter';
  return origin.matches('button, a, summary, pre') ? 'button' : 'option';
}

function questionAt(card: HTMLElement, index: number): HTMLElement | null {
  return card.querySelector<HTMLElement>(`[data-question="${index}"]`);
}
