// What a piece of work costs this process. Knows nothing of the work.
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Costs {
  /** Milliseconds of processor time. */
  readonly cpu: number;
  /** Milliseconds by the clock. */
  readonly took: number;
  /** Megabytes read from whatever file. */
  readonly read: number;
}

/** The figures of work that goes on until `act` resolves. */
export async function costsOf(act: () => Promise<unknown>): Promise<Costs> {
  const [bytes, cpu, began] = [bytesRead(), cpuTime(), performance.now()];
  await act();
  return { cpu: cpuTime() - cpu, took: performance.now() - began, read: (bytesRead() - bytes) / 1e6 };
}

/**
 * The longest time that the same work holds the thread, in milliseconds of processor time, because on a busy machine the clock tells of others.
 * Apart from the other figures, because looking all the time costs something too.
 */
export async function heldBy(act: () => Promise<unknown>): Promise<number> {
  let [last, held, isDone] = [threadTime(), 0, false];
  const watch = (): void => {
    const now = threadTime();
    held = Math.max(held, now - last);
    last = now;
    if (!isDone) setImmediate(watch);
  };
  setImmediate(watch);
  await act();
  isDone = true;
  watch();
  return held;
}

/** Megabytes that are held by what `make` gives. */
export async function memoryOf(make: () => Promise<unknown>): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // V8's own function, under the flag
  const inUse = (): number => {
    for (let round = 0; round < 3; round++) collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1e6;
  };
  const before = inUse();
  const held = [await make()];
  const after = inUse();
  // Until here.
  held.pop();
  return after - before;
}

/** The time of this thread alone, because threads that read files beside it hold nothing up. */
function threadTime(): number {
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ', 1)[0]) / 1e6;
}

/** The processor time of this process in milliseconds. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}
