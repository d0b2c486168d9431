// What the API refuses, and which of it the same prompt can get over. Pure.
import type { Problem } from './problem.js';
import type { ChatItem } from './state.js';

/** Reasons that end with what the person does elsewhere: a log-in, a key, the account. A CLI reads the log-in and its environment only when it starts. */
const refusedReasons: ReadonlySet<string | undefined> = new Set([
  ...['account_on_hold', 'billing_error', 'cloud_credential_error', 'oauth_org_not_allowed', 'verification_required'],
]);

/** Reasons that pass, or that the person can end in the chat. */
const passingReasons: ReadonlySet<string | undefined> = new Set([
  ...['api_error', 'model_error', 'model_not_found', 'overloaded', 'rate_limit', 'server_error', 'turn_setup_failed', 'unknown'],
]);

/** Only another process can get over the problem. */
export function isRefused(item: ChatItem): boolean {
  if (item.kind !== 'problem') return false;
  const { code, reason } = item.problem;
  return code === 'notLoggedIn' || (code === 'api' && refusedReasons.has(reason));
}

/** The same prompt may succeed. */
export function mayPass(item: ChatItem): boolean {
  if (item.kind !== 'problem') return false;
  const { code, reason } = item.problem;
  return isRefused(item) || code === 'brokenOff' || (code === 'api' && passingReasons.has(reason));
}

/** `reason`: why the CLI tries again. Undefined where the running process may get over it. */
export function refusalOf(reason: string | undefined): Problem | undefined {
  if (reason === 'authentication_failed') return { code: 'notLoggedIn', detail: '' };
  return reason !== undefined && refusedReasons.has(reason) ? { code: 'api', detail: '', reason } : undefined;
}
