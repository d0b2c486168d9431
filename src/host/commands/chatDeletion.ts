// Deletes chats, and brings them back for a while. What is Parley's of a chat is gone when the person can undo no more; the CLI's own transcript stays,
// hidden from Parley's lists, unless the person says otherwise. A chat that is to go is marked on the disk, so the next window removes what this one leaves.
import * as vscode from 'vscode';
import { otherSessions } from '../../chat/branches.js';
import type { Chat } from '../chats/chat.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Chats } from '../chats/chats.js';
import type { Transcripts } from '../cli/transcripts.js';
import type { ChatStore } from '../storage/chatStore.js';
import { setContextKey } from '../vscode/contextKeys.js';
import { showMessage } from '../vscode/plainUi.js';
import { messageOf } from '../../shared/error.js';
import { notBegunFrom } from './forkBases.js';
import type { ListedChat } from './listedChats.js';
import type { PastChats } from './pastChats.js';

const { t } = vscode.l10n;

interface ChatDeletionDependencies {
  readonly chats: Chats;
  readonly views: {
    /** The person sees the chat no more: its tab is closed, and the side bar has another chat. */
    readonly leave: (chat: Chat) => void;
  };
  readonly pastChats: PastChats;
  readonly transcripts: Pick<Transcripts, 'remove'>;
  readonly store: () => Promise<ChatStore> | undefined;
  /** The lists are others now. */
  readonly changed: () => void;
  readonly log: Log;
}

