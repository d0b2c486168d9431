// What the commands around the chat need. Types alone.
import type { KeptAttachment } from '../../shared/attachments.js';
import type { Intent } from '../../shared/messages.js';
import type { ReturnReason } from '../../shared/transcript.js';
import type { AnswerActions } from './answerActions.js';
import type { ContextActions } from './contextActions.js';
import type { SetUpFacts } from '../cli/setUpFacts.js';
import type { OlderItems } from '../conversation/olderItems.js';
import type { Session } from '../chats/session.js';
import type { SessionLog } from '../chats/sessionLoop.js';
import type { Sessions } from '../chats/sessions.js';

/** What the commands do with the views. */
export interface CommandViews {
  /** The chat that the person is in. */
  readonly active: Session;
  /** Goes to the chat, in its tab or in the side bar, and gives its message box the focus. */
  show(session: Session): Promise<void>;
  /** Presses the button on the card of the permission that waits in the active chat, if it is in sight there. */
  decide(decision: 'allow' | 'deny'): void;
  /** As if a page of the chat with this key had sent the intent. */
  perform(key: string, intent: Intent): void;
  /** Words and attachments into the message box, in front of what stands there. */
  giveBack(session: Session, text: string, attachments: readonly KeptAttachment[], because: ReturnReason): void;
  answerActions(session: Session): Pick<AnswerActions, 'addSelection'>;
  contextActions(session: Session): Pick<ContextActions, 'add'>;
}

export interface ChatCommandDependencies {
  readonly sessions: Sessions;
  readonly views: CommandViews;
  readonly log: SessionLog;
  /** As the set-up card knows it: starts the CLI to ask for its version and log-in. */
  readonly readFacts: () => Promise<SetUpFacts>;
  /** Of the images of the chat with this key; undefined without a work folder. */
  readonly imageFolder: (key: string) => string | undefined;
  /** The conversation in front of the window of its state. */
  readonly olderItems: (session: Session) => OlderItems;
}
