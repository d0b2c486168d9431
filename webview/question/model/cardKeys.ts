// Maps a key and the place where it was pressed to an act on a card, or to none. Pure.
export type KeyAct =
  | QuestionAct
  | { readonly type: 'nextQuestion' | 'previousQuestion' | 'nextOrSubmit' | 'submit' | 'leaveFilter' | 'escape' };

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
  /** An input method is composing, so the key belongs to it. */
  readonly isComposing: boolean;
}

/** The focused place: a text box takes letters and digits, a button takes Enter, a filter leads down to its options. */
export type KeyPlace = 'textBox' | 'filter' | 'button' | 'option';

export function keyAct(press: KeyPress, place: KeyPlace, multiSelect: boolean): KeyAct | undefined {
  if (press.isComposing || press.altKey) return undefined;
  if (press.ctrlKey || press.metaKey) return commandAct(press);
  if (press.shiftKey) return undefined;
  if (press.key === 'Escape') return { type: place === 'filter' ? 'leaveFilter' : 'escape' };
  if (place === 'filter') return press.key === 'ArrowDown' || press.key === 'Enter' ? { type: 'intoOptions' } : undefined;
  if (press.key === 'Enter') return place === 'button' ? undefined : { type: 'nextOrSubmit' };
  return place === 'textBox' ? undefined : letterAct(press.key, multiSelect);
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

function letterAct(key: string, multiSelect: boolean): KeyAct | undefined {
  if (/^[1-9]$/.test(key)) return { type: 'pick', position: Number(key) - 1 };
  if (key === 'o') return { type: 'other' };
  if (key === 's') return { type: 'same' };
  if (key === 'a' && multiSelect) return { type: 'all' };
  if (key === 'n' && multiSelect) return { type: 'none' };
  return undefined;
}
