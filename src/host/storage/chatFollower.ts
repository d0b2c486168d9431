// Follows a chat that another window owns: reads what that window has appended since the last time. Knows journals; nothing of windows.
import { join } from 'node:path';
import type { StoredChat } from '../../chat/journalRecords.js';
import { decodeLines } from '../../disk/checkedLines.js';
import type { FileSystem } from '../../disk/fileSystem.js';
import { isCode, readRange, withFile } from '../../disk/fileSystem.js';
import { decodeJournal, journalName, withLines } from './journalFile.js';

interface ChatFollowerOptions {
  readonly fileSystem: FileSystem;
  /** `ROOT/chats`. */
  readonly folder: string;
  readonly key: string;
  /** The highest generation among the chat's journals; undefined where the chat is gone. */
  readonly generation: () => Promise<number | undefined>;
}

/** What was read of one file. */
interface Followed {
  readonly generation: number;
  readonly chat: StoredChat;
  /** Bytes of whole lines. */
  readonly length: number;
  /** The last bytes before `length`: a file that was rewritten has others there. */
  readonly tail: Buffer;
}

/** Bytes; longer than a checksum, so that another file does not have the same by chance. */
const tailSize = 64;

export class ChatFollower {
  #followed: Followed | undefined;

  constructor(private readonly options: ChatFollowerOptions) {}

  /** What the owner has stored by now, the same object where nothing has changed; undefined where the chat is gone. */
  async refresh(): Promise<StoredChat | undefined> {
    try {
      this.#followed = (this.#followed && (await this.#appended(this.#followed))) ?? (await this.#whole());
    } catch (error) {
      // Another window claims the chat at this moment, or closes it.
      if (!isCode(error, 'ENOENT')) throw error;
      this.#followed = await this.#whole();
    }
    return this.#followed?.chat;
  }

  /** Undefined where the file does not go on from what was read. */
  async #appended(followed: Followed): Promise<Followed | undefined> {
    const { generation, chat, length, tail } = followed;
    if ((await this.options.fileSystem.stat(this.#path(generation + 1))) !== undefined) return undefined;
    const bytes = await this.#read(generation, length - tail.length);
    if (!bytes.subarray(0, tail.length).equals(tail)) return undefined;
    const added = decodeLines(bytes.subarray(tail.length));
    if (added.length === 0) return followed;
    const end = tail.length + added.length;
    return { generation, chat: withLines(chat, added.values), length: length + added.length, tail: tailOf(bytes, end) };
  }

  async #whole(): Promise<Followed | undefined> {
    const generation = await this.options.generation();
    if (generation === undefined) return undefined;
    const bytes = await this.#read(generation, 0);
    const { chat, length } = decodeJournal(this.options.key, bytes);
    return { generation, chat, length, tail: tailOf(bytes, length) };
  }

  #read(generation: number, start: number): Promise<Buffer> {
    return withFile(this.options.fileSystem, this.#path(generation), 'read', file => readRange(file, start));
  }

  #path(generation: number): string {
    return join(this.options.folder, journalName(this.options.key, generation));
  }
}

/** A copy, because a part of a buffer keeps all of it in memory. */
function tailOf(bytes: Buffer, end: number): Buffer {
  return Buffer.from(bytes.subarray(Math.max(0, end - tailSize), end));
}
