// When a message was sent or an answer came: in sight under the pointer and with the focus in the row, and there for a screen reader from the first idle
// moment on. And the line above the first item of a day.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { dayName, fullTime, messageTime } from '../../src/shared/timeAgo.js';
import { useFocusKept } from '../a11y/focusKept.js';
import type { DayBegin } from '../state/days.js';
import { useApp } from '../state/context.js';

/** What stands at the end of a message: its time, where that is known, and what can be done with it. @param props.at epoch milliseconds */
export function MessageFoot({ at, children }: { readonly at: number | undefined; readonly children?: ComponentChildren }) {
  const { hasFeet } = useApp().store;
  const foot = useRef<HTMLDivElement>(null);
  // What a button here does cannot be done any more, for example because another window has taken the chat.
  useFocusKept(foot);
  if (!hasFeet.value || (at === undefined && !children)) return null;
  return (
    <div ref={foot} class="messageFoot">
      {at !== undefined && <MessageTime at={at} />}
      {children}
    </div>
  );
}

function MessageTime({ at }: { readonly at: number }) {
  const { days } = useApp().store;
  useEffect(() => days.watchToday(), [days]);
  const { lang } = document.documentElement;
  return (
    <time class="hint" title={fullTime(at, lang)}>
      {messageTime(at, days.today.value, lang)}
    </time>
  );
}

export function DayLine({ begin: { day, isFirst } }: { readonly begin: DayBegin }) {
  const { days } = useApp().store;
  useEffect(() => days.watchToday(), [days]);
  if (isFirst && day === days.today.value) return null;
  return (
    <div class="dayLine hint">
      <time>{dayName(day, days.today.value, document.documentElement.lang)}</time>
    </div>
  );
}
