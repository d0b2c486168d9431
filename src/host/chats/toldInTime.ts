// Waits for the told text, but at most `tellTimeout`, so that a memory which does not answer delays no session. Must not know what the text says.
import type { SessionLog } from './sessionDependencies.js';
import type { Telling } from './sessionMemory.js';

/** Milliseconds. The memory may lie on a disk that does not answer. */
export const tellTimeout = 2_000;

export interface Waiting {
  readonly log: Pick<SessionLog, 'warn' | 'error'>;
  /** Calls back once after `ms`; returns how to cancel. */
  readonly later: (callback: () => void, ms: number) => () => void;
}

/** Undefined where `telling` takes too long, or rejects; the log says so. */
export async function toldInTime(telling: Promise<Telling | undefined>, { log, later }: Waiting): Promise<Telling | undefined> {
  let cancel = (): void => undefined;
  const overdue = new Promise<undefined>(resolve => {
    cancel = later(() => {
      log.warn('The memory could not be read in time, so Claude is told no decisions and no project card.');
      resolve(undefined);
    }, tellTimeout);
  });
  try {
    return await Promise.race([telling, overdue]);
  } catch (error) {
    log.error(
      `The memory could not be read, so Claude is told no decisions and no project card: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  } finally {
    cancel();
  }
}
