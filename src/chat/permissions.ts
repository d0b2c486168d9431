// How a permission ends, and how the tool call that it was asked for ends with it. Pure.
import { deniedMessage, deniedWith } from '../shared/decisionWords.js';
import type { Variant } from '../shared/variant.js';
import type { ClaudeEvent, Refusal } from './events.js';
import { endedCall } from './callTimes.js';
import { changePermissions } from './items.js';
import type { PermissionState, ChatState, ToolState } from './state.js';

/** The result of a call whose permission was open when the turn was stopped, up to 2.1.100. */
const stoppedMessage = 'Tool permission request failed: AbortError';

/**
 * Drops the input and what is said of it, which may hold a file's content or a password and is not needed after the decision. A note that was
 * written and not sent stays, and so does what the person has changed in an edit.
 */
export function endedPermission(permission: PermissionState, state: Exclude<PermissionState['state'], 'asked'>): PermissionState {
  const {
    kind,
    id,
    toolUseId,
    toolName,
    summary,
    description,
    reason,
    writeId,
    draft = '',
    noteWriteId,
    added,
    movedTo,
    unproven,
    agentId,
    otherAgent,
  } = permission;
  const unsent = state === 'withdrawn' && draft.trim() !== '' ? ({ text: draft, state: 'untold' } as const) : undefined;
  const note = permission.note ?? unsent;
  const changed = state === 'denied' ? undefined : (permission.changed ?? permission.edit?.told);
  return {
    kind,
    id,
    toolUseId,
    toolName,
    summary,
    description,
    reason,
    state,
    ...(writeId !== undefined && { writeId }),
    ...(unproven !== undefined && state !== 'withdrawn' && { unproven }),
    ...(added !== undefined && state !== 'withdrawn' && { added }),
    ...(note !== undefined && { note }),
    ...(changed !== undefined && { changed }),
    ...(movedTo !== undefined && { movedTo }),
    ...(agentId !== undefined && { agentId }),
    ...(otherAgent !== undefined && { otherAgent }),
    ...(noteWriteId !== undefined && { noteWriteId }),
  };
}

/** The pipe has taken the decision. */
export function decisionWritten(state: ChatState, writeId: string): ChatState {
  return changePermissions(state, item => {
    if (item.writeId !== writeId) return item;
    const { writeId: _, ...written } = item;
    return written;
  });
}

/**
 * The process has ended without the decisions that are not written yet, so nobody got them, nor the rules that they would have added. Of an
 * `unproven` one the transcript tells that; what a subagent would have read stands in none.
 */
export function unwrittenLost(state: ChatState): ChatState {
  return changePermissions(state, item => {
    if (item.writeId === undefined || (item.state !== 'allowed' && item.state !== 'denied')) return item;
    const { added: _, writeId: __, ...rest } = item;
    return rest.unproven === undefined ? { ...rest, lost: true } : rest;
  });
}

/** What is known here of a call that ends with an error: the person has denied it, or has pressed Stop. */
export function refusalIn(state: ChatState, toolUseId: string): Refusal | undefined {
  const permission = state.items.findLast(item => item.kind === 'permission' && item.toolUseId === toolUseId);
  if (permission?.kind === 'permission' && permission.state === 'denied') return 'denied';
  return state.turn === 'stopping' ? 'stopped' : undefined;
}

/**
 * The row of a tool call with its result. The result's words count only where nobody says how the call ended, and never those of an MCP
 * server, which could write them to make its own act look denied. `now`: absent for a call that is read from a transcript.
 */
export function finishedTool(item: ToolState, event: Variant<ClaudeEvent, 'toolFinished'>, now?: number): ToolState {
  const refusal = event.refusal ?? (item.name.startsWith('mcp__') ? 'none' : refusalInWords(event.text));
  const failed = refusal === 'none' ? 'failed' : refusal;
  const { text: result, omitted, isSent } = event;
  // The CLI may tell a result twice, so what the first one left out goes with it.
  const { omitted: _, ...row } = endedCall(item, event.facts, now);
  return {
    ...row,
    state: event.isError ? failed : 'done',
    result,
    ...(omitted !== undefined && { omitted }),
    ...(isSent && { standing: 'sent' }),
  };
}

function refusalInWords(text: string): Refusal {
  return text === deniedMessage || text.startsWith(deniedWith('')) ? 'denied' : text === stoppedMessage ? 'stopped' : 'none';
}
