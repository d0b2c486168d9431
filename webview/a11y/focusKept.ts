// Gives the focus to the message box when the part of the page that has it goes by itself: from nowhere, no key would do anything.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useApp } from '../state/context.js';
import { composerTarget } from './focusTargets.js';

/** @param place the element of the component, or what it has instead of a part that may go; the component decides by itself whether it is shown */
export function useFocusKept(place: RefObject<HTMLElement | null>): void {
  const { focusTargets } = useApp();
  const hadFocus = useRef(false);
  hadFocus.current = place.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) focusTargets.focus(composerTarget);
  });
}
