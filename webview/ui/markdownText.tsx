// Markdown of a card as a component. The text is hostile; what is left of it is in ui/markdown.ts.
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { cardBlocks, withClosedMarks } from './cardMarkdown.js';
import { linkedNodes, plainNodes } from './markdown.js';

interface MarkdownProps {
  readonly text: string;
  /** `words`: links are words, where they could not be reached or would go away under the focus. */
  readonly links?: 'open' | 'words';
  /** More of the text is on its way. */
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
  /** Takes away what is not safe. */
  readonly toNodes: (html: string) => DocumentFragment;
}

/** Touches the page only when its own HTML has changed, so that what a person has selected above stays selected. */
export function SafeBlock({ html, toNodes }: SafeBlockProps) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    frame.current?.replaceChildren(toNodes(html));
  }, [html, toNodes]);
  return <div ref={frame} />;
}
