// The keys of a permission that waits, anywhere on its card.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isMac } from '../ui/platform.js';
import { isTyping, permissionKeyAct } from './permissionKeys.js';

interface KeyActs {
  readonly note: () => void;
  readonly deny: () => void;
  /** Undefined where no key may allow. */
  readonly allow: (() => void) | undefined;
}

/** `writes`: the key belongs to a box in which the person writes. */
export function usePermissionKeys(
  card: RefObject<HTMLElement | null>,
  canDecide: boolean,
  writes: (event: KeyboardEvent) => boolean,
  acts: KeyActs,
): void {
  const typing = useRef(false);
  const onKeyDown = (event: KeyboardEvent): void => {
    // In the note, and in a question to Claude, the same keys write.
    if (writes(event)) return;
    const settling = card.current?.hasAttribute('data-settling') === true;
    const act = permissionKeyAct(event, { isMac, settling, typing: typing.current });
    typing.current = isTyping(event, typing.current);
    if (act === undefined || !canDecide) return;
    // Keep the buttons inside and VS Code around the page from acting on the same key.
    event.preventDefault();
    event.stopPropagation();
    if (act !== 'held') acts[act]?.();
  };
  useLayoutEffect(() => {
    const element = card.current;
    const onFocus = (): void => {
      typing.current = false;
    };
    element?.addEventListener('keydown', onKeyDown, { capture: true });
    element?.addEventListener('focusin', onFocus);
    return () => {
      element?.removeEventListener('keydown', onKeyDown, { capture: true });
      element?.removeEventListener('focusin', onFocus);
    };
  });
}
