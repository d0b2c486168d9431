// Markdown of a card as a component. ui/markdown.ts makes the hostile text safe.
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { cardBlocks, withClosedMarks } from './cardMarkdown.js';
import { linkedNodes, plainNodes } from './markdown.js';

interface MarkdownProps {
  readonly text: string;
  /** `words`: links are plain text, for places where a link could not be reached or would vanish under the focus. */
  readonly links?: 'open' | 'words';
  /** The text is still being streamed. */
  readonly growing?: boolean;
}

export function Markdown({ text, links = 'open', growing = false }: MarkdownProps) {
  const blocks = useMemo(() => cardBlocks(growing ? withClosedMarks(text) : text), [text, growing]);
  return (
    <div class="markdown inCard" dir="auto">
      {blocks.map((html, index) => (
        <SafeBlock key={index} html={html} toNodes={links === 'open' ? linkedNodes : plainNodes} />
      ))}
    </div>
  );
}

interface SafeBlockProps {
  readonly html: string;
  /** Makes safe nodes of the HTML. */
  readonly toNodes: (html: string) => DocumentFragment;
  readonly class?: string;
}

/** Touches only what differs, so that what a person has selected stays selected, and nothing that stays is laid out again. */
export function SafeBlock({ html, toNodes, class: className }: SafeBlockProps) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (frame.current !== null) becomeLike(frame.current, toNodes(html));
  }, [html, toNodes]);
  return <div ref={frame} class={className} />;
}

/** Gives `shown` the children of `wanted`, and keeps those at its beginning that are equal; the first other one becomes like its match. */
function becomeLike(shown: Node, wanted: Node): void {
  let now = shown.firstChild;
  while (now !== null && wanted.firstChild !== null && now.isEqualNode(wanted.firstChild)) {
    wanted.firstChild.remove();
    now = now.nextSibling;
  }
  const next = wanted.firstChild;
  if (now instanceof Text && next instanceof Text && next.data.startsWith(now.data)) {
    now.appendData(next.data.slice(now.length));
    next.remove();
    now = now.nextSibling;
  } else if (now instanceof Element && next instanceof Element && now.cloneNode().isEqualNode(next.cloneNode())) {
    becomeLike(now, next);
    next.remove();
    now = now.nextSibling;
  }
  while (now !== null) {
    const further: ChildNode | null = now.nextSibling;
    now.remove();
    now = further;
  }
  while (wanted.firstChild !== null) shown.appendChild(wanted.firstChild);
}
