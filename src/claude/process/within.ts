// Waits for work that may never end, such as a look at a disk that does not answer. Knows nothing of what is waited for.
import { realClock } from './clock.js';

/** Calls back once after `ms` milliseconds; returns how to cancel. */
export type Later = (callback: () => void, ms: number) => () => void;

const byClock: Later = (callback, ms) => realClock.after(ms, callback);

/** What `work` gives, or `late()` where it takes longer than `ms` milliseconds. Rejects where `work` does in that time, and where `late` throws; what `work` does later is left to it. */
export async function within<T, L>(work: PromiseLike<T>, ms: number, late: () => L, later: Later = byClock): Promise<T | L> {
  let cancel = (): void => undefined;
  const overdue = new Promise<void>(resolve => {
    cancel = later(resolve, ms);
  }).then(late);
  try {
    return await Promise.race([work, overdue]);
  } finally {
    cancel();
  }
}
