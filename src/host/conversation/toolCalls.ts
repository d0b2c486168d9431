// The tool calls that the process of a session has written last, with their whole input: for a person who unfolds a row before the call is in
// the CLI's transcript. In memory only, and of a bounded size; never stored.
import type { ToolCall } from '../../shared/toolInput.js';

/** The most characters of the inputs that are kept. An input of 100 kB is usual, and the transcript has the older ones. */
const mostCharacters = 2_000_000;

export class ToolCalls {
  /** The oldest first. */
  readonly #calls = new Map<string, { readonly call: ToolCall; readonly length: number }>();
  #length = 0;

  constructor(private readonly most = mostCharacters) {}

  /** `length`: of the call's line. A call that alone is longer than the bound is not held. */
  add(call: ToolCall, length: number): void {
    this.#drop(call.id);
    if (length > this.most) return;
    this.#calls.set(call.id, { call, length });
    this.#length += length;
    for (const id of this.#calls.keys()) {
      if (this.#length <= this.most) return;
      this.#drop(id);
    }
  }

  get(id: string): ToolCall | undefined {
    return this.#calls.get(id)?.call;
  }

  #drop(id: string): void {
    this.#length -= this.#calls.get(id)?.length ?? 0;
    this.#calls.delete(id);
  }
}
