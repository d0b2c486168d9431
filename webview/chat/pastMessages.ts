// The earlier messages of the chat in the message box, by arrow up and down. The person's own words wait behind them, and the host keeps those:
// an earlier message that is only shown is no draft.
import type { ComposerState } from '../state/composerState.js';
import type { Store } from '../state/store.js';

/** Shows an earlier or later message where the key asks for it. True where it did, so that the caret stays. */
export function showsPastMessage(press: KeyboardEvent, box: HTMLTextAreaElement, composer: ComposerState, store: Store): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = press;
  if ((key !== 'ArrowUp' && key !== 'ArrowDown') || altKey || ctrlKey || metaKey || shiftKey) return false;
  const { selectionStart: start, selectionEnd: end } = box;
  const past = composer.past?.text === composer.text.peek() ? composer.past : undefined;
  const isAtEdge = start === end && (start === 0 || (past !== undefined && key === 'ArrowDown' && end === box.value.length));
  if (!isAtEdge || (past === undefined && key === 'ArrowDown')) return false;
  const texts = textsIn(store);
  const at = (past?.at ?? texts.length) + (key === 'ArrowUp' ? -1 : 1);
  const draft = past?.draft ?? composer.text.peek();
  // Below the last message are the person's own words; above the first is nothing.
  const text = at === texts.length ? draft : texts[at];
  if (text === undefined) return past !== undefined;
  composer.past = at === texts.length ? undefined : { at, text, draft };
  composer.text.value = text;
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
