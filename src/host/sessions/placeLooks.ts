// Limits how many paths of one window are looked at together. A look at a mount that does not answer hangs and holds one of the four threads
// that Node has for files, which the journals need too.
import type { SessionDependencies } from './sessionLoop.js';

type PlaceOf = SessionDependencies['placeOf'];

/** With one look that hangs, another path is still found. */
const mostAtOnce = 2;

/** The same look. The third one begins when one of the first two has ended. */
export function limitLooks(look: PlaceOf): PlaceOf {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async path => {
    if (running < mostAtOnce) running++;
    else await new Promise<void>(resolve => waiting.push(resolve));
    try {
      return await look(path);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
