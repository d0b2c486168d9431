// A reply to a parked question that was not written: its text returns to the message box. Pure.
import type { Variant } from '../shared/variant.js';
import type { KeptAttachment } from '../shared/attachments.js';
import { escapedName, isImageFile, mentionOf, takenBackText, withoutMentions } from '../shared/attachments.js';
import { passagesOf } from '../shared/features/comments/passages.js';
import type { ChatEvent } from './events.js';
import type { Settlement } from './settlement.js';
import { isFinal } from '../shared/answers.js';
import type { ChatState, QuestionState } from './state.js';
import { openQuestions } from './state.js';

/**
 * The reply of a question that was `sending` in `before` and is parked again in `after`. Without mentions in the text of files, because the CLI
 * would read the files that it mentions when the reply goes as a prompt.
 */
export function returnedReply(before: ChatState, after: ChatState): string | undefined {
  for (const { id, settlement } of openQuestions(after)) {
    if (settlement !== undefined) continue;
    const was = openQuestions(before).find(question => question.id === id)?.settlement;
    if (was?.type === 'reply') return was.text.slice(0, was.quotedFrom) + quoted(was);
  }
  return undefined;
}

function quoted({ text, quotedFrom = text.length }: Variant<Settlement, 'reply'>): string {
  return withoutMentions(text.slice(quotedFrom));
}

export function replySettlement({ text, quotedFrom }: Variant<ChatEvent, 'questionReplied'>): Settlement {
  return { type: 'reply', text, ...(quotedFrom !== undefined && { quotedFrom }) };
}

/** Whether this reply is being sent. A question that has just ended takes none. */
export function isReplying(state: ChatState, toolUseId: string, text: string): boolean {
  const question = state.items.find((item): item is QuestionState => item.kind === 'question' && item.id === toolUseId);
  // One that is answered again has ended with that.
  const isOpen = question !== undefined && (question.again !== undefined || !isFinal(question.phase));
  const settlement = isOpen ? question.settlement : undefined;
  return settlement?.type === 'reply' && settlement.text === text;
}

/**
 * The words of a reply with what was added to it, selections last: a reply is text alone, so an image goes as a reference to its file, which
 * Claude can read.
 */
export function replyWith(
  text: string,
  attachments: readonly KeptAttachment[],
  imageReference: (file: string) => string,
): Pick<Variant<ChatEvent, 'questionReplied'>, 'text' | 'quotedFrom'> {
  const named = attachments.flatMap(one => {
    if ('text' in one || one.kind === 'takenBack') return [];
    if (one.kind === 'file') return [mentionOf(one.path)];
    return [isImageFile(one.file) ? imageReference(one.file) : escapedName(one.name)];
  });
  const own = named.reduce(joinDrafts, text);
  const comments = passagesOf(attachments.filter(one => one.kind === 'comment')).map(({ lines, said }) => `${lines}\n${said}`);
  const others = attachments.flatMap(one => {
    if (one.kind === 'selection') return [`${mentionOf(one.path, one)}\n${one.text}`];
    if (one.kind === 'problems') return [`problems that the editor shows\n${one.text}`];
    if (one.kind === 'takenBack') return [takenBackText(one)];
    return one.kind === 'terminal' ? [`terminal ${escapedName(one.name)}\n${one.text}`] : [];
  });
  const quotes = [...others, ...comments];
  return quotes.length === 0 ? { text: own } : { text: quotes.reduce(joinDrafts, own), quotedFrom: own.trimEnd().length };
}

/** Both texts, unchanged, with an empty line between them. */
export function joinDrafts(first: string, second: string): string {
  return second.trim() === '' ? first : first.trim() === '' ? second : `${first.trimEnd()}\n\n${second}`;
}
