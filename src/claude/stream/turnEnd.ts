// How a turn has ended, or why none began, by the CLI's `result`.
import type { ClaudeEvent } from '../../chat/events.js';
import type { Problem } from '../../chat/problem.js';
import { isObject } from '../../shared/loose.js';
import type { WireMessage } from './wire.js';

type Result = Extract<WireMessage, { type: 'result' }>;

/** `isTold`: an `assistant` message of the turn has told the problem already. */
export function endOfTurn(message: Result, isTold: boolean): ClaudeEvent {
  const unknown = message.errors?.map(unknownSession).find(id => id !== undefined);
  if (unknown !== undefined) return { type: 'sessionUnknown', sessionId: unknown };
  if (message.errors?.includes(unreadable) === true) return { type: 'promptsUnread' };
  if (message.stop_reason === 'tool_deferred_unavailable') return { type: 'deferralUnavailable' };
  if (typeof message.startup_failure_reason === 'string') {
    const detail = message.errors?.[0] ?? '';
    return { type: 'startRefused', problem: { code: 'api', detail, reason: message.startup_failure_reason } };
  }
  const interrupted =
    message.subtype === 'error_during_execution' && (message.terminal_reason?.startsWith('aborted') ?? message.is_error !== true);
  const failed = !interrupted && (message.is_error === true || message.subtype !== 'success');
  const reason = reasonOf(message);
  const isNews = failed ? !isTold : reason !== undefined && stopsByHook.has(reason);
  const detail = failed ? (message.result ?? message.errors?.[0] ?? '') : '';
  const completed = message.stop_reason === 'tool_deferred' ? 'deferred' : 'success';
  return {
    type: 'turnEnded',
    outcome: interrupted ? 'interrupted' : failed ? 'error' : completed,
    ...(isNews && { problem: apiProblem(reason, detail) }),
    ...(message.result === '' && { silent: true as const }),
    ...(isObject(message.origin) && message.origin['kind'] === 'task-notification' && { isOwn: true as const }),
  };
}

export function apiProblem(reason: string | undefined, detail: string): Problem {
  if (reason === 'authentication_failed') return { code: 'notLoggedIn', detail };
  return { code: 'api', detail, ...(reason !== undefined && { reason }) };
}

/** 2.0.77 queues the end of a subagent in the background as a command that it cannot run, and ends when the next prompt makes it look there. */
const unreadable = 'only prompt commands are supported in streaming mode';

/** The CLI reports success (2.1.329), so the notice is the only sign that a hook stopped the turn. */
const stopsByHook: ReadonlySet<string> = new Set(['stop_hook_prevented', 'hook_stopped']);

/** 2.0.77 has no `terminal_reason`. */
const reasonBySubtype: ReadonlyMap<string, string> = new Map([
  ['error_max_turns', 'max_turns'],
  ['error_max_budget_usd', 'budget_exhausted'],
  ['error_max_structured_output_retries', 'structured_output_retry_exhausted'],
]);

/** Why a turn has ended, by the CLI's name; undefined where it ended as turns do, or gives no reason. */
function reasonOf({ subtype, terminal_reason: reason }: Result): string | undefined {
  return typeof reason === 'string' && reason !== 'completed' ? reason : reasonBySubtype.get(subtype);
}

/** The id that the CLI was to resume and does not know (2.0.77 to 2.1.329): in its result, or on stderr, before it exits with 1. */
export function unknownSession(text: string): string | undefined {
  return /^No conversation found with session ID: (\S+)\s*$/m.exec(text)?.[1];
}

type Compaction = Extract<WireMessage, { subtype: 'compact_boundary' }>;

/** What the conversation has been summed up from. */
export function compacted({ compact_metadata: { trigger, pre_tokens: before, post_tokens: after } }: Compaction): ClaudeEvent {
  return { type: 'problemSeen', problem: { code: 'told', detail: '', reason: ['compacted', trigger, before, after ?? ''].join(' ') } };
}
