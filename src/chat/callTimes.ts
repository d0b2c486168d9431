// How long a call ran. Owns when it counts as begun: never before the person has allowed it, and not at all where it may have waited behind another
// call. Pure.
import type { ToolFacts } from '../shared/toolFacts.js';
import { beginsAgent } from '../shared/tools.js';
import type { Variant } from '../shared/variant.js';
import type { ClaudeEvent } from './events.js';
import { change } from './items.js';
import type { ChatState, ToolState } from './state.js';

/** Seconds. What takes less is not worth a word. */
const shortest = 2;

/** The item of a call that Claude has made `now`. Subagents run beside each other; of other calls nobody tells when the next one begins. */
export function begunCall({ items }: Pick<ChatState, 'items'>, event: Variant<ClaudeEvent, 'toolStarted'>, now: number): ToolState {
  const mayWait = !beginsAgent(event.name) && items.some(item => item.kind === 'tool' && item.state === 'running');
  return callOf(event, mayWait ? undefined : now);
}

/** @param since when it began to run, in epoch milliseconds */
export function callOf({ toolUseId: id, name, summary, where }: Variant<ClaudeEvent, 'toolStarted'>, since?: number): ToolState {
  return {
    kind: 'tool',
    id,
    name,
    summary,
    state: 'running',
    result: '',
    ...(where !== undefined && { where }),
    ...(since !== undefined && { since }),
  };
}

/** The person is asked for the call, and takes any time. */
export function heldCall(state: ChatState, toolUseId: string): ChatState {
  return change(state, toolUseId, 'tool', withoutSince);
}

/** The person has allowed the call, and the CLI runs it at once. */
export function allowedCall(state: ChatState, toolUseId: string, now: number): ChatState {
  return change(state, toolUseId, 'tool', item => (item.state === 'running' ? { ...item, since: now } : item));
}

/** The call has ended. The CLI's own measure counts before what was seen here. */
export function endedCall(item: ToolState, facts: ToolFacts = {}, now: number | undefined = undefined): ToolState {
  const { since, ...ended } = item;
  const seen = since === undefined || now === undefined ? undefined : Math.max(0, Math.round((now - since) / 1_000));
  const { seconds = seen, ...told } = facts;
  return { ...ended, ...told, ...(seconds !== undefined && seconds >= shortest && { seconds }) };
}

/** A call of which nobody knows any more when it began. */
export function withoutSince(item: ToolState): ToolState {
  const { since, ...call } = item;
  return since === undefined ? item : call;
}
