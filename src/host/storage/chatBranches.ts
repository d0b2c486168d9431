// Puts another branch of a chat in the place of the one that it shows. Owns the order, in which a crash leaves the one or the other: what is left is on the
// disk before anything of the chat is another, and the chat's journal then says in one write which branch it is. Makes a new chat from one, too. Knows
// files, not messages.
import { branchOf } from '../../chat/branches.js';
import type { ArchivedItem, KeptChat, StoredChat } from '../../chat/journalRecords.js';
import { joinDrafts } from '../../chat/replies.js';
import type { Chat } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';
import type { WorkByKey } from '../chats/workByKey.js';
import type { ChatFiles } from './chatFiles.js';
import type { MakeFork } from './chatForks.js';
import { forkedChat } from './chatForks.js';
import type { ChatJournals } from './chatJournals.js';
import { keptOf } from './chatJournals.js';

/** A branch, and the archive with which it begins; absent where it has one. */
export interface MadeBranch {
  readonly chat: KeptChat;
  readonly archive?: readonly ArchivedItem[];
  /** What must not happen where the chat cannot follow: done once what is left is on the disk, before the chat says that it is another branch. */
  readonly alongside?: () => Promise<void>;
}

/** What a branch is made of, beside the one that is left. */
export interface Kept {
  /** A branch that the chat does not show, as it is after its window has ended; undefined where it is not there. */
  readonly branch: (id: string) => Promise<KeptChat | undefined>;
  /** The archive of the branch that is left, or of that one. */
  readonly archive: (of?: KeptChat) => Promise<readonly ArchivedItem[]>;
}

export type MakeBranch = (left: KeptChat, kept: Kept) => Promise<MadeBranch>;

interface BranchDependencies {
  readonly files: Pick<ChatFiles, 'keepBranch' | 'beginArchive' | 'branch' | 'archived' | 'imageFolder' | 'newest'>;
  readonly chats: Chats;
  readonly journals: ChatJournals;
  /** The chat as it is after its process has ended. */
  readonly restored: (stored: StoredChat) => Promise<KeptChat>;
  readonly work: WorkByKey;
  /** The chat is this window's, and new. */
  readonly adopt: (chat: KeptChat) => void;
}

export class ChatBranches {
  constructor(private readonly dependencies: BranchDependencies) {}

  /** Shows another branch of the chat: see `switchBranch`. */
  goTo(key: string, make: MakeBranch): Promise<boolean> {
    return this.dependencies.work.run(key, () => switchBranch(key, make, this.dependencies));
  }

  /** A new chat that begins from this one, which goes on as it is: see `forkedChat`. Undefined where the chat is not in memory. */
  fork(key: string, make: MakeFork): Promise<Chat | undefined> {
    const { chats, journals, work, adopt } = this.dependencies;
    return work.run(key, async () => {
      const chat = chats.get(key);
      if (chat === undefined) return undefined;
      // What has left the window is in the archive then.
      await journals.get(key)?.flush();
      const made = await forkedChat(chat, make, this.dependencies);
      adopt(made);
      return chats.get(made.key);
    });
  }
}

/**
 * Ends the process of the chat and shows what `make` makes of it. False where the chat is not this window's, was never stored, or the disk does not take
 * it. Rejects where `make` does, or the disk refuses to keep what is left. Then the chat goes on as it was, without a process. To be called as work on the
 * chat.
 */
async function switchBranch(key: string, make: MakeBranch, { files, chats, journals, restored }: BranchDependencies): Promise<boolean> {
  const chat = chats.get(key);
  const journal = journals.get(key);
  if (chat === undefined || chat.otherOwner !== undefined || journal === undefined) return false;
  await chats.endLoop(chat);
  const kept = keptOf(chat);
  // What has left the window is in the archive then.
  journal.changed(() => keptOf(chat));
  const isKept = await journal.flush();
  // Another window has taken the chat meanwhile.
  if (!journal.isOurs) return false;
  const found = await restored(kept);
  chats.answersFound(found);
  const { answered: _, ...left } = found;
  const show = (next: KeptChat): Promise<boolean> => {
    journals.hold(key, next.state);
    chats.become(chat, next);
    return journal.flush();
  };
  let next: KeptChat | undefined;
  try {
    next = isKept ? await made(left, make, { files, key, restored }) : undefined;
  } catch (error) {
    await show(withTypedSince(left, kept, chat));
    throw error;
  }
  const stays = withTypedSince(left, kept, chat);
  if (next !== undefined && (await show(withTypedSince(next, kept, chat)))) return true;
  // What is written next to the disk says again what the chat was.
  if (journal.isOurs) await show(stays);
  return false;
}

interface Making extends Pick<BranchDependencies, 'files' | 'restored'> {
  readonly key: string;
}

/** What is left is on the disk then. */
async function made(left: KeptChat, make: MakeBranch, { files, key, restored }: Making): Promise<KeptChat> {
  const {
    chat: next,
    archive,
    alongside,
  } = await make(left, {
    branch: async id => {
      const stored = await files.branch(key, id);
      return stored && restored(stored);
    },
    archive: async ({ state } = left) => (await files.archived(state, key, Infinity)).items,
  });
  if (branchOf(next.state) !== branchOf(left.state)) {
    await files.keepBranch(left);
    if (archive !== undefined) await files.beginArchive(next.state, key, archive);
  }
  await alongside?.();
  return next;
}

/** What comes into the message box since `kept`, as a message that is sent then and not taken, is in no branch yet. */
function withTypedSince(next: KeptChat, kept: KeptChat, { composerDraft, composerAttachments }: Chat): KeptChat {
  const known = new Set([...(next.composerAttachments ?? []), ...(kept.composerAttachments ?? [])].map(({ id }) => id));
  const added = composerAttachments.filter(({ id }) => !known.has(id));
  const isTyped = composerDraft !== kept.composerDraft && composerDraft !== '';
  const isSame = next.composerDraft === kept.composerDraft;
  return {
    ...next,
    ...(isTyped && { composerDraft: isSame ? composerDraft : joinDrafts(next.composerDraft, composerDraft) }),
    ...(added.length > 0 && { composerAttachments: [...(next.composerAttachments ?? []), ...added] }),
  };
}
