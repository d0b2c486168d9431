// Opens a collapsed part of the conversation when the searched words are in it.
import { effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useApp } from '../state/context.js';

/** Calls `open` with true when the person goes to the hit in this item. */
export function useOpenedByHit(id: string, open: (isOpen: true) => void): void {
  const { reading } = useApp();
  const latest = useRef(open);
  latest.current = open;
  useLayoutEffect(
    () =>
      effect(() => {
        const hit = reading.hit.value;
        if (hit?.state === 'here' && hit.hit.item === id) latest.current(true);
      }),
    [reading, id],
  );
}

/** Opens the collapsed lines of a row whose open part lacks the searched words, such as _What Claude read_. False where all are open. */
export function openCollapsedIn(row: Element): boolean {
  const collapsed = row.querySelectorAll<HTMLElement>('.disclosure[aria-expanded="false"]');
  for (const line of collapsed) line.click();
  return collapsed.length > 0;
}
