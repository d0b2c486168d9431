// Words from Claude, as they come and when they are whole.
import { Component } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { TextItem } from '../../src/shared/transcript.js';
import { safeNodes } from '../ui/markdown.js';
import { SafeBlock } from '../ui/markdownText.js';
import type { BlockGroup } from './streamingBlocks.js';
import { StreamingBlocks } from './streamingBlocks.js';

export function TextRow({ item }: { readonly item: TextItem }) {
  const growing = useRef<StreamingBlocks | undefined>(undefined);
  const groups = useMemo(() => {
    if (!item.streaming) return StreamingBlocks.finish(item.text);
    growing.current ??= new StreamingBlocks();
    return growing.current.grow(item.text);
  }, [item.text, item.streaming]);
  return (
    <div class="message markdown" aria-busy={item.streaming}>
      {groups.map((group, index) => (
        <Group key={index} group={group} />
      ))}
    </div>
  );
}

/** Is left alone while its blocks are the same, so that a long answer costs no more per word than a short one. */
class Group extends Component<{ readonly group: BlockGroup }> {
  override shouldComponentUpdate({ group }: { readonly group: BlockGroup }): boolean {
    return group !== this.props.group;
  }

  override render({ group }: { readonly group: BlockGroup }) {
    return group.map((block, index) => <SafeBlock key={index} html={block.html} toNodes={safeNodes} />);
  }
}
