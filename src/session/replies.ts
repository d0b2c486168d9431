// A reply to a parked question that was not written: its text returns to the message box. Pure.
import type { KeptAttachment } from '../shared/attachments.js';
import { escapedName, isImageFile, mentionOf } from '../shared/attachments.js';
import type { SessionState } from './state.js';
import { openQuestions } from './state.js';

/** The reply of a question that was `sending` in `before` and is parked again in `after`. */
export function returnedReply(before: SessionState, after: SessionState): string | undefined {
  for (const { id, settlement } of openQuestions(after)) {
    if (settlement !== undefined) continue;
    const was = openQuestions(before).find(question => question.id === id)?.settlement;
    if (was?.type === 'reply') return was.text;
  }
  return undefined;
}

/** Whether this reply is being sent. A question that has just ended takes none. */
export function isReplying(state: SessionState, toolUseId: string, text: string): boolean {
  const settlement = openQuestions(state).find(({ id }) => id === toolUseId)?.settlement;
  return settlement?.type === 'reply' && settlement.text === text;
}

/** The words of a reply with what was added to it: a reply is text alone, so an image goes as a reference to its file, which Claude can read. */
export function replyWith(text: string, attachments: readonly KeptAttachment[], imageReference: (file: string) => string): string {
  const added = attachments.map(one => {
    if (one.kind === 'file') return mentionOf(one.path);
    if (one.kind === 'image') return isImageFile(one.file) ? imageReference(one.file) : escapedName(one.name);
    return `${mentionOf(one.path, one)}\n${one.text}`;
  });
  return added.reduce(joinDrafts, text);
}

/** Both texts, unchanged, with an empty line between them. */
export function joinDrafts(first: string, second: string): string {
  return second.trim() === '' ? first : first.trim() === '' ? second : `${first.trimEnd()}\n\n${second}`;
}
