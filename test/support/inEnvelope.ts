// What the host says of changes, in the message in which it says it.
import type { Change, HostMessage } from '../../src/shared/contract/toView.js';

export type Said = HostMessage | Change;

export function inEnvelope(said: Said): HostMessage {
  const isChange = said.type === 'items' || said.type === 'append' || said.type === 'draft' || said.type === 'trimmed';
  return isChange ? { type: 'changes', changes: [said] } : said;
}
