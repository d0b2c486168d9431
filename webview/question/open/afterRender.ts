// Runs an action after the next render, because the element to focus may not exist before.
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

type Act = (card: HTMLElement) => void;

export function useAfterRender(card: RefObject<HTMLElement | null>): (act: Act) => void {
  const wanted = useRef<Act | undefined>(undefined);
  const [, renderAnew] = useReducer((count: number, _: undefined) => count + 1, 0);
  useLayoutEffect(() => {
    const act = wanted.current;
    wanted.current = undefined;
    if (card.current !== null) act?.(card.current);
  });
  return act => {
    wanted.current = act;
    renderAnew(undefined);
  };
}
