// What an act of the person gets. Types alone.
import type { Memento } from 'vscode';
import type { HostMessage } from '../../shared/messages.js';
import type { ContextActions } from '../commands/contextActions.js';
import type { Session } from '../chats/session.js';
import type { SessionLog } from '../chats/sessionLoop.js';
import type { Sessions } from '../chats/sessions.js';

export interface ActContext {
  readonly session: Session;
  readonly sessions: Sessions;
  readonly log: SessionLog;
  /** What is remembered of this workspace. */
  readonly remembered: Memento;
  /** Whether the CLI that a chat gets now begins in this mode. */
  readonly startsWithMode: (mode: string) => Promise<boolean>;
  /** What is added to the message box. */
  readonly contextActs: ContextActions;
  /** To the view in which the person acted. */
  readonly post: (message: HostMessage) => void;
}
