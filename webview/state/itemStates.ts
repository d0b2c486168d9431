// What the page asks of an item by its state: whether it waits for the person, has ended, or has come to something that is to be announced. Pure.
import { isFinal } from '../../src/shared/answers.js';
import type { NoticeItem, PermissionItem, PromptItem, QuestionItem, TranscriptItem } from '../../src/shared/transcript.js';

export type AskItem = QuestionItem | PermissionItem;
export type OutcomeItem = PromptItem | NoticeItem;

/** Whether the item waits for the person. */
export function isAsked(item: TranscriptItem): item is AskItem {
  return (item.kind === 'question' && item.phase === 'asked') || (item.kind === 'permission' && item.state === 'asked');
}

/** Whether the item has come to its end. */
export function isSettled(item: TranscriptItem): boolean {
  if (item.kind === 'prompt') return item.state === 'sent' || item.state === 'takenBack';
  if ('streaming' in item) return !item.streaming;
  if (item.kind === 'tool') return item.state !== 'running';
  return item.kind === 'question' ? isFinal(item.phase) : !isAsked(item);
}

/**
 * What a message has come to that the person may not have expected, or `problem` for a notice of one. `late` is a message that the person wanted back
 * and Claude gets.
 */
export function outcomeOf(item: TranscriptItem | undefined): 'failed' | 'takenBack' | 'late' | 'problem' | undefined {
  if (item?.kind === 'notice') return item.level === 'info' ? undefined : 'problem';
  if (item?.kind !== 'prompt') return undefined;
  if (item.state === 'failed' || item.state === 'takenBack') return item.state;
  return item.queue === 'late' ? 'late' : undefined;
}
