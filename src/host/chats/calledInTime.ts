// Waits for the result of a tool of the memory, but at most `callTimeout`, so that a disk which does not answer does not hold the turn for ever.
// Must not say more than is known: a change that takes too long may still land.
import { callTimeout, overdueResults } from '../../claude/ask/memoryToolDefinitions.js';
import type { MemoryResult } from '../../claude/stream/memoryServer.js';
import type { MemoryTool } from '../../shared/memoryTools.js';
import type { Waiting } from './toldInTime.js';
import { within } from '../../claude/process/within.js';

/** Rejects where `calling` does. A result that comes too late is left to the memory, which shows a change that has landed. */
export async function calledInTime(
  tool: MemoryTool,
  calling: Promise<MemoryResult>,
  { log, later }: Pick<Waiting, 'later'> & { readonly log: Pick<Waiting['log'], 'warn'> },
): Promise<MemoryResult> {
  const late = (): MemoryResult => {
    log.warn(`${tool} has not answered within ${callTimeout / 1_000} seconds.`);
    return overdueResults[tool];
  };
  return within(calling, callTimeout, late, later);
}
