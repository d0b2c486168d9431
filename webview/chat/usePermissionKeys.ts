// The keys of a permission that waits, anywhere on its card, and what the card says of a key that did nothing.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isNewCard } from '../a11y/clickGuard.js';
import { useApp } from '../state/context.js';
import { isMac } from '../ui/platform.js';
import type { HeldKey } from './heldKey.js';
import { heldKeyWords, onHeldKey } from './heldKey.js';
import { isTyping, permissionKeyAct } from './permissionKeys.js';

interface KeyActs {
  readonly note: () => void;
  readonly deny: () => void;
  /** Allows by a key, or a sentence that says why no key may allow. */
  readonly allow: (() => void) | string;
}

/** `writes`: the key belongs to a box in which the person writes. Returns why the last key did nothing: a sentence, until another key or focus. */
export function usePermissionKeys(
  card: RefObject<HTMLElement | null>,
  canDecide: boolean,
  writes: (event: KeyboardEvent) => boolean,
  acts: KeyActs,
): string | undefined {
  const { store } = useApp();
  const typing = useRef(false);
  const [held, setHeld] = useState<string | undefined>(undefined);
  const sayHeld = (why: HeldKey): void => {
    if (!canDecide) return;
    const words = why === 'noKey' && typeof acts.allow === 'string' ? acts.allow : heldKeyWords[why];
    setHeld(words);
    store.say(words);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // In the note, and in a question to Claude, the same keys write.
    if (writes(event)) return;
    const isNew = card.current !== null && isNewCard(card.current);
    const act = permissionKeyAct(event, { isMac, isNew, typing: typing.current });
    // The n that is held back is to be pressed again, and begins no word.
    if (act !== 'unread') typing.current = isTyping(event, typing.current);
    if (!event.repeat) setHeld(undefined);
    if (act === undefined || !canDecide) return;
    // Keep the buttons inside and VS Code around the page from acting on the same key.
    event.preventDefault();
    event.stopPropagation();
    if (act === 'unread' || act === 'typed' || act === 'combined') sayHeld(act);
    else if (act === 'allow' && typeof acts.allow === 'string') sayHeld('noKey');
    else if (act === 'allow' && typeof acts.allow !== 'string') acts.allow();
    else if (act === 'deny' || act === 'note') acts[act]();
  };
  useLayoutEffect(() => {
    const element = card.current;
    const onFocus = (): void => {
      typing.current = false;
    };
    const onBlur = ({ relatedTarget }: FocusEvent): void => {
      if (!(relatedTarget instanceof Node) || element?.contains(relatedTarget) !== true) setHeld(undefined);
    };
    const stopHearing = element === null ? undefined : onHeldKey(element, sayHeld);
    element?.addEventListener('keydown', onKeyDown, { capture: true });
    element?.addEventListener('focusin', onFocus);
    element?.addEventListener('focusout', onBlur);
    return () => {
      stopHearing?.();
      element?.removeEventListener('keydown', onKeyDown, { capture: true });
      element?.removeEventListener('focusin', onFocus);
      element?.removeEventListener('focusout', onBlur);
    };
  });
  return held;
}
