// Owns the blocks of a text that is still growing: blocks that can no longer change keep their identity, and only the text
// after them is read again. Knows nothing of components.
import type { Block } from './markdown.js';
import { blockOf, blocksOf, isShown, lexPart } from './markdown.js';

export class StreamingBlocks {
  private text = '';
  private stable: readonly Block[] = [];
  private stableEnd = 0;

  /** The blocks of a text; quick when it is the last text with more at its end. */
  grow(grown: string): readonly Block[] {
    // The lexer counts every line end as one character.
    const text = grown.includes('\r') ? grown.replace(/\r\n?/g, '\n') : grown;
    if (!text.startsWith(this.text)) {
      this.stable = [];
      this.stableEnd = 0;
    }
    this.text = text;
    const tokens = lexPart(text.slice(this.stableEnd));
    // The last block may still change: a list goes on, a fence is open, a line becomes a heading by what follows.
    const last = tokens.filter(isShown).at(-1);
    if (last === undefined) return this.stable;
    const open = tokens.indexOf(last);
    const settled = tokens.slice(0, open);
    if (settled.length > 0) {
      this.stable = [...this.stable, ...settled.filter(isShown).map(token => blockOf(token, tokens.links))];
      this.stableEnd += settled.reduce((length, token) => length + token.raw.length, 0);
    }
    return [...this.stable, blockOf(last, tokens.links)];
  }

  /** The blocks of the finished text, read whole: a link's definition may have come after its use. */
  static finish(text: string): readonly Block[] {
    return blocksOf(text);
  }
}
