// What belongs to no chat and goes with the next message of any: the person's comments on lines. Types alone.
import type { KeptAttachment } from '../../shared/attachments.js';
import type { Chat } from './chat.js';

export interface GoesAlong {
  /** Takes the comments with these ids for a message of this chat, but for those that are in another message. */
  take(chat: Chat, ids: readonly string[]): readonly KeptAttachment[];
  /** What was taken for a message that was not sent. Returns those that are known no more, and belong to the chat from now on. */
  giveBack(attachments: readonly KeptAttachment[]): readonly KeptAttachment[];
  /** The person removes it, for good. */
  remove(id: string): void;
  /** The file and the lines, from 0; undefined where nothing has this id. */
  placeOf(id: string): { readonly path: string; readonly first: number; readonly last: number } | undefined;
}
