// A line that opens and closes what is below it. A native button: a row of the toolkit's would cost a shadow tree each,
// and a conversation has thousands of them.
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.js';

interface DisclosureProps {
  readonly summary: ComponentChildren;
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
}

export function Disclosure({ summary, open, onToggle }: DisclosureProps) {
  return (
    <button
      type="button"
      class="disclosure"
      aria-expanded={open}
      onClick={() => {
        onToggle(!open);
      }}
    >
      <Icon name={open ? 'chevronDown' : 'chevronRight'} />
      {summary}
    </button>
  );
}
