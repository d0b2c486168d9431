// Waits for work that may never end, such as a look at a disk that does not answer. Knows nothing of what is waited for.
import type { Clock } from '../../shared/clock.js';
import { realClock } from '../../disk/clock.js';

/** What `work` gives, or `late()` where it takes longer than `ms` milliseconds. Rejects where `work` does in that time, and where `late` throws; what `work` does later is left to it. */
export async function within<T, L>(work: PromiseLike<T>, ms: number, late: () => L, clock: Clock = realClock): Promise<T | L> {
  let cancel = (): void => undefined;
  const overdue = new Promise<void>(resolve => {
    cancel = clock.after(ms, resolve);
  }).then(late);
  try {
    return await Promise.race([work, overdue]);
  } finally {
    cancel();
  }
}