/** Milliseconds in which a deletion can be undone in its window. */
export const undoTime = 600_000;
/** Milliseconds in which it can where that window has ended before: so long at least its files stay (`leftovers.ts`). */
const undoTimeLater = 3_600_000;

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
  /** The deletions that can be undone, the last one at the end. */
  #deletions: readonly Deletion[] = [];

  constructor(private readonly dependencies: ChatDeletionDependencies) {}

  /** The person deletes chats. Asks nothing, because it can be undone. What somebody else has open stays. */
  async delete(listed: readonly ListedChat[]): Promise<void> {
    const deleted: Deleted[] = [];
    const held: ListedChat[] = [];
    const gone: ListedChat[] = [];
    let isRefused = false;
    for (const chat of listed) {
      if (await this.#isHeld(chat)) held.push(chat);
      else if (!(await this.dependencies.pastChats.isThere(chat.id))) gone.push(chat);
      else {
        const one = await this.#delete(chat.id, chat.title);
        if (one === undefined) isRefused = true;
        else deleted.push(one);
      }
    }
    for (const { id } of gone) this.dependencies.pastChats.forget(id);
    this.dependencies.changed();
    if (gone.length > 0)
      void showMessage(gone.length === 1 ? t('This chat is not there any more.') : t('{0} chats are not there any more.', gone.length));
    const [first] = held;
    if (first !== undefined) {
      const one = t('“{0}” is open somewhere else, so it was not deleted. Close it there first.', first.title);
      void showMessage(held.length === 1 ? one : t('{0} chats are open somewhere else, so they were not deleted.', held.length));
    }
    if (isRefused) void showMessage(t('This could not be saved, so the chat was not deleted.'), [], { level: 'warning' });
    if (deleted.length === 0) return;
    const deletion: Deletion = { chats: deleted, timer: setTimeout(() => void this.#run(this.#end(deletion)), undoTime) };
    this.#set([...this.#deletions, deletion]);
    void this.#tell(deletion).catch((error: unknown) => {
      this.dependencies.log.error(`A deletion failed: ${String(error)}`);
      void showMessage(t('This could not be done: {0}', messageOf(error)), [], { level: 'error' });
    });
  }

  /** The person brings back what was deleted last. */
  async undo(): Promise<void> {
    const last = this.#deletions.at(-1);
    if (last !== undefined) return this.#undo(last);
    const left = await this.#left();
    if (left.length === 0) void showMessage(t('There is no deleted chat to bring back.'));
    await this.#unmark(left);
    this.dependencies.changed();
  }

  end(): void {
    for (const { timer } of this.#deletions) clearTimeout(timer);
  }

  /** What was deleted last, in a window that has ended since: the marks of that chat. Empty where there is none. */
  async #left(): Promise<readonly string[]> {
    const files = (await this.dependencies.store())?.files;
    if (files === undefined) return [];
    const { deleted } = await files.marks();
    const times = await Promise.all([...deleted].map(async id => ({ id, at: (await files.markedAt(id, 'deleted')) ?? 0 })));
    const recent = times.filter(({ at }) => at > Date.now() - undoTimeLater).toSorted((one, other) => other.at - one.at);
    const [last] = recent;
    if (last === undefined) return [];
    for (const { id: key } of recent) {
      const entry = await files.entry(key);
      const head = entry && (await files.head(entry));
      const marks =
        head === undefined ? [] : [key, ...(head.formerSessions ?? []), ...(head.sessionId === undefined ? [] : [head.sessionId])];
      if (marks.includes(last.id)) return marks;
    }
    return [last.id];
  }

  /** Somebody else has it open, as far as anybody can tell: the list may be out of date. */
  async #isHeld({ id, holder }: ListedChat): Promise<boolean> {
    if (holder !== undefined) return true;
    const store = await this.dependencies.store();
    if (store === undefined || this.dependencies.chats.get(id) !== undefined) return false;
    const owner = await store.files.ownerOf(id);
    return owner !== undefined && (await store.holders()).has(owner.window);
  }

  /** Undefined where the disk refuses it. */
  async #delete(id: string, title: string): Promise<Deleted | undefined> {
    const { chats, views, log } = this.dependencies;
    const store = await this.dependencies.store();
    if (store === undefined) return undefined;
    const chat = chats.get(id);
    const head = chat === undefined ? await this.#headOf(id) : undefined;
    const state = chat?.loop.state;
    const sessions = [
      ...(state === undefined ? [] : otherSessions(state)),
      ...(state?.sessionId === undefined ? [] : [state.sessionId]),
      ...(head ?? []),
    ];
    try {
      for (const one of new Set([id, ...sessions])) await store.files.mark(one, 'deleted', true);
      if (chat !== undefined) views.leave(chat);
      if (!(await store.setAside(id))) throw new Error('it is not on the disk');
    } catch (error) {
      log.error(`A chat could not be deleted: ${String(error)}`);
      await this.#run(this.#unmark([id, ...sessions]));
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
    if (!this.#deletions.includes(deletion)) {
      const back = await this.#back(deletion);
      void showMessage(back.length > 0 ? t('The chat is back.') : t('It is too late: the chat is gone.'));
      return;
    }
    // Where the disk refuses it, it can be tried again.
    for (const { id, sessions } of deletion.chats) await this.#unmark([id, ...sessions]);
    this.#take(deletion);
    for (const { id, wasOpen } of deletion.chats) if (wasOpen) await pastChats.load(id);
    changed();
  }

  /** The person deletes for good. The notification may be an old one: what was brought back since stays. */
  async #endWithTranscripts(deletion: Deletion): Promise<void> {
    const [first, ...others] = deletion.chats;
    const one = t('Delete “{0}” and Claude’s transcript of it for good?', first?.title ?? '');
    const asked = others.length === 0 ? one : t('Delete {0} chats and Claude’s transcripts of them for good?', deletion.chats.length);
    const detail = await this.#neededBy(deletion);
    if ((await showMessage(asked, [t('Delete')], { level: 'warning', modal: true, detail })) === undefined) return;
    const back = await this.#back(deletion);
    const sessions = await this.#stillMarked(deletion.chats.flatMap(({ id, sessions: ids }) => (back.includes(id) ? [] : ids)));
    if (sessions.length === 0) {
      void showMessage(t('The chat is back.'));
      return;
    }
    await this.#end(deletion);
    for (const sessionId of sessions) {
      if (await this.dependencies.transcripts.remove(sessionId)) await this.#unmark([sessionId]);
      else void showMessage(t('Another program has this chat open, so its transcript stays.'));
    }
  }

  /** What the person has to know of chats that begin with these conversations. */
  async #neededBy({ chats: deleted }: Deletion): Promise<readonly string[]> {
    const store = await this.dependencies.store();
    if (store === undefined) return [];
    const sessions = new Set(deleted.flatMap(({ sessions: ids }) => ids));
    const { titles, unread } = await notBegunFrom(sessions, new Set(deleted.map(({ id }) => id)), {
      files: store.files,
      chats: this.dependencies.chats,
    });
    const one = t('A chat could not be read, so nobody knows whether it was forked from it, too.');
    const many = t('{0} chats could not be read, so nobody knows whether they were forked from it, too.', unread);
    return [
      ...titles.map(title => t('“{0}” was forked from it, and nothing was sent there yet: it loses its conversation.', title)),
      ...(unread === 0 ? [] : [unread === 1 ? one : many]),
    ];
  }

  /** What is Parley's goes for good. */
  async #end(deletion: Deletion): Promise<void> {
    if (!this.#take(deletion)) return;
    const store = await this.dependencies.store();
    // Another window may have brought it back, or somebody has opened it.
    const gone = new Set(await this.#stillMarked(deletion.chats.map(({ id }) => id)));
    const removals = deletion.chats.map(async ({ id, sessions }) => {
      if (!gone.has(id)) return;
      await store?.files.removeAll(id);
      if (!sessions.includes(id)) await this.#unmark([id]);
      // The mark hides the session, which an undo would bring back alone.
      for (const session of await this.#stillMarked(sessions)) await store?.files.outdateMark(session, 'deleted');
    });
    // What the disk refuses of one chat keeps no other one.
    await Promise.allSettled(removals);
    await Promise.all(removals);
  }

  /** The chats that were brought back or opened since. What is gone for good has no mark either. */
  async #back({ chats: deleted }: Deletion): Promise<readonly string[]> {
    const ids = deleted.map(({ id }) => id);
    const marked = await this.#stillMarked(ids);
    const there = await Promise.all(ids.map(async id => !marked.includes(id) && (await this.dependencies.pastChats.isThere(id))));
    return ids.filter((_, nth) => there[nth]);
  }

  async #unmark(ids: readonly string[]): Promise<void> {
    const store = await this.dependencies.store();
    for (const id of new Set(ids)) await store?.files.mark(id, 'deleted', false);
  }

  async #stillMarked(ids: readonly string[]): Promise<readonly string[]> {
    const marks = await (await this.dependencies.store())?.files.marks();
    return ids.filter(id => marks?.deleted.has(id) === true);
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
