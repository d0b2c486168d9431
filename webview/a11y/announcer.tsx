// The only live region; every other element of the page is silent.
import { useEffect, useState } from 'preact/hooks';
import { announce } from './announcements.js';
import { useApp } from '../state/context.js';
import { HiddenText } from '../ui/marks.js';

export function Announcer() {
  const { store, find } = useApp();
  const [said, setSaid] = useState({ words: '', count: 0 });
  useEffect(
    () =>
      announce(store, find, words => {
        setSaid(({ count }) => ({ words, count: count + 1 }));
      }),
    [store, find],
  );
  return (
    <div role="status" aria-live="polite">
      {/* A new element each time, so that equal words are announced again. */}
      <HiddenText key={said.count}>{said.words}</HiddenText>
    </div>
  );
}
