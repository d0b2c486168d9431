// What Parley's helper says of a call beside its input, in `_meta`: written by src/door, read by the window. Without other imports of the host, because
// the helper is a file of its own. Pure.
import { agentMeta, askerIn } from '../../claude/ask/server.js';
import type { Loose } from '../../shared/loose.js';
import { isObject } from '../../shared/loose.js';
import type { DoorCall } from './doorCalls.js';

const callMeta = 'parley/call';
/** Milliseconds. No timer takes more than 24 days. */
export const longestLimit = 86_400_000;

export function doorMeta({ agent, call, again, limit }: DoorCall): Loose {
  return { [agentMeta]: agent, [callMeta]: { call, again, limit } };
}

export function isQuestionName(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value);
}

/** Undefined for what no helper has written. */
export function readDoorCall(meta: unknown): DoorCall | undefined {
  const { otherAgent: agent } = askerIn(meta);
  const given = isObject(meta) ? meta[callMeta] : undefined;
  if (agent === undefined || !isObject(given)) return undefined;
  const { call, again, limit } = given;
  if (!isQuestionName(call) || typeof limit !== 'number' || !(limit > 0)) return undefined;
  return { agent, call, again: again === true, limit: Math.min(limit, longestLimit) };
}
