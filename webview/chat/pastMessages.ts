// The earlier messages of the chat in the message box, by arrow up and down. Below the newest of them stand the person's own words, always.
import type { ComposerState } from '../state/composerState.js';
import type { Store } from '../state/store.js';

/** Shows an earlier or later message where the key asks for it. True where it did, so that the caret stays. */
export function showsPastMessage(press: KeyboardEvent, box: HTMLTextAreaElement, composer: ComposerState, store: Store): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = press;
  if ((key !== 'ArrowUp' && key !== 'ArrowDown') || altKey || ctrlKey || metaKey || shiftKey) return false;
  const { selectionStart: start, selectionEnd: end } = box;
  const isPast = composer.isPastShown;
  const isAtEdge = start === end && (start === 0 || (isPast && key === 'ArrowDown' && end === box.value.length));
  if (!isAtEdge || (!isPast && key === 'ArrowDown')) return false;
  const text = composer.showPast(key === 'ArrowUp' ? -1 : 1, () => textsIn(store));
  if (text === undefined) return isPast;
  // At once, because the caret is put into the new text.
  box.value = text;
  box.setSelectionRange(0, 0);
  return true;
}

/** Oldest first, and each once in a row. */
function textsIn(store: Store): readonly string[] {
  const items = store.conversation.ids().map(id => store.item(id)?.peek());
  const texts = items.flatMap(item => (item?.kind === 'prompt' && item.goOn !== true && item.text.trim() !== '' ? [item.text] : []));
  return texts.filter((text, at) => text !== texts[at - 1]);
}
