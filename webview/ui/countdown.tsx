// The time that is left until something happens, in whole seconds. Silent, because a second is no news.
import { useLayoutEffect, useState } from 'preact/hooks';

interface CountdownProps {
  /** Epoch milliseconds. */
  readonly until: number;
  readonly words: (seconds: number) => string;
}

export function Countdown({ until, words }: CountdownProps) {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, until - now);
  useLayoutEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(
      () => {
        setNow(Date.now());
      },
      left % 1000 || 1000,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [left]);
  return (
    <span role="timer" aria-live="off" class="countdown">
      {words(Math.ceil(left / 1000))}
    </span>
  );
}
