// The keys of a menu over the page. The focus stands on one of its entries.
import { isEscape } from '../a11y/escapeKey.js';

/** The entries of the menu, in order. */
export function entriesIn(menu: HTMLElement | null): readonly HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
}

/** Moves the focus by a key, or closes the menu, and leaves any other key alone. */
export function onMenuKey(event: KeyboardEvent, menu: HTMLElement | null, close: () => void): void {
  const entries = entriesIn(menu);
  const at = entries.findIndex(entry => entry === document.activeElement);
  if (event.key === 'ArrowDown') entries[(at + 1) % entries.length]?.focus();
  else if (event.key === 'ArrowUp') entries.at(Math.max(at, 0) - 1)?.focus();
  else if (event.key === 'Home') entries[0]?.focus();
  else if (event.key === 'End') entries.at(-1)?.focus();
  else if (isEscape(event) || event.key === 'Tab') close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
