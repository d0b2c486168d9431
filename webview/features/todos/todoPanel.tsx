// Claude's to-do list: one line that unfolds. It goes when all of it is done and the turn is over.
import { useRef, useState } from 'preact/hooks';
import { useFocusKept } from '../../a11y/focusKept.js';
import { oneLine } from '../../../src/shared/plain.js';
import { runningStrings } from '../running/runningStrings.js';
import { useApp } from '../../state/context.js';
import { Disclosure } from '../../ui/disclosure.js';
import { useNews } from '../news.js';

const words = runningStrings.todos;

/** Code points; the host tells no more. */
const longest = 300;

const marks = { open: '☐', now: '▸', done: '☑' } as const;

export function TodoPanel() {
  const { store } = useApp();
  const todos = useNews('todos')?.todos ?? [];
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLElement>(null);
  useFocusKept(whole);
  const done = todos.filter(({ state }) => state === 'done').length;
  const isOver = done === todos.length && store.status.value.turn === 'idle';
  if (todos.length === 0 || isOver || store.elsewhere.value !== undefined) return null;
  const now = todos.find(({ state }) => state === 'now')?.text ?? '';
  return (
    <section ref={whole} class="running" aria-label={words.list}>
      <Disclosure
        summary={
          <span class="runningTitle" dir="auto">
            {words.line(done, todos.length, oneLine(now))}
          </span>
        }
        open={open}
        onToggle={setOpen}
      />
      {open && (
        <ol class="runningTasks">
          {todos.map(({ text, state }, position) => (
            <li key={position} class={`todo ${state}`}>
              <span aria-hidden="true">{marks[state]}</span>
              <span class="visuallyHidden">{words.states[state]}</span>
              <span dir="auto">{oneLine(text, longest)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
