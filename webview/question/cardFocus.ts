// Where the focus is inside a card and where it should go next. Finds controls by their roles. Called only for a person's act.
import type { KeyPlace } from './cardKeys.js';

/** The position of the question that holds the focus. */
export function focusedQuestion(): number | undefined {
  const index = document.activeElement?.closest<HTMLElement>('[data-question]')?.dataset['question'];
  return index === undefined ? undefined : Number(index);
}

/** Goes to a question: to what is chosen in it, else to its first control. */
export function focusQuestion(card: HTMLElement, index: number): void {
  const question = questionAt(card, index);
  const chosen = question?.querySelector<HTMLElement>('[role="radio"][aria-checked="true"]');
  const first = chosen ?? question?.querySelector<HTMLElement>('[role="radio"], [role="checkbox"], textarea');
  question?.scrollIntoView({ block: 'nearest' });
  first?.focus();
}

export function focusOption(card: HTMLElement, index: number, position: number): void {
  questionAt(card, index)?.querySelectorAll<HTMLElement>('[role="radio"], [role="checkbox"]')[position]?.focus();
}

export function focusOther(card: HTMLElement, index: number): void {
  questionAt(card, index)?.querySelector('textarea')?.focus();
}

export function placeOf(event: Event): KeyPlace {
  // What the event began at, also inside of a shadow tree.
  const [origin] = event.composedPath();
  if (origin instanceof HTMLTextAreaElement) return 'textBox';
  return origin instanceof HTMLButtonElement ? 'button' : 'option';
}

function questionAt(card: HTMLElement, index: number): HTMLElement | null {
  return card.querySelector<HTMLElement>(`[data-question="${index}"]`);
}
