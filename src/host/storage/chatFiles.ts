// The files of all chats of a work folder: which chats there are, who owns them, and how a window begins, claims and removes one. Knows
// files; nothing of processes, sockets or VS Code.
import { join } from 'node:path';
import { branchOf } from '../../chat/branches.js';
import type { ArchivedItem, KeptChat, StoredChat } from '../../chat/journalRecords.js';
import { chatWithoutSecrets } from '../../chat/secrets.js';
import type { ChatState } from '../../chat/state.js';
import type { ArchivePage } from './archive.js';
import type { ChatFollower } from './chatFollower.js';
import type { FileSystem } from '../../disk/fileSystem.js';
import {
  discard,
  isCode,
  nodeFileSystem,
  readRange,
  withFile,
  writeAll,
  writeBeside,
  writeWhole,
  ifMissing,
} from '../../disk/fileSystem.js';
import type { JournalPlace, JournalUse } from './journal.js';
import { ChatJournal } from './journal.js';
import type { JournalContent } from './journalFile.js';
import type { ChatTitles, JournalHeader } from './storedForm.js';
import { encodeJournal, journalName, parseJournalName, readHeader, readJournal, snapshotOf } from './journalFile.js';
import { journalFormat } from './storedForm.js';
import type { Owner } from '../windows/owner.js';
import type { Log } from '../chats/chatDependencies.js';
import { chatMarks, marksIn, setMark } from './chatMarks.js';
import type { ChatMark, MarkedChats } from './chatMarks.js';
import type { Clock } from '../../shared/clock.js';

/** What one look at the folder tells of a chat. */
export interface ChatEntry {
  readonly key: string;
  /** The highest first: that one counts. */
  readonly generations: readonly number[];
  /** A question or permission of the chat waits, or did when its window ended. */
  readonly isWaiting: boolean;
  /** The person has deleted it, and can bring it back. */
  readonly isDeleted: boolean;
}

/** What the list of chats shows of one. */
interface ChatHead extends ChatTitles {
  readonly key: string;
  /** The window that owns the chat; undefined where the file's first line is damaged. */
  readonly owner: Owner | undefined;
  /** Epoch milliseconds. */
  readonly usedAt: number;
}

/** What names the branch of a state. */
type OfBranch = Pick<ChatState, 'branch'>;

export interface ClaimedChat {
  readonly journal: ChatJournal;
  /** What the earlier owner has stored. */
  readonly stored: StoredChat;
}

interface ChatFilesOptions {
  /** `globalStorage/folders/HASH`: see `storageFolder`. */
  readonly root: string;
  readonly owner: Owner;
  readonly log: Log;
  readonly clock: Clock;
  readonly fileSystem?: FileSystem;
}

export class ChatFiles {
  /** The folder of the journals. */
  readonly folder: string;
  readonly #place: JournalPlace;
  readonly #fileSystem: FileSystem;
  /** The key that is to be written next; undefined where none is. */
  #shown: string | undefined;
  /** The last write of `window.json`. */
  #showing: Promise<void> = Promise.resolve();

  constructor(private readonly options: ChatFilesOptions) {
    const { root, owner, log, clock, fileSystem = nodeFileSystem } = options;
    this.folder = join(root, 'chats');
    this.#fileSystem = fileSystem;
    this.#place = {
      folder: this.folder,
      owner,
      log,
      clock,
      fileSystem,
      begin: (key, bytes, usedAt) => this.#begin(key, bytes, usedAt),
      archive: async (state, key, items) => (await import('./archive.js')).appendToArchive(fileSystem, this.#archiveOf(state, key), items),
      mark: (key, isWaiting) => this.mark(key, 'waits', isWaiting),
    };
  }

