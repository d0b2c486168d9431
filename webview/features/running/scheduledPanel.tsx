// What Claude has scheduled, which the CLI runs as long as its process does. Without acts, because only Claude can take a job back. Absent where it is nothing.
import { useRef, useState } from 'preact/hooks';
import { oneLine } from '../../../src/shared/plain.js';
import { resetTime } from '../../../src/shared/resetTime.js';
import { useFocusKept } from '../../a11y/focusKept.js';
import { runningStrings } from './runningStrings.js';
import { useApp } from '../../state/context.js';
import { Disclosure } from '../../ui/disclosure.js';

const words = runningStrings.scheduled;

export function ScheduledPanel() {
  const { scheduled = [] } = useApp().store.status.value;
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLElement>(null);
  useFocusKept(whole);
  const lines = scheduled.map(({ id, name, at }) => ({
    id,
    text: words.one(oneLine(name), at === undefined ? '' : resetTime(at, Date.now(), document.documentElement.lang)),
  }));
  const [first, ...others] = lines;
  if (first === undefined) return null;
  return (
    <section ref={whole} class="running" aria-label={words.list}>
      <Disclosure
        summary={
          <span class="runningTitle" dir="auto">
            {others.length > 0 ? words.count(lines.length) : open ? words.list : first.text}
          </span>
        }
        open={open}
        onToggle={setOpen}
      />
      {open && (
        <ul class="runningTasks">
          {lines.map(({ id, text }) => (
            <li key={id} class="runningTask hint" dir="auto">
              {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
