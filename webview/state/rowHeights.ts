// What rows took on the page when they were last in the DOM, so that what stands for them is as high, also once they were let go. Knows ids only.

/** CSS pixels that a row is taken for until rows have been measured. */
const firstGuess = 70;

export class RowHeights {
  private readonly known = new Map<string, number>();
  private sum = firstGuess;

  /** The height of these rows together, in CSS pixels. */
  of(ids: readonly string[]): number {
    return ids.reduce((sum, id) => sum + (this.known.get(id) ?? this.usual), 0);
  }

  measured(ids: readonly string[], height: number): void {
    for (const id of ids) {
      this.sum += height / ids.length - (this.known.get(id) ?? 0);
      this.known.set(id, height / ids.length);
    }
  }

  /** Other rows are shown, which are likely to be as high as those before. */
  clear(): void {
    this.sum = this.usual;
    this.known.clear();
  }

  private get usual(): number {
    return this.sum / (this.known.size + 1);
  }
}
