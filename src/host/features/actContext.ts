// What an act of the person gets. Types alone.
import type { Memento } from 'vscode';
import type { ForkPointFound } from '../../claude/transcripts/forkPoint.js';
import type { HostMessage } from '../../shared/contract/toView.js';
import type { ContextActions } from '../commands/contextActions.js';
import type { Chat } from '../chats/chat.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Chats } from '../chats/chats.js';
import type { OlderItems } from '../conversation/olderItems.js';
import type { MakeBranch } from '../storage/chatBranches.js';
import type { MakeFork } from '../storage/chatForks.js';

/** What going back needs. */
export interface BackWays {
  readonly olderItems: (chat: Chat) => OlderItems;
  /** Where the session of this id is to be copied so that the prompt of this uuid was never sent. */
  readonly forkPoint: (session: string, prompt: string) => Promise<ForkPointFound | undefined>;
  /** See `ChatBranches.goTo`. */
  readonly goTo: (chat: Chat, make: MakeBranch) => Promise<boolean>;
  /** Makes a new chat from this one, and shows it where this one is. False where there is none. */
  readonly fork: (chat: Chat, make: MakeFork) => Promise<boolean>;
  /** Writes the chat at once. False where the disk does not take it. */
  readonly flush: (chat: Chat) => Promise<boolean>;
}

export interface ActContext {
  readonly chat: Chat;
  readonly chats: Chats;
  readonly log: Log;
  /** What is remembered of this workspace. */
  readonly remembered: Memento;
  /** Whether the CLI that a chat gets now begins in this mode. */
  readonly startsWithMode: (mode: string) => Promise<boolean>;
  readonly back: BackWays;
  /** What is added to the message box. */
  readonly contextActs: ContextActions;
  /** Sends a message to the view in which the person acted. */
  readonly post: (message: HostMessage) => void;
}
