// A window in a process of its own that claims a chat at the same moment as another one. Its arguments are the storage of the work folder
// and its name; it does what its parent says, and answers each order.
import type { ChatEntry } from '../../src/host/storage/chatFiles.js';
import type { ChatJournal } from '../../src/host/storage/journal.js';
import type { StoredChat } from '../../src/chat/journalRecords.js';
import { filledFrom } from '../../src/chat/journalRecords.js';
import { storingWindow } from './storedChats.js';

/** `look`: which generation there is; `claim`: claims the next one, and writes if it wins; `write`: what it has already, once more. */
export type ClaimerOrder = 'look' | 'claim' | 'write';

export interface ClaimerAnswer {
  /** The generation that it has won. */
  readonly won?: number;
  /** Its write is on the disk. */
  readonly isWritten?: boolean;
}

const [root = '', name = ''] = process.argv.slice(2);
const window = storingWindow(root, name);
let entry: ChatEntry | undefined;
let journal: ChatJournal | undefined;
let stored: StoredChat | undefined;

async function write(): Promise<boolean | undefined> {
  const chat = stored && filledFrom(stored, () => undefined);
  if (chat === undefined || journal === undefined) return undefined;
  const { generation } = journal;
  journal.changed(() => ({ ...chat, composerDraft: `${name} ${generation}`, composerRevision: generation }));
  return journal.flush();
}

async function obey(order: ClaimerOrder): Promise<ClaimerAnswer> {
  if (order === 'look') entry = await window.files.entry('k');
  if (order === 'claim') {
    const claimed = entry && (await window.files.claim(entry, window.use));
    if (claimed === undefined) return {};
    ({ journal, stored } = claimed);
    const isWritten = await write();
    return { won: journal.generation, ...(isWritten !== undefined && { isWritten }) };
  }
  if (order === 'write') {
    const isWritten = await write();
    return isWritten === undefined ? {} : { isWritten };
  }
  return {};
}

process.on('message', (order: ClaimerOrder) => void obey(order).then(answer => process.send?.(answer)));
