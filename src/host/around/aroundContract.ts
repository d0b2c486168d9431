// What the commands around the chat need. Types alone.
import type { SetUpFacts } from '../cli/setUpFacts.js';
import type { OlderItems } from '../sessions/olderItems.js';
import type { Session } from '../sessions/session.js';
import type { SessionLog } from '../sessions/sessionLoop.js';
import type { Sessions } from '../sessions/sessions.js';
import type { ChatViews } from '../views/chatViews.js';

export interface AroundDependencies {
  readonly sessions: Sessions;
  readonly views: ChatViews;
  readonly log: SessionLog;
  /** As the set-up card knows it: starts the CLI to ask for its version and log-in. */
  readonly readFacts: () => Promise<SetUpFacts>;
  /** Of the images of the chat with this key; undefined without a work folder. */
  readonly imageFolder: (key: string) => string | undefined;
  /** The conversation in front of the window of its state. */
  readonly olderItems: (session: Session) => OlderItems;
}
