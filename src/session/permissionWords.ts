// The word to Claude that a person gives with a decision: it goes with the denial, or with the result of the call that was allowed. Pure.
import type { Variant } from '../shared/variant.js';
import type { ClaudeEvent } from './events.js';
import { changePermissions } from './items.js';
import { allowedWith, deniedWith } from './permissions.js';
import type { PermissionState, SessionState } from './state.js';
import type { Step } from './stepResult.js';
import { write, writeEffect } from './stepResult.js';

/** The permission with the word of the decision that `writeId` writes. */
export function withWord(item: PermissionState, text: string, end: 'allowed' | 'denied', writeId: string): PermissionState {
  if (text.trim() === '') return item;
  return { ...item, word: { text, state: 'waiting' }, ...(end === 'denied' && { wordWriteId: writeId }) };
}

/** A call without a word gets its reply at once. A word goes once, also where its turn has ended meanwhile. */
export function toolRan(state: SessionState, { requestId, toolUseId, hook }: Variant<ClaudeEvent, 'toolRan'>): Step {
  const waits = state.items.findLast(
    item => item.kind === 'permission' && item.toolUseId === toolUseId && item.state === 'allowed' && item.wordWriteId === undefined,
  );
  const word = waits?.kind === 'permission' ? waits.word : undefined;
  return write(
    { ...state, sendsControlRequests: true },
    writeId => [
      writeEffect(writeId, { type: 'answerAfterTool', requestId, hook, ...(word !== undefined && { context: allowedWith(word.text) }) }),
    ],
    (written, writeId) =>
      word === undefined
        ? written
        : changePermissions(written, item =>
            item === waits ? { ...waits, word: { ...word, state: 'waiting' }, wordWriteId: writeId, wordRequestId: requestId } : item,
          ),
  );
}

/** The pipe has taken the word. Claude may not get it yet, because the CLI may give up the request or end before it reads the line. */
export function wordWritten(state: SessionState, writeId: string): SessionState {
  return changeWaiting(state, item => (item.wordWriteId === writeId ? { ...item, wordWritten: true } : item));
}

/** The word, or the decision that it belongs to, was not written. */
export function wordNotWritten(state: SessionState, writeId: string): SessionState {
  return changeWaiting(state, item => (item.wordWriteId === writeId || item.writeId === writeId ? wordIs(item, 'untold') : item));
}

/** The CLI has taken back the hook's request, so it does not read the reply that holds the word. */
export function wordUnwanted(state: SessionState, requestId: string): SessionState {
  return changeWaiting(state, item => (item.wordRequestId === requestId ? wordIs(item, 'untold') : item));
}

/** The CLI waits for the hook before it tells the result, so a result behind the written reply goes to Claude with the word. A denial is the result. */
export function wordResult(state: SessionState, { toolUseId, isError, text }: Variant<ClaudeEvent, 'toolFinished'>): SessionState {
  const isDenial = isError && text.startsWith(deniedWith(''));
  return changeWaiting(state, item => {
    if (item.toolUseId !== toolUseId) return item;
    const isTold = item.state === 'denied' ? isDenial : item.wordWritten === true;
    return wordIs(item, isTold ? 'told' : 'untold');
  });
}

/** The turn or the process has ended, and nothing says that Claude got the words that still wait. */
export function wordsLost(state: SessionState): SessionState {
  return changeWaiting(state, item => wordIs(item, 'untold'));
}

function wordIs(item: PermissionState, state: 'told' | 'untold'): PermissionState {
  return item.word === undefined ? item : { ...item, word: { ...item.word, state } };
}

/** Those of earlier turns too, because a subagent may outlive the turn. */
function changeWaiting(state: SessionState, make: (item: PermissionState) => PermissionState): SessionState {
  return changePermissions(state, item => (item.word?.state === 'waiting' ? make(item) : item));
}
