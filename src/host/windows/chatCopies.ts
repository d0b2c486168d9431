// The chats of other windows that are shown here: read-only copies of what their owners have stored, which follow the owners' changes.
// Knows nothing of who owns a chat.
import type { KeptChat, StoredChat } from '../../chat/journalRecords.js';
import type { Transcripts } from '../cli/transcripts.js';
import type { ChatFiles } from '../storage/chatFiles.js';
import type { ChatFollower } from '../storage/chatFollower.js';
import { filledChat } from '../storage/restoreChat.js';
import type { Chat } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';

interface ChatCopiesDependencies {
  readonly files: ChatFiles;
  readonly chats: Chats;
  readonly transcripts: Pick<Transcripts, 'tail'>;
  readonly adopt: (chat: KeptChat, otherOwner: Chat['otherOwner']) => void;
  /** The owner has closed the chat. */
  readonly gone: (key: string) => void;
}

export class ChatCopies {
  readonly #copies = new Map<string, { readonly follower: ChatFollower; readonly shown: StoredChat | undefined }>();

  constructor(private readonly dependencies: ChatCopiesDependencies) {}

  /** Shows what the owner has stored by now; closes the chat where that is gone. `firstPrompt` names a chat that is not shown yet. */
  async show(key: string, otherOwner: Chat['otherOwner'], firstPrompt?: string): Promise<void> {
    const { files, chats, transcripts, adopt, gone } = this.dependencies;
    const wasHere = chats.get(key) !== undefined;
    const { follower, shown } = this.#copies.get(key) ?? { follower: await files.follower(key), shown: undefined };
    const stored = await follower.refresh();
    if (stored === undefined) return gone(key);
    this.#copies.set(key, { follower, shown: stored });
    if (stored !== shown) {
      const filled = await filledChat(stored, { transcripts });
      // The person has closed the chat meanwhile, and it must not come back.
      if (wasHere && chats.get(key) === undefined) return this.forget(key);
      return adopt({ ...filled, ...(firstPrompt !== undefined && { firstPrompt }) }, otherOwner);
    }
    const chat = chats.get(key);
    if (chat !== undefined) chats.setOtherOwner(chat, otherOwner);
  }

  forget(key: string): void {
    this.#copies.delete(key);
  }
}
