// Acts on the page once a change of state is on it: before that, what should get the focus may not be there.
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
