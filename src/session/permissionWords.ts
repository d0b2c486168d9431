// The word to Claude that a person gives with a decision: it goes with the denial, or with the result of the call that was allowed. Pure.
import type { Variant } from '../shared/variant.js';
import type { ClaudeEvent } from './events.js';
import { allowedWith } from './permissions.js';
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
      word === undefined ? written : changeWords(written, item => (item === waits ? { ...waits, wordWriteId: writeId } : item)),
  );
}

/** The pipe has taken the word, or has not. */
export function wordWritten(state: SessionState, writeId: string, to: 'told' | 'untold'): SessionState {
  return changeWords(state, item => (item.wordWriteId === writeId ? wordIs(item, to) : item));
}

/** The words that no write carries yet have no call left that could. `toolUseId`: of this call only. */
export function wordsUntold(state: SessionState, toolUseId?: string): SessionState {
  return changeWords(state, item =>
    item.wordWriteId === undefined && (toolUseId === undefined || item.toolUseId === toolUseId) ? wordIs(item, 'untold') : item,
  );
}

/** The process has ended, and nobody has heard that it took the words that still wait. */
export function wordsLost(state: SessionState): SessionState {
  return changeWords(state, item => (item.word?.state === 'waiting' ? wordIs(item, 'untold') : item));
}

function wordIs(item: PermissionState, state: 'told' | 'untold'): PermissionState {
  return item.word === undefined || item.word.state === state ? item : { ...item, word: { ...item.word, state } };
}

/** Those of earlier turns too, because a subagent may outlive the turn. */
function changeWords(state: SessionState, make: (item: PermissionState) => PermissionState): SessionState {
  if (!state.items.some(item => item.kind === 'permission' && item.word !== undefined)) return state;
  let changed = false;
  const items = state.items.map(item => {
    const made = item.kind === 'permission' && item.word !== undefined ? make(item) : item;
    changed ||= made !== item;
    return made;
  });
  return changed ? { ...state, items } : state;
}
