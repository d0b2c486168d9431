// The exact text of a `tool_result`, behind a line that opens it: what Claude would read now, or what it has read.
import { useState } from 'preact/hooks';
import { strings } from '../strings.js';
import { Disclosure } from '../ui/disclosure.js';

interface ReadTextProps {
  readonly summary: string;
  /** Undefined while there is nothing that could be sent. */
  readonly text: string | undefined;
}

export function ReadText({ summary, text }: ReadTextProps) {
  const [open, setOpen] = useState(false);
  return (
    <div class="readText">
      <Disclosure summary={summary} open={open} onToggle={setOpen} />
      {open && text === undefined && <p class="hint">{strings.card.readsNothing}</p>}
      {open && text !== undefined && (
        // Scrolls inside, also by the keyboard.
        <pre class="exactText" role="region" aria-label={summary} tabIndex={0} dir="auto">
          {text}
        </pre>
      )}
    </div>
  );
}
