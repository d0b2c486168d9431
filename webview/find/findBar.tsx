// The bar above the conversation in which the person looks for words: its keys, its focus, and the way to a hit.
import { isEscape } from '../a11y/escapeKey.js';
import { effect } from '@preact/signals';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useApp } from '../state/context.js';
import { SearchBox } from '../ui/searchBox.js';
import { SmallButton } from '../ui/smallButton.js';
import type { TranscriptScroll } from '../chat/transcriptScroll.js';
import { markWords, unmarkWords } from './highlight.js';
import { openCollapsedIn } from './openedByHit.js';
import { t } from '../l10n.js';
import { hurry } from '../ui/idleQueue.js';

const findWords = {
  name: t('Find in chat'),
  box: t('Find'),
  previous: t('Previous match'),
  next: t('Next match'),
  close: t('Close'),
};

export function FindBar() {
  const { find } = useApp();
  const countId = useId();
  const box = useRef<HTMLInputElement>(null);
  useReturnedFocus();
  useShownHit();
  const asked = find.asked.value;
  useLayoutEffect(() => box.current?.select(), [asked]);
  return (
    <div
      class="find"
      role="search"
      aria-label={findWords.name}
      onKeyDown={event => {
        if (event.isComposing) return;
        if (isEscape(event)) find.close();
        else if (event.key === 'Enter' && event.target === box.current) find.step(event.shiftKey ? -1 : 1);
        else return;
        event.preventDefault();
      }}
    >
      <SearchBox
        boxRef={box}
        label={findWords.box}
        placeholder={findWords.box}
        describedBy={countId}
        text={find.query.value}
        onText={text => {
          find.type(text);
        }}
      />
      <span id={countId} class="hint">
        {find.status.value}
      </span>
      <span class="findButtons">
        <SmallButton
          label={findWords.previous}
          icon="chevronUp"
          onPress={() => {
            find.step(-1);
          }}
        />
        <SmallButton
          label={findWords.next}
          icon="chevronDown"
          onPress={() => {
            find.step(1);
          }}
        />
        <SmallButton
          label={findWords.close}
          icon="close"
          onPress={() => {
            find.close();
          }}
        />
      </span>
    </div>
  );
}

/** Gives the focus back when the bar closes: to the element that had it, or to the conversation when that element is gone. */
function useReturnedFocus(): void {
  const { olderPages } = useApp();
  useLayoutEffect(() => {
    const before = document.activeElement;
    olderPages.returnFocus = before ?? undefined;
    return () => {
      olderPages.returnFocus = undefined;
      // Another chat closes the bar too, also while the person types elsewhere.
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement?.closest('[role="search"]') === null) return;
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
      (isThere ? before : document.querySelector<HTMLElement>('[role="log"]'))?.focus({ preventScroll: true });
    };
  }, [olderPages]);
}

/** Brings the hit into view and marks its words, once its row is on the page. */
function useShownHit(): void {
  const { find, reading, scroll } = useApp();
  useEffect(() => {
    let stopWaiting: (() => void) | undefined;
    const stop = effect(() => {
      stopWaiting?.();
      const shown = reading.hit.value;
      const position = find.place.value;
      if (shown?.state !== 'here') {
        unmarkWords();
        return;
      }
      const isShown = (): boolean => reading.hit.peek() === shown && find.place.peek() === position;
      const mark = (row: Element): Range | Element => {
        const marked = markWords(row, find.query.peek(), position);
        find.found(marked.places);
        return marked.shown;
      };
      requestAnimationFrame(() => {
        const row = document.querySelector(`[data-item="${CSS.escape(shown.hit.item)}"]`);
        if (row === null || !isShown()) return;
        if (!isWhole(row)) scroll.reveal(row);
        stopWaiting = whenWhole(row, () => {
          const place = mark(row);
          revealInFull(scroll, place, isShown);
          if (place !== row || !openCollapsedIn(row)) return;
          requestAnimationFrame(() => {
            if (isShown()) revealInFull(scroll, mark(row), isShown);
          });
        });
      });
    });
    return () => {
      stopWaiting?.();
      stop();
      unmarkWords();
    };
  }, [find, reading, scroll]);
}

/** The most frames that the rows around a place get to come into the DOM. */
const mostFrames = 30;

/** Reveals the place until the view has stayed for two frames, because the rows that come into the DOM differ in height from their spacers. */
function revealInFull(scroll: TranscriptScroll, place: Range | Element, isShown: () => boolean): void {
  let [frames, still] = [0, 0];
  const again = (): void => {
    const isThere = place instanceof Range ? place.startContainer.isConnected : place.isConnected;
    if (!isThere || !isShown()) return;
    still = scroll.reveal(place) ? 0 : still + 1;
    if (still < 2 && ++frames < mostFrames) requestAnimationFrame(again);
  };
  again();
}

/** Waits for a row whose text is put on the page in several moments: the words that are looked for may be in a part that is not there yet. */
function isWhole(row: Element): boolean {
  return row.querySelector('.markdown.unread, .blocks:empty') === null;
}

/** Calls `then` at once when the row is whole, else as soon as it is. Returns what ends the waiting. */
function whenWhole(row: Element, then: () => void): () => void {
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
