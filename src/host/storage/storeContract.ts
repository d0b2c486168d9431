// What the store of chats needs. Types alone.
import type { Clock } from '../../shared/clock.js';
import type { ChatState } from '../../chat/state.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Chats } from '../chats/chats.js';
import type { Transcripts } from '../cli/transcripts.js';
import type { FileSystem } from '../../disk/fileSystem.js';
import type { Door, PersonOfOwners } from '../windows/chatOwners.js';
import type { ChatJournalsDependencies } from './chatJournals.js';
import type { PersonOfNotOpened } from './notOpened.js';

export interface ChatStoreDependencies {
  /** The storage of the work folder. */
  readonly folder: string;
  readonly log: Log;
  readonly chats: Chats;
  readonly transcripts: Omit<Transcripts, 'runningIds' | 'running' | 'end' | 'dismiss' | 'recorded' | 'watch'>;
  readonly person: PersonOfOwners & ChatJournalsDependencies['person'] & PersonOfNotOpened;
  readonly route: () => ChatState['routeSetting'];
  /** Undefined where other agents are not taken in. */
  readonly door?: Door;
  readonly clock?: Clock;
  readonly fileSystem?: FileSystem;
}
