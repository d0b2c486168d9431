// Owns: what the person has opened, folded, filtered or turned to in the rows of the chats, which nobody else has to know. VS Code keeps it with
// the page (its `setState`), so it is there again after the view was hidden, moved or loaded anew, and behind another chat. What is typed or
// chosen for Claude is a draft, which the host keeps.
/** So many rows are touched in weeks; the oldest are as they come. */
const most = 500;

export class ViewState {
  readonly #values: Map<string, unknown>;

  constructor(
    /** The state of an earlier page: each entry has a key and a value. */
    kept: readonly (readonly unknown[])[],
    private readonly changed: () => void,
  ) {
    this.#values = new Map(kept.map(([key, value]) => [String(key), value]));
  }

  get entries(): readonly (readonly [key: string, value: unknown])[] {
    return [...this.#values];
  }

  /** Undefined where the person has left it as it comes. */
  get(key: string): unknown {
    return this.#values.get(key);
  }

  /** `value`: what JSON can hold; undefined where it is as it comes again. */
  set(key: string, value: unknown): void {
    this.#values.delete(key);
    if (value !== undefined) this.#values.set(key, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= most) break;
      this.#values.delete(oldest);
    }
    this.changed();
  }
}
