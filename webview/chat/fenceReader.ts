// Reads one block of code between fences, as far as it has come: each line once, however long the code becomes. Pure.

interface FencedCode {
  readonly code: string;
  /** The end of the block in the text; undefined while its last fence has not come. */
  readonly end: number | undefined;
}

export class FenceReader {
  /** The beginning of the first line that is not read yet, or that has not come as a whole. */
  #lineStart: number;

  private constructor(
    private readonly codeStart: number,
    /** The last fence has at least these marks. */
    private readonly marks: string,
    /** What stands behind them. */
    readonly info: string,
  ) {
    this.#lineStart = codeStart;
  }

  /** Undefined when no whole first fence stands here. */
  static at(text: string, start: number): FenceReader | undefined {
    if (text[start] !== '`' && text[start] !== '~') return undefined;
    const end = text.indexOf('\n', start);
    const fence = end === -1 ? undefined : /^(?:(`{3,})[^`]*$|(~{3,}))/.exec(text.slice(start, end));
    const marks = fence?.[1] ?? fence?.[2];
    if (marks === undefined) return undefined;
    return new FenceReader(end + 1, marks, text.slice(start + marks.length, end).replace(/^[`~]+/, ''));
  }

  /** `text`: the one the reader was made for, perhaps with more at its end. `finished`: no more will come. */
  read(text: string, finished: boolean): FencedCode {
    for (;;) {
      const end = text.indexOf('\n', this.#lineStart);
      const line = text.slice(this.#lineStart, end === -1 ? undefined : end);
      // The last line may become the last fence: until that is known it is not shown.
      const isFence = end === -1 && !finished ? /^ {0,3}[`~]* *$/.test(line) : this.#isLastFence(line);
      if (isFence) return { code: text.slice(this.codeStart, this.#lineStart), end: end === -1 ? undefined : end };
      if (end === -1) return { code: text.slice(this.codeStart), end: undefined };
      this.#lineStart = end + 1;
    }
  }

  /** No pattern is made of the marks, because a long one is refused as too large. */
  #isLastFence(line: string): boolean {
    return /^ {0,3}[`~]+ *$/.test(line) && line.trimStart().startsWith(this.marks);
  }
}
