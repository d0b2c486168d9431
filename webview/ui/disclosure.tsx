// A line that expands and collapses the content below it. A native button, because the toolkit's costs a shadow tree each and a
// conversation has thousands of these lines.
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
