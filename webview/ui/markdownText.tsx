// Markdown as components: its blocks, each touched only where it has changed.
import type { Token } from 'marked';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { cardBlocks, withClosedMarks } from './cardMarkdown.js';
import type { MarkdownForm } from './markdownNodes.js';
import { asWords, inCard, nodesOf } from './markdownNodes.js';

interface MarkdownProps {
  readonly text: string;
  /** `words`: links are plain text, for places where a link could not be reached or would vanish under the focus. */
  readonly links?: 'open' | 'words';
  /** The text is still being streamed. */
  readonly growing?: boolean;
}

/** On a card. */
export function Markdown({ text, links = 'open', growing = false }: MarkdownProps) {
  const blocks = useMemo(() => cardBlocks(growing ? withClosedMarks(text) : text), [text, growing]);
  return (
    <div class="markdown inCard" dir="auto">
      {blocks.map((token, index) => (
        <MarkdownBlock key={index} tokens={[token]} form={links === 'open' ? inCard : asWords} />
      ))}
    </div>
  );
}

interface MarkdownBlockProps {
  readonly tokens: readonly Token[];
  readonly form: MarkdownForm;
  readonly class?: string;
}

/** Touches only what differs, so that what a person has selected stays selected, and nothing that stays is laid out again. */
export function MarkdownBlock({ tokens, form, class: className }: MarkdownBlockProps) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (frame.current !== null) becomeLike(frame.current, nodesOf(tokens, form));
  }, [form, ...tokens]);
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
