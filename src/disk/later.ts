// The timer by the clock of the machine.
import type { Later } from '../shared/later.js';

export const realLater: Later = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};
