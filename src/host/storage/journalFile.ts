// The journal of one chat as a file: its name, its first line, and how a chat is read from its lines. Knows the format; journal.ts writes it.
import { otherSessions } from '../../chat/branches.js';
import { firstPromptOf } from '../../chat/firstPrompt.js';
import type { JournalRecord, KeptChat, StoredChat } from '../../chat/journalRecords.js';
import { applyRecord, emptyChat, recordsBetween } from '../../chat/journalRecords.js';
import { initialState } from '../../chat/state.js';
import { decodeLines, encodeLine } from '../../disk/checkedLines.js';
import type { FileSystem } from '../../disk/fileSystem.js';
import { readRange, withFile } from '../../disk/fileSystem.js';
import type { ChatTitles, JournalHeader } from './storedForm.js';
import { checkedChat, journalFormat, journalHeader } from './storedForm.js';

export function journalName(key: string, generation: number): string {
  return `${key}.${generation}.journal`;
}

/** Undefined for a name that is not a journal's. */
export function parseJournalName(name: string): { readonly key: string; readonly generation: number } | undefined {
  const [, key, generation] = /^([^.]+)\.([1-9]\d*)\.journal$/.exec(name) ?? [];
  return key === undefined ? undefined : { key, generation: Number(generation) };
}

/** `known`: the titles so far. The first prompt stays known after it has left the window of items. */
export function titlesOf({ title, firstPrompt, state }: KeptChat, known: ChatTitles): ChatTitles {
  const first = known.firstPrompt ?? firstPrompt ?? firstPromptOf(state);
  const others = otherSessions(state);
  return {
    ...(title !== undefined && { title }),
    ...(state.sessionId !== undefined && { sessionId: state.sessionId }),
    ...(others.length > 0 && { formerSessions: others }),
    ...(first !== undefined && { firstPrompt: first }),
  };
}

/** A whole journal. Each record of a snapshot has a line of its own, so that a damaged line costs one item. */
export function encodeJournal(header: JournalHeader, records: readonly JournalRecord[]): Buffer {
  return Buffer.from([encodeLine(header), ...records.map(record => encodeLine([record]))].join(''));
}

/** The records of one flush in one line: a reader finds all of them, or none. */
export function encodeFlush(records: readonly JournalRecord[]): Buffer {
  return Buffer.from(encodeLine(records));
}

/** The records of a stored chat; confirmed items stay references. */
export function snapshotOf(chat: StoredChat): readonly JournalRecord[] {
  const items = chat.state.items.flatMap((item): JournalRecord[] =>
    item.kind === 'confirmed' ? [{ confirmed: [[item.of, item.id]] }] : [{ add: item }],
  );
  return [...items, ...recordsBetween(undefined, { ...chat, state: { ...chat.state, items: [] } })];
}

export interface JournalContent {
  /** Undefined where the first line is damaged, or names no owner. */
  readonly header: JournalHeader | undefined;
  readonly chat: StoredChat;
  /** How many whole lines failed. */
  readonly damaged: number;
  /** Bytes of whole lines. */
  readonly length: number;
}

/**
 * `key`: that of the file's name, because folders are named by it, which are given to Claude and removed with the chat. Throws where a later
 * version of Parley has written the file.
 */
export function decodeJournal(key: string, bytes: Buffer): JournalContent {
  const { values, damaged, length } = decodeLines(bytes);
  const header = journalHeader(values.find(isHeader));
  if (values.some(isLater)) throw new Error('the chat was stored by a later version of Parley');
  // The session is what a resumed chat needs most, and the header holds it a second time.
  const session = header?.sessionId === undefined ? {} : { sessionId: header.sessionId };
  const start = emptyChat(key, { ...initialState('auto'), ...session });
  return { header, chat: withLines(start, values), damaged, length };
}

/** The chat after the lines of further flushes. Throws where they make something else of it than a chat. */
export function withLines(chat: StoredChat, values: readonly unknown[]): StoredChat {
  // A checksum shows that a line is whole, and not who has written it: the chat that the records make is checked.
  const records = values.filter(Array.isArray).flatMap((flushed: JournalRecord[]) => flushed);
  return checkedChat(records.reduce(applyRecord, chat));
}

function isHeader(value: unknown): boolean {
  return formatOf(value) === journalFormat;
}

function isLater(value: unknown): boolean {
  return Number(formatOf(value)) > journalFormat;
}

/** Undefined for what is no header. */
function formatOf(value: unknown): unknown {
  return (value as { readonly format?: unknown } | null)?.format;
}

/** Bytes; a header is shorter, except for a title of unusual length. */
const headSize = 2_048;

/** The first line; undefined where it is damaged, names no owner or was written by a later version. Rejects with `ENOENT` where there is no file. */
export function readHeader(fileSystem: FileSystem, path: string): Promise<JournalHeader | undefined> {
  return withFile(fileSystem, path, 'read', async file => {
    const start = Buffer.from(await file.read(0, headSize));
    const head = start.includes('\n') ? start : await readRange(file, 0);
    const [first] = decodeLines(head.subarray(0, head.indexOf('\n') + 1)).values;
    return journalHeader(first);
  });
}

/** Rejects with `ENOENT` where there is no file. */
export async function readJournal(fileSystem: FileSystem, key: string, path: string): Promise<JournalContent> {
  return decodeJournal(key, await withFile(fileSystem, path, 'read', file => readRange(file, 0)));
}
