// Owns the blocks of a text that is still growing: blocks that can no longer change are kept in groups that keep their
// identity, and only the text after them is read again. Knows nothing of components.
import type { Block } from '../ui/markdown.js';
import { blockOf, blocksOf, isShown, lexPart } from '../ui/markdown.js';

export type BlockGroup = readonly Block[];

const groupSize = 24;

export class StreamingBlocks {
  private text = '';
  private full: readonly BlockGroup[] = [];
  private rest: BlockGroup = [];
  private stableEnd = 0;

  /** The blocks of a text; quick when it is the last text with more at its end. A full group is the same object again. */
  grow(grown: string): readonly BlockGroup[] {
    // The lexer counts every line end as one character.
    const text = grown.includes('\r') ? grown.replace(/\r\n?/g, '\n') : grown;
    if (!text.startsWith(this.text)) this.begin();
    this.text = text;
    const tokens = lexPart(text.slice(this.stableEnd));
    // The last block may still change: a list goes on, a fence is open, a line becomes a heading by what follows.
    const last = tokens.filter(isShown).at(-1);
    if (last === undefined) return [...this.full, this.rest];
    for (const token of tokens.slice(0, tokens.indexOf(last))) {
      this.stableEnd += token.raw.length;
      if (isShown(token)) this.settle(blockOf(token, tokens.links));
    }
    return [...this.full, [...this.rest, blockOf(last, tokens.links)]];
  }

  /** The blocks of the finished text, read whole: a link's definition may have come after its use. */
  static finish(text: string): readonly BlockGroup[] {
    const blocks = blocksOf(text);
    const groups: BlockGroup[] = [];
    for (let start = 0; start < blocks.length; start += groupSize) groups.push(blocks.slice(start, start + groupSize));
    return groups;
  }

  private begin(): void {
    this.full = [];
    this.rest = [];
    this.stableEnd = 0;
  }

  private settle(block: Block): void {
    this.rest = [...this.rest, block];
    if (this.rest.length < groupSize) return;
    this.full = [...this.full, this.rest];
    this.rest = [];
  }
}
