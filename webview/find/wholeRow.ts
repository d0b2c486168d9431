// Waits for a row whose text is put on the page in several moments: the words that are looked for may be in a part that is not there yet.
import { hurry } from '../ui/idleQueue.js';

export function isWhole(row: Element): boolean {
  return row.querySelector('.markdown.unread, .blocks:empty') === null;
}

/** Calls `then` at once when the row is whole, else as soon as it is. Returns what ends the waiting. */
export function whenWhole(row: Element, then: () => void): () => void {
  if (isWhole(row)) {
    then();
    return () => undefined;
  }
  const observer = new MutationObserver(() => {
    hurry();
    if (!isWhole(row)) return;
    observer.disconnect();
    then();
  });
  observer.observe(row, { subtree: true, childList: true, attributeFilter: ['class'] });
  hurry();
  return () => {
    observer.disconnect();
  };
}
