// Words from Claude, as they come and when they are whole.
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { TextItem } from '../../src/shared/transcript.js';
import { safeNodes } from './markdown.js';
import { StreamingBlocks } from './streamingBlocks.js';

export function TextRow({ item }: { readonly item: TextItem }) {
  const growing = useRef<StreamingBlocks | undefined>(undefined);
  const blocks = useMemo(() => {
    if (!item.streaming) return StreamingBlocks.finish(item.text);
    growing.current ??= new StreamingBlocks();
    return growing.current.grow(item.text);
  }, [item.text, item.streaming]);
  return (
    <div class="message fromClaude markdown" aria-busy={item.streaming}>
      {blocks.map((block, index) => (
        <MarkdownBlock key={index} html={block.html} />
      ))}
    </div>
  );
}

/** Touches the page only when its own HTML has changed, so that what a person has selected above stays selected. */
function MarkdownBlock({ html }: { readonly html: string }) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    frame.current?.replaceChildren(safeNodes(html));
  }, [html]);
  return <div ref={frame} />;
}
