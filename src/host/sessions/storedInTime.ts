// What a person has decided is on the disk before the CLI gets it: after a crash in between nobody would know of it any more.
import type { Outgoing } from '../../session/effects.js';

/** Milliseconds. A disk that does not answer keeps no decision from the CLI. */
export const storeTimeout = 1_000;

const decisions: ReadonlySet<Outgoing['type']> = new Set(['settleQuestion', 'allowTool', 'denyTool']);

/**
 * Resolves at once for any other message. Never rejects.
 * @param store resolves when the chat is on the disk, or the disk has refused it
 * @param later calls back once after `ms`; returns how to cancel
 */
export async function storedInTime(
  { type }: Outgoing,
  store: () => Promise<unknown>,
  later: (callback: () => void, ms: number) => () => void,
): Promise<void> {
  if (!decisions.has(type)) return;
  let cancel = (): void => undefined;
  const overdue = new Promise<void>(resolve => (cancel = later(resolve, storeTimeout)));
  await Promise.race([store(), overdue]).finally(cancel);
}
