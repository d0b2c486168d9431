// What an act of the person gets. Types alone.
import type { Memento } from 'vscode';
import type { HostMessage } from '../../shared/contract/toView.js';
import type { ContextActions } from '../commands/contextActions.js';
import type { Chat } from '../chats/chat.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Chats } from '../chats/chats.js';

export interface ActContext {
  readonly chat: Chat;
  readonly chats: Chats;
  readonly log: Log;
  /** What is remembered of this workspace. */
  readonly remembered: Memento;
  /** Whether the CLI that a chat gets now begins in this mode. */
  readonly startsWithMode: (mode: string) => Promise<boolean>;
  /** What is added to the message box. */
  readonly contextActs: ContextActions;
  /** Sends a message to the view in which the person acted. */
  readonly post: (message: HostMessage) => void;
}
