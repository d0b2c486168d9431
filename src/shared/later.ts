// A timer as a function, so that tests can be the clock.

/** Calls back once after `ms` milliseconds; returns how to cancel. */
export type Later = (callback: () => void, ms: number) => () => void;
