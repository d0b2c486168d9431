// Puts a clock in the place of the process's own that the test moves on. What waits for a short time runs by itself. What waits for longer, such
// as a limit of the product's for a disk or a CLI that does not answer, runs only when the test says that the time has passed: on a busy machine
// it would otherwise run before what it waits for. Import nothing that keeps `setTimeout` or `Date` before this is called.

type Run = (...given: unknown[]) => void;
type Timer = ReturnType<typeof setTimeout>;

interface Waiting {
  due: number;
  real: Timer;
  readonly isHeld: boolean;
  readonly run: () => void;
  /** Milliseconds between two runs; undefined: once. */
  readonly every: number | undefined;
}

export interface MovableClock {
  /** Resolves when everything that was due has run, each to its end as far as it does not wait for anything outside. */
  advance(milliseconds: number): Promise<void>;
  /** Lets everything run by itself at its time from now on. */
  release(): void;
  /** Timers that run once, by themselves, within so many milliseconds. One that is held waits for the test, so nothing waits for it. */
  soon(milliseconds: number): readonly object[];
}

/** A timer that is held keeps the process alive, as it would if it were not. */
const farAway = 2 ** 31 - 1;

/** @param longest milliseconds that a timer waits by itself */
export function installMovableClock(longest: number): MovableClock {
  let released = false;
  const real = { setTimeout, clearTimeout, setInterval, clearInterval, Date, now: performance.now.bind(performance) };
  let offset = 0;
  const now = (): number => real.now() + offset;
  const waiting = new Map<Timer, Waiting>();

  const arm = (handle: Timer | undefined, entry: Omit<Waiting, 'real'>): Timer => {
    const wait = entry.isHeld && !released ? farAway : Math.max(0, entry.due - now());
    const timer = real.setTimeout(() => fire(own), wait);
    const own = handle ?? timer;
    waiting.set(own, { ...entry, real: timer });
    return own;
  };
  const fire = (handle: Timer): void => {
    const entry = waiting.get(handle);
    if (entry === undefined) return;
    real.clearTimeout(entry.real);
    waiting.delete(handle);
    if (entry.every !== undefined) arm(handle, { ...entry, due: entry.due + Math.max(1, entry.every) });
    entry.run();
  };
  const begin =
    (every: boolean) =>
    (run: Run, milliseconds = 0, ...given: unknown[]): Timer =>
      arm(undefined, {
        due: now() + milliseconds,
        run: () => run(...given),
        isHeld: milliseconds > longest,
        every: every ? milliseconds : undefined,
      });
  const end = (handle: Timer | undefined): void => {
    const entry = handle && waiting.get(handle);
    if (entry === undefined) return real.clearTimeout(handle);
    real.clearTimeout(entry.real);
    waiting.delete(handle as Timer);
  };
  class MovedDate extends real.Date {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) super(real.Date.now() + offset);
      else super(...given);
    }

    static override now(): number {
      // A date is whole milliseconds.
      return Math.floor(real.Date.now() + offset);
    }
  }
  Object.assign(globalThis, {
    setTimeout: begin(false),
    clearTimeout: end,
    setInterval: begin(true),
    clearInterval: end,
    Date: MovedDate,
  });
  performance.now = now;

  const rearm = (): void => {
    for (const [handle, entry] of [...waiting]) {
      real.clearTimeout(entry.real);
      arm(handle, entry);
    }
  };

  return {
    async advance(milliseconds) {
      const until = now() + milliseconds;
      for (;;) {
        const next = [...waiting].filter(([, { due }]) => due <= until).sort(([, a], [, b]) => a.due - b.due)[0];
        if (next === undefined) break;
        offset += Math.max(0, next[1].due - now());
        fire(next[0]);
        await new Promise(setImmediate);
      }
      offset += Math.max(0, until - now());
      rearm();
    },
    release() {
      released = true;
      rearm();
    },
    soon: milliseconds =>
      [...waiting.values()]
        .filter(({ every, due, isHeld }) => every === undefined && (!isHeld || released) && due <= now() + milliseconds)
        .map(({ run }) => run),
  };
}