  /** The chats that are not deleted. Reads the folder's names, and no file. */
  async list(): Promise<readonly ChatEntry[]> {
    return entriesIn(await this.#fileSystem.namesIn(this.folder)).filter(({ isDeleted }) => !isDeleted);
  }

  /** Undefined where there is no such chat. */
  async entry(key: string): Promise<ChatEntry | undefined> {
    const names = await this.#fileSystem.namesIn(this.folder);
    return entriesIn(names.filter(name => name.startsWith(`${key}.`))).find(entry => entry.key === key);
  }

  /** Undefined where the chat is gone, or has a new owner by now. */
  async head({ key, generations: [generation = 0] }: ChatEntry): Promise<ChatHead | undefined> {
    const path = join(this.folder, journalName(key, generation));
    const stat = await this.#fileSystem.stat(path);
    const header = stat && (await readHeader(this.#fileSystem, path).catch(ifMissing(undefined)));
    return stat && { key, usedAt: stat.modifiedAt, owner: header?.owner, ...titlesIn(header) };
  }

  /** Undefined where the chat is gone, or its first line is damaged. */
  async ownerOf(key: string): Promise<Owner | undefined> {
    const entry = await this.entry(key);
    return entry && (await this.head(entry))?.owner;
  }

  /** The `count` chats that were used last, the newest first. Of the others it reads the time of use only. */
  async newest(count: number): Promise<readonly ChatHead[]> {
    const entries = await this.list();
    const times = await Promise.all(entries.map(async entry => ({ entry, usedAt: await this.#usedAt(entry) })));
    const latest = times.sort((one, other) => other.usedAt - one.usedAt).slice(0, count);
    // One that cannot be read is listed without its name.
    const heads = await Promise.all(
      latest.map(({ entry: { key }, entry, usedAt }) => this.head(entry).catch(() => ({ key, usedAt, owner: undefined }))),
    );
    return heads.filter(head => head !== undefined);
  }

  /** What the owner of the chat has stored last. Undefined where there is no such chat. */
  async read(key: string): Promise<StoredChat | undefined> {
    const entry = await this.entry(key);
    return entry && (await this.#readFirst(entry))?.chat;
  }

  /** Follows a chat that another window owns. */
  async follower(key: string): Promise<ChatFollower> {
    const { ChatFollower: Follower } = await import('./chatFollower.js');
    const generation = async (): Promise<number | undefined> => (await this.entry(key))?.generations[0];
    return new Follower({ fileSystem: this.#fileSystem, folder: this.folder, key, generation });
  }

  /** A chat that this window begins. Nothing is on the disk before its first change is written. */
  begin(key: string, use: JournalUse): ChatJournal {
    return new ChatJournal(this.#place, use, { key, generation: 1, stored: undefined, titles: {}, size: 0, isMarked: false });
  }

  /**
   * Makes the chat this window's, whoever has it: the caller has found that its owner is gone, gives it, or may be overruled. Undefined where
   * another window was faster, or the chat is gone. Rejects where the disk refuses.
   */
  async claim(entry: ChatEntry, use: JournalUse): Promise<ClaimedChat | undefined> {
    const { key, generations } = entry;
    const [highest = 0] = generations;
    const content = await this.#readFirst(entry);
    if (content === undefined) return undefined;
    const generation = highest + 1;
    const titles = titlesIn(content.header);
    const bytes = this.#encode(key, generation, titles, content.chat);
    if (!(await this.#create(key, generation, bytes, content.chat.usedAt))) return undefined;
    // Ours is the next generation only if the last one is still there: two other windows may have claimed the chat one after the other.
    if ((await this.#fileSystem.stat(join(this.folder, journalName(key, highest)))) === undefined) {
      await this.#fileSystem.remove(join(this.folder, journalName(key, generation)));
      return undefined;
    }
    await this.#retire(entry, content);
    const start = { key, generation, stored: content.chat, titles, size: bytes.length, isMarked: entry.isWaiting };
    return { journal: new ChatJournal(this.#place, use, start), stored: content.chat };
  }

  /** The chat of this journal with all that belongs to it, unless it is another window's by now. */
  async remove(journal: ChatJournal): Promise<void> {
    const { key, generation } = journal;
    await journal.forget();
    const entry = await this.entry(key);
    if (entry?.generations.some(one => one > generation) === true) return;
    await this.removeAll(key);
  }

  /** All files of the chat, whoever owns it, but the mark that it is deleted. */
  async removeAll(key: string): Promise<void> {
    const entry = await this.entry(key);
    // The highest goes last: a lower one that a crash leaves alone would count.
    for (const one of entry?.generations.toReversed() ?? []) await this.#fileSystem.remove(join(this.folder, journalName(key, one)));
    for (const mark of chatMarks) if (mark !== 'deleted') await this.mark(key, mark, false);
    const names = await this.#fileSystem.namesIn(this.folder);
    for (const name of names.filter(one => one.startsWith(`${key}.`) && /\.(?:archive|branch)$/.test(one)))
      await this.#fileSystem.remove(join(this.folder, name));
    await this.#fileSystem.remove(this.imageFolder(key));
  }

  /** One look at the folder. */
  async marks(): Promise<MarkedChats> {
    return marksIn(await this.#fileSystem.namesIn(this.folder));
  }

  /** The time at which the mark was set, in epoch milliseconds; undefined where it is not set. */
  async markedAt(key: string, mark: ChatMark): Promise<number | undefined> {
    return (await this.#fileSystem.stat(join(this.folder, `${key}.${mark}`)))?.modifiedAt;
  }

  /** Rejects where the disk refuses it. */
  mark(key: string, mark: ChatMark, isMarked: boolean): Promise<void> {
    return setMark(this.folder, mark, key, isMarked, this.#fileSystem);
  }

  /** The mark stays, and nobody can undo any more what it stands for: its time is long ago. Rejects where it is not set. */
  async outdateMark(key: string, mark: ChatMark): Promise<void> {
    await this.#fileSystem.setModified(join(this.folder, `${key}.${mark}`), 0);
  }

  /** Reads at least `count` items of the archive of this branch, as far as there are so many, before the byte `before`, or the last ones. */
  async archived(state: OfBranch, key: string, count: number, before?: number): Promise<ArchivePage> {
    return (await import('./archive.js')).readArchive(this.#fileSystem, this.#archiveOf(state, key), count, before);
  }

  /** The archive of a branch that begins. Resolves when it is on the disk. */
  async beginArchive(state: OfBranch, key: string, items: readonly ArchivedItem[]): Promise<void> {
    if (items.length > 0) await (await import('./archive.js')).appendToArchive(this.#fileSystem, this.#archiveOf(state, key), items);
  }

  /** A branch of the chat that is shown no more. Resolves when it is on the disk. */
  async keepBranch(chat: KeptChat): Promise<void> {
    const bytes = this.#encode(chat.key, 1, {}, chatWithoutSecrets(chat));
    await writeWhole(this.#place, this.#branchFile(chat.key, branchOf(chat.state)), bytes, chat.usedAt);
  }

  /** A branch of the chat that `keepBranch` has stored; undefined where there is none. */
  async branch(key: string, id: string): Promise<StoredChat | undefined> {
    return (await readJournal(this.#fileSystem, key, this.#branchFile(key, id)).catch(ifMissing(undefined)))?.chat;
  }

  /** The folder of the images that were pasted into this chat. */
  imageFolder(key: string): string {
    return join(this.options.root, 'images', key);
  }

  /** The chat that was shown last, in any window. */
  async current(): Promise<string | undefined> {
    const bytes = await withFile(this.#fileSystem, this.#windowFile, 'read', file => readRange(file, 0)).catch(ifMissing(undefined));
    return bytes && currentIn(bytes.toString('utf8'));
  }

  /** This chat is shown now. Resolves when that is on the disk; a failure is logged, because it costs nothing but the place. */
  shown(key: string): Promise<void> {
    this.#shown = key;
    this.#showing = this.#showing.then(() => this.#writeShown());
    return this.#showing;
  }

  /** Writes the chat that is shown. Concurrent calls share one write. */
  async #writeShown(): Promise<void> {
    const current = this.#shown;
    if (current === undefined) return;
    this.#shown = undefined;
    try {
      await writeWhole(this.#place, this.#windowFile, Buffer.from(JSON.stringify({ format: windowFormat, current })));
    } catch (error) {
      this.options.log.warn(`Which chat is shown could not be stored: ${String(error)}`);
    }
  }

  get #windowFile(): string {
    return join(this.options.root, 'window.json');
  }

  /** Each branch has one of its own, because what comes behind a message of one is nothing of another. */
  #archiveOf({ branch }: OfBranch, key: string): string {
    return join(this.folder, branch === undefined ? `${key}.archive` : `${key}.${branch}.archive`);
  }

  #branchFile(key: string, id: string): string {
    return join(this.folder, `${key}.${id}.branch`);
  }

  async #usedAt({ key, generations: [generation = 0] }: ChatEntry): Promise<number> {
    return (await this.#fileSystem.stat(join(this.folder, journalName(key, generation))))?.modifiedAt ?? 0;
  }

  /** The highest generation whose first line is whole; where none is, the highest. */
  async #readFirst({ key, generations }: ChatEntry): Promise<JournalContent | undefined> {
    let first: JournalContent | undefined;
    for (const generation of generations) {
      const content = await readJournal(this.#fileSystem, key, join(this.folder, journalName(key, generation))).catch(ifMissing(undefined));
      if (content?.header !== undefined) return content;
      first ??= content;
    }
    return first;
  }

  #encode(key: string, generation: number, titles: ChatTitles, chat: StoredChat): Buffer {
    return encodeJournal({ format: journalFormat, key, generation, owner: this.options.owner, ...titles }, snapshotOf(chat));
  }

  /** False where the file is there already: of several windows one creates it. */
  async #create(key: string, generation: number, bytes: Uint8Array, usedAt: number): Promise<boolean> {
    const path = join(this.folder, journalName(key, generation));
    const beside = await writeBeside(this.#fileSystem, path, bytes, usedAt);
    try {
      await this.#fileSystem.link(beside, path);
    } catch (error) {
      if (isCode(error, 'EEXIST') || !(await this.#createPlainly(path, bytes))) return false;
    } finally {
      await discard(this.#fileSystem, beside);
    }
    await this.#fileSystem.syncFolder(this.folder);
    return true;
  }

  /** The first file of a chat that this window begins. False where another window has begun a chat of this key. */
  async #begin(key: string, bytes: Uint8Array, usedAt: number): Promise<boolean> {
    if (await this.#create(key, 1, bytes, usedAt)) return true;
    const path = join(this.folder, journalName(key, 1));
    const header = await readHeader(this.#fileSystem, path).catch(ifMissing(undefined));
    if (header?.owner.window !== this.options.owner.window) return false;
    // This window's own attempt, after which the disk refused to make the name durable.
    await writeWhole(this.#place, path, bytes, usedAt);
    return true;
  }

  /**
   * Creates the file on a file system without links, such as that of many USB sticks. A crash may leave a part of the file, without a whole first
   * line: then the generation before it still counts.
   */
  async #createPlainly(path: string, bytes: Uint8Array): Promise<boolean> {
    try {
      await withFile(this.#fileSystem, path, 'create', file => writeAll(file, bytes));
      return true;
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      await discard(this.#fileSystem, path);
      throw error;
    }
  }

  /** The earlier generations, after a later one is on the disk. What could not be read whole is set aside: see leftovers.ts. */
  async #retire({ key, generations: [highest = 0, ...lower] }: ChatEntry, { header, damaged }: JournalContent): Promise<void> {
    const path = join(this.folder, journalName(key, highest));
    // Without its first line the file is another program's, or was torn before anything of the chat was in it.
    if (damaged === 0 && header !== undefined) await this.#fileSystem.remove(path);
    else {
      const lines = damaged === 0 ? 'The first line' : `${damaged} lines`;
      this.options.log.warn(`${lines} of a chat cannot be read; its file lies in ${path}.unreadable now.`);
      await this.#fileSystem.rename(path, `${path}.unreadable`);
      await this.#fileSystem.setModified(`${path}.unreadable`, Date.now());
    }
    for (const one of lower) await this.#fileSystem.remove(join(this.folder, journalName(key, one)));
  }
}

/** The form of the file. */
const windowFormat = 2;

function currentIn(text: string): string | undefined {
  try {
    const { current } = JSON.parse(text) as { readonly current?: unknown };
    return typeof current === 'string' ? current : undefined;
  } catch {
    // Some chat is shown in any case.
    return undefined;
  }
}

function entriesIn(names: readonly string[]): readonly ChatEntry[] {
  const generations = new Map<string, number[]>();
  for (const name of names) {
    const journal = parseJournalName(name);
    if (journal === undefined) continue;
    const known = generations.get(journal.key);
    if (known === undefined) generations.set(journal.key, [journal.generation]);
    else known.push(journal.generation);
  }
  const { waits, deleted } = marksIn(names);
  return [...generations].map(([key, found]) => ({
    key,
    generations: found.sort((one, other) => other - one),
    isWaiting: waits.has(key),
    isDeleted: deleted.has(key),
  }));
}

function titlesIn(header: JournalHeader | undefined): ChatTitles {
  const { title, sessionId, formerSessions, firstPrompt } = header ?? {};
  return {
    ...(title !== undefined && { title }),
    ...(sessionId !== undefined && { sessionId }),
    ...(formerSessions !== undefined && { formerSessions }),
    ...(firstPrompt !== undefined && { firstPrompt }),
  };
}
