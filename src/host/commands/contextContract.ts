// What adding to a message needs of the chat and of its views. Types alone.
import type { Log } from '../chats/chatDependencies.js';
import type { KeptAttachment } from '../../shared/attachments.js';
import type { HostMessage } from '../../shared/contract/toView.js';
import type { Variant } from '../../shared/variant.js';

export interface ContextActDependencies {
  readonly attachments: () => readonly KeptAttachment[];
  readonly setAttachments: (attachments: readonly KeptAttachment[]) => void;
  /** The folder of the chat's images; undefined without a work folder. */
  readonly imageFolder: () => string | undefined;
  /** The folder in which the chat works; undefined for the first one. */
  readonly folder: () => string | undefined;
  readonly log: Log;
  /** The key of the chat. */
  readonly chat: string;
  /** Sends the image to a view that scales it: one that shows the chat, else any. False where there is none. */
  readonly scale: (message: Variant<HostMessage, 'imageChosen'>) => boolean;
  /** Tells the views that show the chat. False where there is none. */
  readonly tell: (message: Variant<HostMessage, 'notAttached'>) => boolean;
}
