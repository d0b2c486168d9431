// Maps a key that was pressed inside of a permission's card to a decision, or holds it back. Pure.
import type { KeyPress } from '../question/model/cardKeys.js';

/**
 * Why a key is held back, which the card says: `unread`: what it would decide is new to the person. `typed`: it comes behind a typed word. `combined`:
 * with other keys it is none of the card's.
 */
export type HeldBecause = 'unread' | 'typed' | 'combined';

/** `held`: it is no press of its own, and must not press the focused button either. `note`: opens the note, and decides nothing. */
type PermissionKeyAct = 'allow' | 'deny' | 'note' | 'held' | HeldBecause;

/** What has happened around the press. */
export interface PermissionKeyPlace {
  readonly isMac: boolean;
  /** The card has just appeared, or what it asks for is another thing now. A card that has only moved is not new. */
  readonly isNew: boolean;
  /** The person types: a character came before, and no other key since the focus came to its place. */
  readonly typing: boolean;
}

/** Whether the person types after this press. */
export function isTyping({ key, ctrlKey, metaKey }: KeyPress, before: boolean): boolean {
  return ctrlKey || metaKey || key === ' ' || key === 'Enter' || key === 'Shift' ? before : key.length === 1;
}

/**
 * Ctrl+Enter (⌘↩) allows and Ctrl+Backspace (⌘⌫) denies: no letter decides, because a person who believes to be in the message box types letters.
 * A key that is held down, comes while the card is new, or ends a typed word was pressed for something else, and so was Enter or Space with
 * another modifier.
 */
export function permissionKeyAct(press: KeyPress, place: PermissionKeyPlace): PermissionKeyAct | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing } = press;
  const { isMac, isNew, typing } = place;
  // Caps Lock may be on.
  if (key === 'n' || (key === 'N' && !shiftKey))
    return isComposing || repeat || hasModifier(press) || typing ? undefined : isNew ? 'unread' : 'note';
  const command = isMac ? metaKey : ctrlKey;
  if (key !== 'Enter' && key !== ' ' && (key !== 'Backspace' || !command)) return undefined;
  if (isComposing || repeat) return 'held';
  if (isNew) return 'unread';
  if (typing) return 'typed';
  if (altKey || shiftKey || (isMac ? ctrlKey : metaKey)) return 'combined';
  if (command && key === 'Enter') return 'allow';
  if (command && key === 'Backspace') return 'deny';
  return command ? 'combined' : undefined;
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return ctrlKey || metaKey || altKey;
}
