// Waits for the told text, but at most `tellTimeout`, so that a memory which does not answer delays no session. Must not know what the text says.
import type { Log } from './chatDependencies.js';
import type { Telling } from './chatMemory.js';
import type { Clock } from '../../shared/clock.js';
import { within } from '../../claude/process/within.js';
import { messageOf } from '../../shared/error.js';

/** Milliseconds. The memory may lie on a disk that does not answer. */
export const tellTimeout = 2_000;

export interface Waiting {
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly clock: Clock;
}

/** Undefined where `telling` takes too long, or rejects; the log says so. */
export async function toldInTime(telling: Promise<Telling | undefined>, { log, clock }: Waiting): Promise<Telling | undefined> {
  const late = (): undefined => {
    log.warn('The memory could not be read in time, so Claude is told no decisions and no project card.');
  };
  try {
    return await within(telling, tellTimeout, late, clock);
  } catch (error) {
    log.error(`The memory could not be read, so Claude is told no decisions and no project card: ${messageOf(error)}`);
    return undefined;
  }
}
