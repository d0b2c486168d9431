// Long work in short pieces, between which VS Code's other extensions get their turn. Knows nothing of the work.

/** Milliseconds. Less than the 8 that a piece may take, because the last step and the garbage collector come on top. */
const sliceLength = 4;

/** One piece of long work: it begins when the object is made, and anew after each pause. */
export class Slices {
  #since = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#since >= sliceLength;
  }

  /** Lets everything else run that waits for the thread. */
  async pause(): Promise<void> {
    await new Promise<void>(resolve => setImmediate(resolve));
    this.#since = performance.now();
  }
}

/** Long work that can stop after any step. */
export type Steps<T> = Generator<void, T, void>;

/** Does all steps, with a pause where a slice is over. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  const slices = new Slices();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (slices.isOver) await slices.pause();
  }
}

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
