// What the memory needs of the host.
import type { Log } from '../chats/chatDependencies.js';
import type { Chats } from '../chats/chats.js';

export interface MemoryDependencies {
  /** Holds the storage of each work folder. */
  readonly globalStorage: string;
  /** The window's first work folder. */
  readonly folder: string;
  readonly log: Log;
  readonly chats: () => Chats;
  /** Whether the CLI that a chat gets now reads AGENTS.md by itself. */
  readonly readsAgents: () => Promise<boolean>;
  /** The person goes to the item in the first of these chats (keys or session ids) that is there; false where none is. */
  readonly openItem: (chats: readonly (string | undefined)[], item: string) => Promise<boolean>;
}
