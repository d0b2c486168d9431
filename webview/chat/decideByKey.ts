// A key of VS Code's that decides a permission: presses the same button as the mouse does, so that all that holds for the button holds here.
import type { Variant } from '../../src/shared/variant.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import { isNewCard, seenAt } from '../a11y/clickGuard.js';
import { tellHeldKey } from './heldKey.js';

/**
 * Presses *Allow* or *Deny* of the permission that has the focus, else of the first one that waits. Where the person has not had its button in sight
 * for a moment, or is not in the page, the card only takes the focus and says so, because the key may have been meant for something else.
 */
export function decideByKey({ decision }: Variant<HostMessage, 'decide'>): void {
  const waiting = [...document.querySelectorAll<HTMLElement>('.permission-asked')];
  const card = waiting.find(one => one.contains(document.activeElement)) ?? waiting[0];
  if (card === undefined) return;
  // Without its key the CLI wants *Allow* to be pressed itself. The key stands inside of the toolkit's button.
  const key = `[aria-keyshortcuts$="${decision === 'allow' ? 'Enter' : 'Backspace'}"]`;
  const button = [...card.querySelectorAll<HTMLElement>('.button')].find(one => (one.shadowRoot?.querySelector(key) ?? null) !== null);
  const isOn = button?.classList.contains('off') === false;
  if (isOn && document.hasFocus() && !isNewCard(card) && isInSight(button, card)) return button.click();
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'nearest' });
  tellHeldKey(card, isOn ? 'unread' : 'noKey');
}

/** Whether the button is neither scrolled away nor covered. */
function isInSight(button: HTMLElement, card: HTMLElement): boolean {
  const { left, top, width, height } = button.getBoundingClientRect();
  const there = seenAt(left + width / 2, top + height / 2, card);
  return there !== null && (button === there || button.contains(there));
}
