// A component's own state that VS Code keeps with the page (viewState.ts).
import { useState } from 'preact/hooks';
import { useApp } from './context.js';

/**
 * Does what `useState` does, for what is kept with the page.
 * @param id of the item in the chat that is shown
 * @param part of the item
 * @param first what JSON can hold
 */
export function useViewState<T>(id: string, part: string, first: T): readonly [value: T, set: (value: T) => void] {
  const { store, viewState } = useApp();
  const [, render] = useState(0);
  const key = `${store.chat.peek()} ${id} ${part}`;
  const kept = viewState.get(key);
  // What another version has kept under this name may be of another kind.
  const isOfKind = typeof kept === typeof first && Array.isArray(kept) === Array.isArray(first);
  return [
    isOfKind ? (kept as T) : first,
    value => {
      viewState.set(key, value === first ? undefined : value);
      render(count => count + 1);
    },
  ];
}
