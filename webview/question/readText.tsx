// The exact text of a `tool_result` behind a line that expands it: the text that Claude would read now or has read.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Disclosure } from '../ui/disclosure.js';
import { questionWords } from './words.js';

interface ReadTextProps {
  readonly summary: string;
  /** Undefined while nothing can be sent. */
  readonly text: string | undefined;
  /** What is said while nothing can be sent. */
  readonly nothing?: string;
}

export function ReadText({ summary, text, nothing = questionWords.card.readsNothing }: ReadTextProps) {
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (open) whole.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  return (
    <div ref={whole} class="readText">
      <Disclosure summary={summary} open={open} onToggle={setOpen} />
      {open && text === undefined && <p class="hint">{nothing}</p>}
      {open && text !== undefined && (
        // Focusable, so that it scrolls by the keyboard too.
        <pre class="exactText" role="region" aria-label={summary} tabIndex={0} dir="auto">
          {text}
        </pre>
      )}
    </div>
  );
}
