// The code that compares two texts, for modules that activation reads. lineDiff.ts puts it here; the host loads that with the reader of the CLI's
// lines, and without a line there is no edit to show.

/** A line of the old text (`-`), of the new one (`+`), or of both (` `). */
export interface DiffRow {
  readonly sign: ' ' | '-' | '+';
  /** The line without its line end; every second piece differs from the other text. */
  readonly pieces: readonly string[];
}

/** `begin` gives a function whose calls share one budget of steps. */
export const diffCode: { begin?: () => (before: string, after: string) => readonly DiffRow[] } = {};
