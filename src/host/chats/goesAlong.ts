// What belongs to no chat and goes with the next message of any: the person's comments on lines. Types alone.
import type { KeptAttachment } from '../../shared/attachments.js';
import type { Chat } from './chat.js';

export interface GoesAlong {
  /** For a message of this chat, those with these ids that are in no other message. */
  take(chat: Chat, ids: readonly string[]): readonly KeptAttachment[];
  /** What was taken for a message that was not sent. Returns those that are known no more, and belong to the chat from now on. */
  giveBack(attachments: readonly KeptAttachment[]): readonly KeptAttachment[];
  /** By the person, for good. */
  remove(id: string): void;
  /** The file and the lines, from 0; undefined where nothing has this id. */
  placeOf(id: string): { readonly path: string; readonly first: number; readonly last: number } | undefined;
}
