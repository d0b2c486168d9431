// Limits how many paths of one window are looked at together. A look at a mount that does not answer hangs and holds one of the four threads
// that Node has for files, which the journals need too.

/** Two looks, so that another path is found while one look hangs. */
const mostAtOnce = 2;
/** The most looks of all kinds in a window, which leaves one of Node's four threads to the journals where all of these hang. */
const mostOfWindow = 3;

/** `look`, of which at most `most` run at once; further calls wait for one of these to end. */
export function limitLooks<Asked, Seen>(look: (asked: Asked) => Promise<Seen>, most = mostAtOnce): (asked: Asked) => Promise<Seen> {
  const inTurn = takeTurns(most);
  return asked => inTurn(() => inTurnOfWindow(() => look(asked)));
}

const inTurnOfWindow = takeTurns(mostOfWindow);

/** Runs what it is given, at most `most` at once. */
export function takeTurns(most: number): <Seen>(look: () => Promise<Seen>) => Promise<Seen> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async look => {
    if (running < most) running++;
    else await new Promise<void>(resolve => waiting.push(resolve));
    try {
      return await look();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
