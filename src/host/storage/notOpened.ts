// Chats that cannot be opened, because of their files or of the disk: they stay as they are, the person is told which, and no other chat suffers.
// Knows nothing of what opening is.

export interface NotOpenedChat {
  readonly key: string;
  readonly error: unknown;
}

export interface PersonOfNotOpened {
  /** `folder`: in which their files are. One chat or more. */
  readonly tellNotOpened: (folder: string, chats: readonly NotOpenedChat[]) => void;
}

export class NotOpened {
  /** Chats of which the person was told. */
  readonly keys = new Set<string>();

  /** `tell` gets one chat or more. */
  constructor(private readonly tell: (chats: readonly NotOpenedChat[]) => void) {}

  /** What `open` resolves with; undefined where it fails. The person wants this chat, and is told each time. */
  async one<T>(key: string, open: () => Promise<T>): Promise<T | undefined> {
    try {
      return await open();
    } catch (error) {
      this.#tell([{ key, error }]);
      return undefined;
    }
  }

  /** One after the other, at a time when the person wants none of them: they are told of a chat once. */
  async each<T extends { readonly key: string }>(chats: readonly T[], open: (chat: T) => Promise<unknown>): Promise<void> {
    const failed: NotOpenedChat[] = [];
    for (const chat of chats) await open(chat).catch((error: unknown) => failed.push({ key: chat.key, error }));
    this.#tell(failed.filter(({ key }) => !this.keys.has(key)));
  }

  #tell(chats: readonly NotOpenedChat[]): void {
    for (const { key } of chats) this.keys.add(key);
    if (chats.length > 0) this.tell(chats);
  }
}
