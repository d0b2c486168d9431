// What the real CLI waits for, from its own lines (recordedClaude.mjs). Knows nothing of Parley.
import { existsSync, readFileSync } from 'node:fs';

interface Noted {
  readonly by: 'claude' | 'parley' | 'start';
  readonly line: string;
}

/** The parts of a line that are read here; docs/protocol.md says when each comes. */
interface Line {
  readonly type?: string;
  readonly subtype?: string;
  readonly request_id?: string;
  readonly tool_use_id?: string;
  readonly request?: {
    readonly subtype: string;
    readonly tool_use_id?: string;
    readonly input?: { readonly hook_event_name?: string; readonly tool_name?: string; readonly tool_use_id?: string };
    readonly message?: { readonly method: string; readonly id?: number; readonly params?: Loose };
  };
  readonly response?: { readonly request_id: string };
  readonly message?: { readonly content?: unknown };
}
type Loose = Readonly<Record<string, unknown>>;

export interface Wire {
  /** The ids of the calls whose decision or answer the CLI would take now. */
  readonly open: ReadonlySet<string>;
  /** The ids of the calls that have a result. */
  readonly over: ReadonlySet<string>;
  /** The ids of the calls whose subagent has ended, whatever for. */
  readonly ended: ReadonlySet<string>;
  /** How many turns have ended. */
  readonly turns: number;
}

/** The tools whose question is asked at the hook before the call. */
const askers: ReadonlySet<string> = new Set(['AskUserQuestion', 'mcp__parley__ask_user']);

/** What stands in the file so far. A CLI that starts waits for nothing of what the one before it has asked. */
export function wireOf(file: string): Wire {
  const asked = new Map<string, string>();
  const rpc = new Map<unknown, string>();
  const over = new Set<string>();
  const ended = new Set<string>();
  let turns = 0;
  for (const { by, line } of notedIn(file)) {
    if (by === 'start') {
      asked.clear();
      continue;
    }
    const { type, subtype, request_id: id = '', request, response, message, tool_use_id: task } = JSON.parse(line) as Line;
    if (type === 'control_response' && by === 'parley') asked.delete(response?.request_id ?? '');
    if (by === 'parley') continue;
    if (type === 'control_cancel_request') asked.delete(id);
    if (type === 'result') turns++;
    if (subtype === 'task_notification' && task !== undefined) ended.add(task);
    if (type === 'user') for (const result of resultsIn(message?.content)) over.add(result);
    if (request?.subtype === 'can_use_tool' && request.tool_use_id !== undefined) asked.set(id, request.tool_use_id);
    const hook = request?.subtype === 'hook_callback' ? request.input : undefined;
    if (hook?.hook_event_name === 'PreToolUse' && askers.has(hook.tool_name ?? '')) asked.set(id, hook.tool_use_id ?? '');
    const called = request?.message;
    if (called?.method === 'notifications/cancelled') asked.delete(rpc.get(called.params?.['requestId']) ?? '');
    const meta = called?.method === 'tools/call' ? (called.params?.['_meta'] as Loose | undefined) : undefined;
    if (meta === undefined) continue;
    asked.set(id, String(meta['claudecode/toolUseId']));
    rpc.set(called?.id, id);
  }
  return { open: new Set(asked.values()), over, ended, turns };
}

function notedIn(file: string): readonly Noted[] {
  if (!existsSync(file)) return [];
  const whole = readFileSync(file, 'utf8');
  return whole
    .slice(0, whole.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Noted);
}

function resultsIn(content: unknown): readonly string[] {
  if (!Array.isArray(content)) return [];
  return (content as readonly Loose[]).filter(({ type }) => type === 'tool_result').map(({ tool_use_id: id }) => String(id));
}
