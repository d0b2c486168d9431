// The one live region. Everything else on the page is silent by itself.
import { useEffect, useState } from 'preact/hooks';
import { announce } from './announcements.js';
import { useApp } from './context.js';
import { HiddenText } from './ui/marks.js';

export function Announcer() {
  const { store } = useApp();
  const [said, setSaid] = useState({ words: '', count: 0 });
  useEffect(
    () =>
      announce(store, words => {
        setSaid(({ count }) => ({ words, count: count + 1 }));
      }),
    [store],
  );
  return (
    <div role="status" aria-live="polite">
      {/* Another element each time: the same words again are said again. */}
      <HiddenText key={said.count}>{said.words}</HiddenText>
    </div>
  );
}
