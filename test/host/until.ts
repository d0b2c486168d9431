// Waiting for what has no event to wait for.

let waiting: { readonly condition: string } | undefined;

/** The condition that was waited for last and has not come true. */
export function waitingFor(): string | undefined {
  return waiting?.condition;
}

/** Comes back once `condition` is true. There is no limit but mocha's for the test, whose report then names the condition. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const mine = { condition: condition.toString() };
  waiting = mine;
  while (!(await condition())) {
    await new Promise(resolve => setTimeout(resolve, 5));
    // Mocha has given this test up, and another one waits by now.
    if (waiting !== mine) return new Promise(() => undefined);
  }
  waiting = undefined;
}
