// Small elements without behaviour: a chip, a progress ring, words for screen readers only.
import type { ComponentChildren } from 'preact';
import { VscodeProgressRing } from './elements.js';

export function Chip({ text }: { readonly text: string }) {
  return <span class="chip">{text}</span>;
}

/** Hidden from screen readers, because the toolkit's ring is an assertive alert that says "Loading" and words stand beside it. */
export function ProgressRing() {
  return (
    <span class="ring" aria-hidden="true">
      <VscodeProgressRing />
    </span>
  );
}

export function HiddenText({ children }: { readonly children: ComponentChildren }) {
  return <span class="visuallyHidden">{children}</span>;
}
