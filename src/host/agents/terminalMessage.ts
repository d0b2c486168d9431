// What the CLI's hook `PermissionRequest` has told Parley's helper of a call in a terminal, as it comes to the window: written by src/door, read by the
// window. Without other imports of the host, because the helper is a file of its own. Pure.
import type { Loose } from '../../shared/loose.js';
import { isObject, textOf } from '../../shared/loose.js';

/** The JSON-RPC method. Its result is a `TerminalAnswer`. */
export const terminalMethod = 'parley/terminal';

/** The word behind which the launcher's command is the one of the hook. */
export const terminalWord = '--terminal';

export interface TerminalCall {
  /** UUID of the helper's, the same in the next window. */
  readonly call: string;
  readonly session: string;
  /** Absolute path of the session's transcript. */
  readonly transcript: string;
  /** Where the Claude works now. */
  readonly folder: string;
  /** The process of the CLI; undefined where it is not known. */
  readonly pid: number | undefined;
  /** Epoch milliseconds at which the hook began, so the call had no result then. */
  readonly since: number;
  readonly toolName: string;
  readonly input: Loose;
  readonly suggestions: readonly unknown[];
  /** The subagent that asks. */
  readonly agentId: string | undefined;
}

/** Empty where the terminal's own dialog is all that is left. */
export interface TerminalAnswer {
  readonly decision?: unknown;
}

/** Undefined for what is no call of the hook. `input`: what the hook got. */
export function terminalCallIn(
  input: unknown,
  { call, pid, since }: Pick<TerminalCall, 'call' | 'pid' | 'since'>,
): TerminalCall | undefined {
  if (!isObject(input) || input['hook_event_name'] !== 'PermissionRequest' || !isObject(input['tool_input'])) return undefined;
  const { agent_id: agentId, permission_suggestions: suggestions } = input;
  return {
    call,
    session: textOf(input['session_id']),
    transcript: textOf(input['transcript_path']),
    folder: textOf(input['cwd']),
    pid,
    since,
    toolName: textOf(input['tool_name']),
    input: input['tool_input'],
    suggestions: Array.isArray(suggestions) ? (suggestions as readonly unknown[]) : [],
    agentId: typeof agentId === 'string' ? agentId : undefined,
  };
}

/** Undefined for what no helper has written. */
export function readTerminalCall(params: unknown): TerminalCall | undefined {
  if (!isObject(params) || !isObject(params['input'])) return undefined;
  const { call, session, transcript, folder, pid, since, toolName, suggestions, agentId } = params;
  const names = [call, session, transcript, folder, toolName].map(textOf);
  if (names.includes('') || !/^[0-9a-f-]{36}$/.test(textOf(call))) return undefined;
  return {
    call: textOf(call),
    session: textOf(session),
    transcript: textOf(transcript),
    folder: textOf(folder),
    pid: Number.isSafeInteger(pid) && Number(pid) > 1 ? Number(pid) : undefined,
    since: Number(since),
    toolName: textOf(toolName),
    input: params['input'],
    suggestions: Array.isArray(suggestions) ? (suggestions as readonly unknown[]) : [],
    agentId: typeof agentId === 'string' && /^[\w@-]+$/.test(agentId) ? agentId : undefined,
  };
}
