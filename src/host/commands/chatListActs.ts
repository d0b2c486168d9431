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
import { messageOf } from '../../shared/error.js';

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
  /** A chat of the list has turned out to be gone: the list is another one. */
  readonly changed: () => void;
  readonly log: Log;
}

export class ChatListActs {
  constructor(private readonly dependencies: ChatListActsDependencies) {}

  run(act: Exclude<ChatListAct, 'moreChats'>, listed: readonly ListedChat[]): Promise<void> {
    return this.#tried(act, () => this.#run(act, listed));
  }

  /** The person asks for it in the chat itself. */
  rename(chat: Pick<ListedChat, 'id' | 'title'>): Promise<void> {
    return this.#tried('renameChat', () => this.#rename(chat));
  }

  /** Says what went wrong, to the person and in the log. */
  async #tried(act: ChatListAct, run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      this.dependencies.log.error(`${act} failed: ${String(error)}`);
      void showMessage(t('This could not be done: {0}', messageOf(error)), [], { level: 'error' });
    }
  }

  async #run(act: Exclude<ChatListAct, 'moreChats'>, listed: readonly ListedChat[]): Promise<void> {
    const { marking, deletion, pastChats, views } = this.dependencies;
    const [first] = listed;
    switch (act) {
      case 'undoDeleteChat':
        return deletion.undo();
      case 'openChat':
        if (first !== undefined) await this.#open(first);
        return;
      case 'openChatInTab':
        for (const one of listed) {
          const chat = await this.#wanted(one);
          if (chat !== undefined) views.openInTab(chat);
        }
        return;
      case 'renameChat':
        if (first !== undefined) await this.#rename(first);
        return;
      case 'archiveChat':
      case 'unarchiveChat':
        for (const { id } of listed) marking.set(id, 'archived', act === 'archiveChat');
        if (!(await marking.written())) void showMessage(t('This could not be saved: in the next window the chat is where it was.'));
        return pastChats.refreshOffered();
      case 'deleteChat':
        return deletion.delete(listed);
    }
  }

  async #open(listed: ListedChat): Promise<void> {
    const chat = await this.#wanted(listed);
    if (chat !== undefined) await this.dependencies.pastChats.open(chat.key);
  }

  /** Undefined where it is gone; the person has been told. */
  async #wanted({ id }: Pick<ListedChat, 'id'>): Promise<Chat | undefined> {
    const chat = await this.dependencies.pastChats.wanted(id);
    if (chat === undefined) this.dependencies.changed();
    return chat;
  }

  async #rename(listed: Pick<ListedChat, 'id' | 'title'>): Promise<void> {
    const { chats } = this.dependencies;
    const chat = await this.#wanted(listed);
    if (chat === undefined) return;
    if (chat.otherOwner !== undefined) {
      void showMessage(t('“{0}” is open somewhere else. Rename it there, or take it over first.', listed.title));
      return;
    }
    const title = await askForText(t('Rename chat'), chatTitle(chat) ?? '');
    if (title !== undefined) chats.rename(chat.key, title);
  }
}
