// What older versions of the CLI do not report: that what a call has begun runs beside the turn. Only its result tells it, and nothing its end.
import { isAtLeast } from '../version.js';

/** The first version that reports commands and subagents in the background. */
const firstToReport = '2.1.100';

/**
 * Whether the call has begun something in the background of whose end the CLI says nothing. `result`: the CLI's record of the result, of a command
 * {backgroundTaskId}, of a subagent {isAsync: true} (2.0.77). `version`: empty where it is not known.
 */
export function isSentToBackground(version: string, result: unknown): boolean {
  if (version === '' || isAtLeast(version, firstToReport) || typeof result !== 'object' || result === null) return false;
  const { backgroundTaskId, isAsync } = result as { readonly backgroundTaskId?: unknown; readonly isAsync?: unknown };
  return typeof backgroundTaskId === 'string' || isAsync === true;
}
