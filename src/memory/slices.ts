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

/** Values that are sorted in one go; a few milliseconds. */
const runLength = 2_048;

/** Like `toSorted`, in pieces. Costs one comparison per value where they are in order already. */
export async function sortedInSlices<T>(values: readonly T[], compare: (one: T, other: T) => number): Promise<readonly T[]> {
  const slices = new Slices();
  let runs: (readonly T[])[] = [];
  for (let start = 0; start < values.length; start += runLength) {
    runs.push(values.slice(start, start + runLength).sort(compare));
    if (slices.isOver) await slices.pause();
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await mergedInSlices(runs[index] ?? [], runs[index + 1] ?? [], compare, slices));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergedInSlices<T>(
  one: readonly T[],
  other: readonly T[],
  compare: (one: T, other: T) => number,
  slices: Slices,
): Promise<readonly T[]> {
  const [last, first] = [one.at(-1), other[0]];
  if (last === undefined || first === undefined || compare(last, first) <= 0) return [...one, ...other];
  const merged: T[] = [];
  for (let [left, right] = [0, 0]; left < one.length || right < other.length;) {
    const [a, b] = [one[left], other[right]];
    if (a !== undefined && (b === undefined || compare(a, b) <= 0)) {
      merged.push(a);
      left++;
    } else if (b !== undefined) {
      merged.push(b);
      right++;
    }
    if (merged.length % 256 === 0 && slices.isOver) await slices.pause();
  }
  return merged;
}
