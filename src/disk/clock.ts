// The clock of the machine.
import type { Clock } from '../shared/clock.js';

export const realClock: Clock = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
