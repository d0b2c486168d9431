// What a card says of a key that did nothing there, because silence after a press is a fault; and how a key that VS Code has heard tells the card.
import { t } from '../l10n.js';
import type { HeldBecause } from './permissionKeys.js';

/** `noKey`: only the button itself does this. */
export type HeldKey = HeldBecause | 'noKey';

export const heldKeyWords: Readonly<Record<HeldKey, string>> = {
  unread: t('So that you can read this first, the key did nothing. Press it again.'),
  typed: t('Letters came before this key, so it did nothing. Press Escape, then the key again.'),
  combined: t('This combination of keys does nothing here.'),
  noKey: t('This key does nothing here. Press the button itself.'),
};

const eventName = 'parleyheldkey';

export function tellHeldKey(card: HTMLElement, why: HeldKey): void {
  card.dispatchEvent(new CustomEvent<HeldKey>(eventName, { detail: why }));
}

/** Returns how to stop. */
export function onHeldKey(card: HTMLElement, listener: (why: HeldKey) => void): () => void {
  // The only events of this name are those above.
  const heard = (event: Event): void => listener((event as CustomEvent<HeldKey>).detail);
  card.addEventListener(eventName, heard);
  return () => card.removeEventListener(eventName, heard);
}
