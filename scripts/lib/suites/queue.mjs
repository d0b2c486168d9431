// Owns: in which order jobs run, on how many lanes, and which jobs may run beside each other. Knows nothing about tests.

/**
 * @typedef {object} QueuedJob
 * @property {readonly Promise<unknown>[]} needs it begins when all of these have come, or failed
 * @property {'reads' | 'writes' | 'neither'} build what it does with the build in `dist` and `out`. A job that writes it runs beside no job that
 *   reads it, and after all of them
 * @property {() => Promise<void>} run never rejects
 */

/**
 * Runs all jobs, on so many lanes, in their order as far as they have what they need.
 * @param {readonly QueuedJob[]} jobs
 * @param {number} lanes
 */
export async function runQueue(jobs, lanes) {
  const waiting = jobs.map(job => ({ job, isReady: job.needs.length === 0 }));
  /** @type {Set<QueuedJob>} */
  const running = new Set();
  let wake = () => {};
  let changed = new Promise(resolve => (wake = () => resolve(undefined)));
  const tell = () => {
    wake();
    changed = new Promise(resolve => (wake = () => resolve(undefined)));
  };
  for (const entry of waiting) {
    if (entry.isReady) continue;
    void Promise.allSettled(entry.job.needs).then(() => {
      entry.isReady = true;
      tell();
    });
  }
  const next = () => {
    const rest = waiting.map(({ job }) => job);
    const index = waiting.findIndex(({ job, isReady }) => isReady && mayRun(job, running, rest));
    return index < 0 ? undefined : waiting.splice(index, 1)[0]?.job;
  };
  const work = async () => {
    while (waiting.length > 0) {
      const job = next();
      if (job === undefined) {
        await changed;
        continue;
      }
      running.add(job);
      await job.run();
      running.delete(job);
      tell();
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
}

/** @param {QueuedJob} job @param {ReadonlySet<QueuedJob>} running @param {readonly QueuedJob[]} waiting */
function mayRun({ build }, running, waiting) {
  if (build === 'neither') return true;
  if ([...running].some(each => each.build === 'writes')) return false;
  return build === 'reads' || ![...running, ...waiting].some(each => each.build === 'reads');
}
