// How long work holds the thread.

/** The longest time between two turns of the event loop, and the whole time, in milliseconds. */
export async function whileWatched(work: () => Promise<void>): Promise<{ readonly held: number; readonly took: number }> {
  const began = performance.now();
  let last = began;
  let held = 0;
  let done = false;
  const watch = (): void => {
    const now = performance.now();
    held = Math.max(held, now - last);
    last = now;
    if (!done) setImmediate(watch);
  };
  setImmediate(watch);
  await work();
  done = true;
  watch();
  return { held, took: last - began };
}
