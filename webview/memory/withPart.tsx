// A sentence with an element in the place that its translation gives it.
import type { ComponentChildren } from 'preact';

interface WithPartProps {
  /** Has `{0}` once. */
  readonly words: string;
  readonly children: ComponentChildren;
}

export function WithPart({ words, children }: WithPartProps) {
  const [before, after] = words.split('{0}');
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}
