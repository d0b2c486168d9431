// What a person does with chats in a list of them: opens, renames, archives and deletes them. Import it lazily.
import * as vscode from 'vscode';
import type { Chat } from '../chats/chat.js';
import { chatTitle } from '../chats/chat.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Chats } from '../chats/chats.js';
import { showMessage } from '../vscode/plainUi.js';
import { askForText } from '../vscode/plainLater.js';
import type { ChatListAct } from '../vscode/contributions.js';
import type { ChatDeletion } from './chatDeletion.js';
import type { ChatMarking } from './chatMarking.js';
import type { ListedChat } from './listedChats.js';
import type { PastChats } from './pastChats.js';

const { t } = vscode.l10n;

interface ChatListActsDependencies {
  readonly chats: Chats;
  readonly views: {
    /** Opens the chat in an editor tab of its own, or goes to the one that it has. */
    readonly openInTab: (chat: Chat) => void;
  };
  readonly pastChats: PastChats;
  readonly marking: ChatMarking;
  readonly deletion: ChatDeletion;
  readonly log: Log;
}

export class ChatListActs {
  constructor(private readonly dependencies: ChatListActsDependencies) {}

  /** Says what went wrong, to the person and in the log. */
  async run(act: Exclude<ChatListAct, 'moreChats'>, listed: readonly ListedChat[]): Promise<void> {
    try {
      await this.#run(act, listed);
    } catch (error) {
      this.dependencies.log.error(`${act} failed: ${String(error)}`);
      void showMessage(t('This could not be done: {0}', error instanceof Error ? error.message : String(error)), [], { level: 'error' });
    }
  }

  async #run(act: Exclude<ChatListAct, 'moreChats'>, listed: readonly ListedChat[]): Promise<void> {
    const { marking, deletion, pastChats, views } = this.dependencies;
    const [first] = listed;
    switch (act) {
      case 'undoDeleteChat':
        return deletion.undo();
      case 'openChat':
        if (first !== undefined) await pastChats.open(first.id);
        return;
      case 'openChatInTab':
        for (const { id } of listed) {
          const chat = await pastChats.load(id);
          if (chat !== undefined) views.openInTab(chat);
        }
        return;
      case 'renameChat':
        if (first !== undefined) await this.#rename(first);
        return;
      case 'archiveChat':
      case 'unarchiveChat':
        for (const { id } of listed) marking.set(id, 'archived', act === 'archiveChat');
        await marking.written();
        return pastChats.refreshOffered();
      case 'deleteChat':
        return deletion.delete(listed);
    }
  }

  async #rename({ id }: ListedChat): Promise<void> {
    const { chats, pastChats } = this.dependencies;
    const chat = await pastChats.load(id);
    // A chat of another window is in this one's memory now, which says where it is open.
    if (chat === undefined || chat.otherOwner !== undefined) return;
    const title = await askForText(t('Rename chat'), chatTitle(chat) ?? '');
    if (title !== undefined) chats.rename(chat.key, title);
  }
}
