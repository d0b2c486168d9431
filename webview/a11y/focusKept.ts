// Gives the focus to the conversation when the part of the page that has it goes: from nowhere, no key would do anything.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export function focusConversation(): void {
  document.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
}

/**
 * For what goes by itself. Not to the message box: a press that was meant for what has gone would send what stands there.
 * @param place the element of the component, or what it has instead of a part that may go; the component decides by itself whether it is shown
 * @param near gives the focus to what stays beside it instead, where a press there does no harm
 */
export function useFocusKept(place: RefObject<HTMLElement | null>, near = focusConversation): void {
  const hadFocus = useRef(false);
  hadFocus.current = place.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    // A page that does not have the focus would take it from where the person is.
    if (hadFocus.current && document.activeElement === document.body && document.hasFocus()) near();
  });
}
