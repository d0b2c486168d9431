// The note to Claude that a person gives with a decision: it goes with the denial, or with the result of the call that was allowed. Pure.
import { allowedWith, deniedWith } from '../shared/decisionWords.js';
import type { Variant } from '../shared/variant.js';
import type { ClaudeEvent } from './events.js';
import { changePermissions } from './items.js';
import type { PermissionState, ChatState } from './state.js';
import type { Step } from './stepResult.js';
import { write, writeEffect } from './stepResult.js';

/** The permission with what Claude is told of the decision that `writeId` writes: the note, and how an allowed edit was changed. */
export function withNote(item: PermissionState, text: string, end: 'allowed' | 'denied', writeId: string): PermissionState {
  const changed = end === 'allowed' ? item.edit?.told : undefined;
  if (text.trim() === '' && changed === undefined) return item;
  return {
    ...item,
    note: { text: text.trim() === '' ? '' : text, state: 'waiting' },
    ...(changed !== undefined && { changed }),
    ...(end === 'denied' && { noteWriteId: writeId }),
  };
}

/** A call without a note gets its reply at once. A note goes once, also where its turn has ended meanwhile. */
export function toolRan(state: ChatState, { requestId, toolUseId, hook }: Variant<ClaudeEvent, 'toolRan'>): Step {
  const waits = state.items.findLast(
    item => item.kind === 'permission' && item.toolUseId === toolUseId && item.state === 'allowed' && item.noteWriteId === undefined,
  );
  const { note, changed } = waits?.kind === 'permission' ? waits : {};
  const context =
    note &&
    (changed === undefined ? allowedWith(note.text) : [changed, ...(note.text === '' ? [] : [allowedWith(note.text)])].join('\n\n'));
  return write(
    { ...state, sendsControlRequests: true },
    writeId => [writeEffect(writeId, { type: 'answerAfterTool', requestId, hook, ...(context !== undefined && { context }) })],
    (written, writeId) =>
      note === undefined || waits?.kind !== 'permission'
        ? written
        : changePermissions(written, item =>
            item === waits ? { ...waits, note: { ...note, state: 'waiting' }, noteWriteId: writeId, noteRequestId: requestId } : item,
          ),
  );
}

/** The pipe has taken the note. Claude may not get it yet, because the CLI may give up the request or end before it reads the line. */
export function noteWritten(state: ChatState, writeId: string): ChatState {
  return changeWaiting(state, item => (item.noteWriteId === writeId ? { ...item, noteWritten: true } : item));
}

/** The note, or the decision that it belongs to, was not written. */
export function noteNotWritten(state: ChatState, writeId: string): ChatState {
  return changeWaiting(state, item => (item.noteWriteId === writeId || item.writeId === writeId ? noteIs(item, 'untold') : item));
}

/** The CLI has taken back the hook's request, so it does not read the reply that holds the note. */
export function noteUnwanted(state: ChatState, requestId: string): ChatState {
  return changeWaiting(state, item => (item.noteRequestId === requestId ? noteIs(item, 'untold') : item));
}

/** The CLI waits for the hook before it tells the result, so a result behind the written reply goes to Claude with the note. A denial is the result. */
export function noteResult(state: ChatState, { toolUseId, isError, text }: Variant<ClaudeEvent, 'toolFinished'>): ChatState {
  const isDenial = isError && text.startsWith(deniedWith(''));
  return changeWaiting(state, item => {
    if (item.toolUseId !== toolUseId) return item;
    const isTold = item.state === 'denied' ? isDenial : item.noteWritten === true;
    return noteIs(item, isTold ? 'told' : 'untold');
  });
}

/** The turn or the process has ended, and nothing says that Claude got the notes that still wait. A subagent's call outlives the turn. */
export function notesLost(state: ChatState, isExit: boolean): ChatState {
  return changeWaiting(state, item => (isExit || item.agentId === undefined ? noteIs(item, 'untold') : item));
}

function noteIs(item: PermissionState, state: 'told' | 'untold'): PermissionState {
  return item.note === undefined ? item : { ...item, note: { ...item.note, state } };
}

/** Changes each note that waits, in earlier turns too, because a subagent may outlive the turn. */
function changeWaiting(state: ChatState, make: (item: PermissionState) => PermissionState): ChatState {
  return changePermissions(state, item => (item.note?.state === 'waiting' ? make(item) : item));
}
