// Maps a key that was pressed inside of a permission's card to a decision, or holds it back. Pure.
import type { KeyPress } from '../question/model/cardKeys.js';

/** `held`: the key must not press the focused button either. `note`: opens the note, and decides nothing. */
export type PermissionKeyAct = 'allow' | 'deny' | 'note' | 'held';

export interface PermissionKeyPress extends KeyPress {
  readonly repeat: boolean;
}

/** What has happened around the press. */
export interface PermissionKeyPlace {
  readonly isMac: boolean;
  /** The card has just appeared or moved. */
  readonly settling: boolean;
  /** The person types: a character came before, and no other key since the focus came to its place. */
  readonly typing: boolean;
}

/** Whether the person types after this press. */
export function isTyping({ key, ctrlKey, metaKey }: KeyPress, before: boolean): boolean {
  return ctrlKey || metaKey || key === ' ' || key === 'Enter' || key === 'Shift' ? before : key.length === 1;
}

/**
 * Ctrl+Enter (⌘↩) allows and Ctrl+Backspace (⌘⌫) denies: no letter decides, because a person who believes to be in the message box types letters.
 * A key that is held down, comes while the card settles, or ends a typed word was pressed for something else, and so was Enter or Space with
 * another modifier.
 */
export function permissionKeyAct(press: PermissionKeyPress, place: PermissionKeyPlace): PermissionKeyAct | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing } = press;
  if (key === 'n') return isComposing || repeat || hasModifier(press) || place.settling || place.typing ? undefined : 'note';
  const pressesButton = key === 'Enter' || key === ' ';
  if (!pressesButton && key !== 'Backspace') return undefined;
  if (isComposing) return 'held';
  const { isMac, settling, typing } = place;
  const command = isMac ? metaKey : ctrlKey;
  const other = altKey || shiftKey || (isMac ? ctrlKey : metaKey);
  if (repeat || settling || typing || other) return 'held';
  if (command && key === 'Enter') return 'allow';
  if (command && key === 'Backspace') return 'deny';
  return command ? 'held' : undefined;
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return ctrlKey || metaKey || altKey;
}
