// Waiting for what a test looks at. The test looks again as soon as something has happened to the fakes, and from time to time because a
// file that another process writes, or a part of VS Code that has no event, tells nobody.

/** Milliseconds. */
const pause = 20;

let waiting: { readonly condition: string } | undefined;
let wake: () => void = () => undefined;

/** The condition that was waited for last and has not come true. */
export function waitingFor(): string | undefined {
  return waiting?.condition;
}

/** Explains the wait for the reports of failures. */
export function explainWaiting(): string {
  return waiting === undefined ? '' : `\nit still waited for: ${waiting.condition}`;
}

/** A fake has been told something: the test that waits looks again. */
export function happened(): void {
  wake();
}

/** Does what `until` does where the product itself waits for a time to be over: in Node that time passes at once. */
export function untilInTime(condition: () => boolean): Promise<void> {
  return until(async () => {
    if (!condition()) await globalThis.passTime?.(1_000);
    return condition();
  });
}

/** Resolves as `pending` does, which waits for a time to be over. */
export async function inTime<T>(pending: Promise<T>): Promise<T> {
  let isSettled = false;
  const settled = (): void => {
    isSettled = true;
    happened();
  };
  pending.then(settled, settled);
  await untilInTime(() => isSettled);
  return pending;
}

/** Comes back once `condition` is true. There is no limit but mocha's for the test, whose report then names the condition. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const mine = { condition: condition.toString() };
  waiting = mine;
  while (!(await condition())) {
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, pause);
      // What happens at once is looked at once.
      wake = () => {
        clearTimeout(timer);
        setImmediate(resolve);
      };
    });
    // Mocha has given this test up, and another one waits by now.
    if (waiting !== mine) return new Promise(() => undefined);
  }
  waiting = undefined;
}
