// Maps a key and the place where it was pressed to an act on a card, or to none. Pure.
export type KeyAct =
  | QuestionAct
  | { readonly type: 'nextQuestion' | 'previousQuestion' | 'nextOrSubmit' | 'submit' | 'leaveFilter' | 'escape' }
  /** Enter that is still held down from a press before: it is no act of its own, also not on the button that has the focus by now. */
  | { readonly type: 'held' };

/** Acts on one question. */
export type QuestionAct =
  | { readonly type: 'pick'; readonly position: number }
  | { readonly type: 'other' | 'all' | 'none' | 'same' | 'intoOptions' };

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly repeat: boolean;
  /** An input method is composing, so the key belongs to it. */
  readonly isComposing: boolean;
}

/** The focused place: a text box, of one line or of several, takes letters and digits, a button takes Enter, a filter leads down to its options. */
export type KeyPlace = 'textBox' | 'textArea' | 'filter' | 'button' | 'option';

/** `newLine`: Enter begins a new line in a text box of several lines, as in the message box. */
export function keyAct(
  press: KeyPress,
  place: KeyPlace,
  { multiSelect, newLine }: { multiSelect: boolean; newLine: boolean },
): KeyAct | undefined {
  if (press.isComposing || press.altKey) return undefined;
  const isCommand = press.ctrlKey || press.metaKey;
  const isText = place === 'textBox' || place === 'textArea';
  if (press.key === 'Enter' && press.repeat && !press.shiftKey)
    return place === 'textArea' && newLine && !isCommand ? undefined : { type: 'held' };
  if (isCommand) return commandAct(press);
  // Where the digits of a keyboard need Shift, as on a French one, that is how a person types them.
  if (press.shiftKey) return isText || place === 'filter' ? undefined : digitAct(press.key);
  if (press.key === 'Escape') return { type: place === 'filter' ? 'leaveFilter' : 'escape' };
  if (place === 'filter') return press.key === 'ArrowDown' || press.key === 'Enter' ? { type: 'intoOptions' } : undefined;
  if (press.key === 'Enter') return place === 'button' ? undefined : { type: 'nextOrSubmit' };
  return isText ? undefined : (digitAct(press.key) ?? letterAct(press.key.toLowerCase(), multiSelect));
}

function commandAct({ key, shiftKey }: KeyPress): KeyAct | undefined {
  if (shiftKey) return undefined;
  switch (key) {
    case 'Enter':
      return { type: 'submit' };
    case 'PageDown':
      return { type: 'nextQuestion' };
    case 'PageUp':
      return { type: 'previousQuestion' };
    default:
      return undefined;
  }
}

function digitAct(key: string): KeyAct | undefined {
  return /^[1-9]$/.test(key) ? { type: 'pick', position: Number(key) - 1 } : undefined;
}

/** `key`: small, because Caps Lock may be on. */
function letterAct(key: string, multiSelect: boolean): KeyAct | undefined {
  if (key === 'o') return { type: 'other' };
  if (key === 's') return { type: 'same' };
  if (key === 'a' && multiSelect) return { type: 'all' };
  if (key === 'n' && multiSelect) return { type: 'none' };
  return undefined;
}
