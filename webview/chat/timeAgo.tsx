// A time in words that stay true, with the whole date as its title. All times on the page share one clock, which stands still where there
// are none.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fullTime, timeAgo } from '../../src/shared/timeAgo.js';

const now = signal(0);
let shown = 0;
let clock: ReturnType<typeof setInterval> | undefined;

function watchClock(): () => void {
  shown += 1;
  clock ??= setInterval(() => (now.value = Date.now()), 60_000);
  return () => {
    shown -= 1;
    if (shown > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}

/** The words alone, as they are now: for a name that a screen reader reads. @param epoch milliseconds */
export function wordsOf(epoch: number): string {
  return timeAgo(epoch, Date.now(), document.documentElement.lang);
}

/** @param props.epoch milliseconds */
export function TimeAgo({ epoch }: { readonly epoch: number }) {
  useEffect(watchClock, []);
  // A page that VS Code keeps for hours reads the time again with each turn of the clock.
  const words = timeAgo(epoch, Math.max(now.value, Date.now()), document.documentElement.lang);
  return <time title={fullTime(epoch, document.documentElement.lang)}>{words}</time>;
}
