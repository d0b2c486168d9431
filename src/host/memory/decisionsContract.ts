// What the view of decisions needs of the host.
import type { Transcripts } from '../cli/transcripts.js';
import type { PastChats } from '../commands/pastChats.js';
import type { ChatStore } from '../storage/chatStore.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Memory } from './memory.js';

export interface DecisionsDependencies {
  /** Undefined without a work folder. */
  readonly memory: Memory | undefined;
  readonly log: Log;
  readonly pastChats: PastChats;
  readonly store: () => Promise<ChatStore> | undefined;
  readonly transcripts: Transcripts;
}
