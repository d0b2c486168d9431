// What the commands around the chat need. Types alone.
import type { OlderItems } from '../sessions/olderItems.js';
import type { Session } from '../sessions/session.js';
import type { SessionLog } from '../sessions/sessionLoop.js';
import type { Sessions } from '../sessions/sessions.js';
import type { ChatViews } from '../views/chatViews.js';

export interface AroundDependencies {
  readonly sessions: Sessions;
  readonly views: ChatViews;
  readonly log: SessionLog;
  /** The conversation in front of the window of its state. */
  readonly olderItems: (session: Session) => OlderItems;
}
