// The lists of chats and what they share: the view, the list that a command opens, what is marked, and what can be undone. Import it lazily.
import { branchOf } from '../cli/workPlaces.js';
import type { Transcripts } from '../cli/transcripts.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Chats } from '../chats/chats.js';
import type { ChatStore } from '../storage/chatStore.js';
import type { ChatViews } from '../views/chatViews.js';
import type { ChatListAct } from '../vscode/contributions.js';
import { ChatDeletion } from './chatDeletion.js';
import { showChats } from './chatList.js';
import { ChatListActs } from './chatListActs.js';
import { chatName } from './chatWaits.js';
import { ChatMarking } from './chatMarking.js';
import { ChatsView } from './chatsView.js';
import type { PastChats } from './pastChats.js';
import { watchTitles } from './chatTitles.js';
import { readSetting } from '../vscode/settings.js';
import type { Subscription } from '../chats/emitter.js';

interface ChatListsDependencies {
  readonly chats: Chats;
  readonly views: ChatViews;
  readonly pastChats: PastChats;
  readonly transcripts: Pick<Transcripts, 'remove'>;
  /** Undefined without a work folder. */
  readonly store: () => Promise<ChatStore> | undefined;
  readonly log: Log;
}

export class ChatLists {
  readonly #marking: ChatMarking;
  readonly #deletion: ChatDeletion;
  readonly #acts: ChatListActs;
  readonly #view: ChatsView;
  readonly #titles: Subscription;

  constructor(private readonly dependencies: ChatListsDependencies) {
    const { chats, views, pastChats, transcripts, store, log } = dependencies;
    this.#marking = new ChatMarking({ chats, views, store, log });
    const changed = (): void => this.readAgain();
    this.#deletion = new ChatDeletion({ chats, views, pastChats, transcripts, store, log, changed });
    this.#acts = new ChatListActs({
      chats,
      views: { openInTab: chat => views.openInEditor(chat) },
      pastChats,
      marking: this.#marking,
      deletion: this.#deletion,
      changed,
      log,
    });
    this.#titles = watchTitles({ chats, isWanted: () => readSetting('parley.chat.titles'), log });
    this.#view = new ChatsView({ chats, pastChats, marking: this.#marking, acts: this.#acts, log, branchOf });
  }

  /** @param given what VS Code has given the command */
  run(act: ChatListAct, given: readonly unknown[]): Promise<void> {
    const { active } = this.dependencies.views;
    // By the key in a chat, and by the Command Palette.
    if (act === 'renameChat' && given.length === 0) return this.#acts.rename({ id: active.key, title: chatName(active) });
    return this.#view.run(act, given);
  }

  /** The person opens the list of chats. */
  showChats(): void {
    const { chats, views, pastChats, log } = this.dependencies;
    showChats({ chats, views, pastChats, log, marking: this.#marking, acts: this.#acts });
  }

  /** Other programs may have changed what is on the disk. */
  readAgain(): void {
    this.#view.readAgain();
  }

  end(): void {
    this.#titles.dispose();
    this.#view.end();
    this.#deletion.end();
    this.#marking.dispose();
  }
}
