// A window that stores chats, on a disk in memory or a real one, and what a later window reads.
import type { ChatEntry, ClaimedChat } from '../../src/host/storage/chatFiles.js';
import { ChatFiles } from '../../src/host/storage/chatFiles.js';
import type { FileSystem } from '../../src/disk/fileSystem.js';
import type { JournalUse } from '../../src/host/storage/journal.js';
import type { Owner } from '../../src/host/windows/owner.js';
import type { KeptChat } from '../../src/chat/journalRecords.js';
import type { ChatState } from '../../src/chat/state.js';
import { createManualClock } from './manualClock.js';
import type { ManualClock } from './manualClock.js';

export function ownerNamed(window: string): Owner {
  return { window, host: 'h', boot: 'b', socket: `/run/${window}`, folder: '1:2' };
}

export interface StoringWindow {
  readonly files: ChatFiles;
  readonly clock: ManualClock;
  /** What was logged above info, and the calls of the journals' owner, in order. */
  readonly said: string[];
  /** What was logged as info. */
  readonly infos: string[];
  /** The transcript holds these. */
  readonly confirmed: Set<string>;
  readonly use: JournalUse;
  readonly claim: (key: string) => Promise<ClaimedChat | undefined>;
}

export function storingWindow(root: string, window: string, fileSystem?: FileSystem): StoringWindow {
  const clock = createManualClock();
  const said: string[] = [];
  const infos: string[] = [];
  const silent = (): void => undefined;
  const say = (text: string): void => void said.push(text);
  const log = { trace: silent, debug: silent, info: (text: string): void => void infos.push(text), warn: say, error: say };
  const files = new ChatFiles({
    root,
    log,
    owner: ownerNamed(window),
    clock,
    ...(fileSystem && { fileSystem }),
  });
  const confirmed = new Set<string>();
  const use: JournalUse = {
    confirmed: () => confirmed,
    onWritten: () => undefined,
    onLost: () => said.push('lost'),
    onTrouble: ({ detail }) => said.push(`trouble: ${detail}`),
    onRecovered: () => said.push('recovered'),
  };
  const claim = async (key: string): Promise<ClaimedChat | undefined> => {
    const entry: ChatEntry | undefined = await files.entry(key);
    return entry && files.claim(entry, use);
  };
  return { files, clock, said, infos, confirmed, use, claim };
}

export function keptChat(state: ChatState, more: Partial<KeptChat> = {}): KeptChat {
  return { key: 'k', usedAt: 1_000, seenUntil: 1_000, composerDraft: '', composerRevision: 0, state, ...more };
}

/** The value that a reader gets. */
export function asStored<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
