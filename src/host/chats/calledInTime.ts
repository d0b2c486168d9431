// Waits for the result of a tool of the memory, but at most `callTimeout`, so that a disk which does not answer does not hold the turn for ever.
// Must not say more than is known: a change that takes too long may still land.
import type { MemoryResult } from '../../claude/stream/memoryServer.js';
import type { MemoryTool } from '../../shared/memoryTools.js';
import type { Waiting } from './toldInTime.js';
import { within } from '../../claude/process/within.js';

/** Milliseconds. The first search of a large memory takes seconds, on a slow machine more. */
export const callTimeout = 30_000;

const notInTime = `not answered within ${callTimeout / 1_000} seconds`;
const overdueResults: Readonly<Record<MemoryTool, MemoryResult>> = {
  find_decisions: {
    text: `The decisions have not been searched, because their disk has ${notInTime}. Go on without them, or try again later.`,
    isError: true,
  },
  read_product_doc: {
    text: `The Product Doc has not been read, because its disk has ${notInTime}. Go on without it, or try again later.`,
    isError: true,
  },
  update_product_doc: {
    text: `It is not known whether the section is written, because the disk has ${notInTime}. It may still be written; the user then sees the change. Read the section with read_product_doc before you write it again.`,
  },
};

/** Rejects where `calling` does. A result that comes too late is left to the memory, which shows a change that has landed. */
export async function calledInTime(
  tool: MemoryTool,
  calling: Promise<MemoryResult>,
  { log, later }: Pick<Waiting, 'later'> & { readonly log: Pick<Waiting['log'], 'warn'> },
): Promise<MemoryResult> {
  const late = (): MemoryResult => {
    log.warn(`${tool} has ${notInTime}.`);
    return overdueResults[tool];
  };
  return within(calling, callTimeout, late, later);
}
