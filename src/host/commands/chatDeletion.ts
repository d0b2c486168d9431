// Deletes chats, and brings them back for a while. What is Parley's of a chat is gone when the person can undo no more; the CLI's own transcript stays,
// hidden from Parley's lists, unless the person says otherwise. A chat that is to go is marked on the disk, so the next window removes what this one leaves.
import * as vscode from 'vscode';
import type { Chat } from '../chats/chat.js';
import type { Log } from '../chats/chatLoop.js';
import type { Chats } from '../chats/chats.js';
import type { ChatStore } from '../storage/chatStore.js';
import { setContextKey } from '../vscode/contextKeys.js';
import { showMessage } from '../vscode/plainUi.js';
import type { ListedChat } from './listedChats.js';
import type { PastChats } from './pastChats.js';

const { t } = vscode.l10n;

export interface ChatDeletionDependencies {
  readonly chats: Chats;
  readonly views: {
    /** The person sees the chat no more: its tab is closed, and the side bar has another chat. */
    readonly leave: (chat: Chat) => void;
  };
  readonly pastChats: PastChats;
  readonly transcripts: { readonly remove: (sessionId: string) => Promise<void> };
  readonly store: () => Promise<ChatStore> | undefined;
  /** The lists are others now. */
  readonly changed: () => void;
  readonly log: Log;
}

/** Milliseconds in which a deletion can be undone. */
export const undoTime = 600_000;

interface Deleted {
  readonly id: string;
  readonly title: string;
  readonly sessions: readonly string[];
  /** It was in memory: what waits in it waits for the person again. */
  readonly wasOpen: boolean;
}

/** What one act of the person has deleted. */
interface Deletion {
  readonly chats: readonly Deleted[];
  readonly timer: NodeJS.Timeout;
}

export class ChatDeletion {
  /** Those that can be undone, the last one at the end. */
  #deletions: readonly Deletion[] = [];

  constructor(private readonly dependencies: ChatDeletionDependencies) {}

  /** By the person. Asks nothing, because it can be undone. */
  async delete(listed: readonly ListedChat[]): Promise<void> {
    const deleted: Deleted[] = [];
    for (const { id, title } of listed) {
      const one = await this.#delete(id, title);
      if (one !== undefined) deleted.push(one);
    }
    this.dependencies.changed();
    if (deleted.length < listed.length)
      void showMessage(t('The disk does not take it, so the chat was not deleted.'), [], { level: 'warning' });
    if (deleted.length === 0) return;
    const deletion: Deletion = { chats: deleted, timer: setTimeout(() => void this.#run(this.#end(deletion)), undoTime) };
    this.#set([...this.#deletions, deletion]);
    void this.#run(this.#tell(deletion));
  }

  /** By the person: brings back what was deleted last. */
  async undo(): Promise<void> {
    const last = this.#deletions.at(-1);
    if (last === undefined) void showMessage(t('There is no deleted chat that can be brought back.'));
    else await this.#undo(last);
  }

  end(): void {
    for (const { timer } of this.#deletions) clearTimeout(timer);
  }

  /** Undefined where the disk refuses it. */
  async #delete(id: string, title: string): Promise<Deleted | undefined> {
    const { chats, views, log } = this.dependencies;
    const store = await this.dependencies.store();
    if (store === undefined) return undefined;
    const chat = chats.get(id);
    const head = chat === undefined ? await this.#headOf(id) : undefined;
    const state = chat?.loop.state;
    const sessions = [...(state?.formerSessions ?? []), ...(state?.sessionId === undefined ? [] : [state.sessionId]), ...(head ?? [])];
    try {
      for (const one of new Set([id, ...sessions])) await store.files.mark(one, 'deleted', true);
      if (chat !== undefined) {
        views.leave(chat);
        if (!(await store.setAside(id))) throw new Error('it is not on the disk');
      }
    } catch (error) {
      log.error(`A chat could not be deleted: ${String(error)}`);
      await this.#unmark([id, ...sessions]);
      return undefined;
    }
    this.dependencies.pastChats.forget(id);
    return { id, title, sessions: [...new Set(sessions)], wasOpen: chat !== undefined };
  }

  async #headOf(id: string): Promise<readonly string[]> {
    const { pastChats } = this.dependencies;
    return pastChats.kept.find(chat => chat.id === id)?.sessions ?? (await pastChats.all()).find(chat => chat.id === id)?.sessions ?? [];
  }

  async #tell(deletion: Deletion): Promise<void> {
    const { chats } = deletion;
    const [first] = chats;
    const what = chats.length === 1 ? t('“{0}” is deleted.', first?.title ?? '') : t('{0} chats are deleted.', chats.length);
    const hasTranscript = chats.some(({ sessions }) => sessions.length > 0);
    const stays = t('Claude’s own transcript stays on the disk, for “claude --resume”.');
    const buttons = [t('Undo'), ...(hasTranscript ? [t('Delete Transcript Too')] : [])];
    const pressed = await showMessage(hasTranscript ? `${what} ${stays}` : what, buttons);
    if (pressed === 0) await this.#undo(deletion);
    else if (pressed === 1) await this.#endWithTranscripts(deletion);
  }

  async #undo(deletion: Deletion): Promise<void> {
    const { pastChats, changed } = this.dependencies;
    if (!this.#take(deletion)) {
      void showMessage(t('It is too late: the chat is gone.'));
      return;
    }
    for (const { id, sessions } of deletion.chats) await this.#unmark([id, ...sessions]);
    for (const { id, wasOpen } of deletion.chats) if (wasOpen) await pastChats.load(id);
    changed();
  }

  async #endWithTranscripts(deletion: Deletion): Promise<void> {
    if (this.#deletions.includes(deletion)) await this.#end(deletion);
    for (const sessionId of deletion.chats.flatMap(({ sessions }) => sessions)) {
      await this.dependencies.transcripts.remove(sessionId);
      await this.#unmark([sessionId]);
    }
  }

  /** What is Parley's goes for good. */
  async #end(deletion: Deletion): Promise<void> {
    if (!this.#take(deletion)) return;
    const store = await this.dependencies.store();
    for (const { id, sessions } of deletion.chats) {
      await store?.files.removeAll(id);
      // The mark hides the session.
      if (!sessions.includes(id)) await this.#unmark([id]);
    }
  }

  async #unmark(ids: readonly string[]): Promise<void> {
    const store = await this.dependencies.store();
    for (const id of new Set(ids)) await store?.files.mark(id, 'deleted', false);
  }

  /** False where somebody else has taken it. */
  #take(deletion: Deletion): boolean {
    if (!this.#deletions.includes(deletion)) return false;
    clearTimeout(deletion.timer);
    this.#set(this.#deletions.filter(one => one !== deletion));
    return true;
  }

  #set(deletions: readonly Deletion[]): void {
    this.#deletions = deletions;
    setContextKey('parley.canUndoDeleteChat', deletions.length > 0);
  }

  #run(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => this.dependencies.log.error(`A deletion failed: ${String(error)}`));
  }
}
