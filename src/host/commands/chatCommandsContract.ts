// What the commands around the chat need. Types alone.
import type { KeptAttachment } from '../../shared/attachments.js';
import type { FeatureIntent } from '../../shared/contract/featureIntents.js';
import type { ChatIntent } from '../../shared/contract/fromView.js';
import type { ReturnReason } from '../../shared/chatStatus.js';
import type { AnswerActions } from './answerActions.js';
import type { ContextActions } from './contextActions.js';
import type { SetUpFacts } from '../cli/setUpFacts.js';
import type { OlderItems } from '../conversation/olderItems.js';
import type { Chat } from '../chats/chat.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Chats } from '../chats/chats.js';

type ChatAddressed = { readonly to: 'chat'; readonly intent: ChatIntent } | { readonly to: 'feature'; readonly intent: FeatureIntent };

/** What the commands do with the views. */
export interface CommandViews {
  /** The chat that the person is in. */
  readonly active: Chat;
  /** Goes to the chat, in its tab or in the side bar, and gives its message box the focus, or another part of the page. */
  show(chat: Chat, target?: { readonly target: 'item'; readonly id: string }): Promise<void>;
  /** Presses the button on the card of the permission that waits in the active chat, if it is in sight there. */
  decide(decision: 'allow' | 'deny'): void;
  /** Acts as if a page of the chat with this key had sent the intent. */
  perform(chat: Chat, addressed: ChatAddressed): void;
  /** Words and attachments into the message box, in front of what stands there. */
  giveBack(chat: Chat, text: string, attachments: readonly KeptAttachment[], because: ReturnReason): void;
  answerActions(chat: Chat): Pick<AnswerActions, 'addSelection'>;
  contextActions(chat: Chat): Pick<ContextActions, 'add'>;
}

export interface ChatCommandDependencies {
  readonly chats: Chats;
  readonly views: CommandViews;
  readonly log: Log;
  /** Reads what the set-up card shows: starts the CLI to ask for its version and log-in. */
  readonly readFacts: () => Promise<SetUpFacts>;
  /** The folder of the images of the chat with this key; undefined without a work folder. */
  readonly imageFolder: (key: string) => string | undefined;
  /** The conversation in front of the window of its state. */
  readonly olderItems: (chat: Chat) => OlderItems;
}
