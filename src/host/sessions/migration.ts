// Chats as earlier versions of Parley stored them (format 2: `sessions/KEY.json`, what was being typed in `KEY.drafts`) become journals. The
// old files go after the journal is on the disk. Knows both formats; nothing of sessions' rules.
import { join } from 'node:path';
import { uptime } from 'node:os';
import type { QuestionDraft } from '../../session/drafts.js';
import { withDrafts } from '../../session/drafts.js';
import type { KeptChat } from '../../session/journalRecords.js';
import type { QuestionState, SessionItem, SessionState } from '../../session/state.js';
import { initialState } from '../../session/state.js';
import type { ChatFiles } from './chatFiles.js';
import type { FileSystem } from '../../disk/fileSystem.js';
import { isCode, nodeFileSystem, readRange, withFile } from '../../disk/fileSystem.js';
import { titlesOf } from './journalFile.js';
import type { SessionLog } from './sessionLoop.js';

export interface Migration {
  /** The folder that holds `sessions`. */
  readonly root: string;
  readonly files: ChatFiles;
  readonly log: SessionLog;
  readonly fileSystem?: FileSystem;
  /** Whether a process of this id runs on this machine. */
  readonly isRunning?: (pid: number) => boolean;
}

/**
 * Every chat of the old format, but for those that a living window of an earlier version of Parley has open: their files stay as they are,
 * and a later start migrates them. What cannot be read is set aside as `.unreadable`. A chat that fails is logged and stays for the next
 * start.
 */
export async function migrateChats(migration: Migration): Promise<void> {
  const folder = join(migration.root, 'sessions');
  const names = await (migration.fileSystem ?? nodeFileSystem).namesIn(folder);
  for (const name of names) {
    if (!name.endsWith('.json')) continue;
    const key = name.slice(0, -'.json'.length);
    try {
      await new OldChat(migration, folder, key).migrate();
    } catch (error) {
      migration.log.error(`The chat ${key} could not be brought into the new format: ${String(error)}`);
    }
  }
}

/** Of the old files. */
const oldFormat = 2;

class OldChat {
  readonly #fileSystem: FileSystem;

  constructor(
    private readonly migration: Migration,
    private readonly folder: string,
    private readonly key: string,
  ) {
    this.#fileSystem = migration.fileSystem ?? nodeFileSystem;
  }

  async migrate(): Promise<void> {
    if (await this.#isOpenElsewhere()) return;
    const kept = await this.#readParsed<OldKept>('json');
    if (kept === undefined) return;
    const typed = await this.#readParsed<OldTyped>('drafts');
    const chat = migrated(this.key, kept, typed);
    // False where an earlier start, or another window, has done it: that journal is newer than these files.
    await this.migration.files.put(chat, titlesOf(chat, {}));
    for (const kind of ['drafts', 'json', 'owner', 'wanted']) await this.#fileSystem.remove(this.#path(kind));
  }

  /** The window that has it open is a process of an earlier version, which writes these files. */
  async #isOpenElsewhere(): Promise<boolean> {
    const stat = await this.#fileSystem.stat(this.#path('owner'));
    // Process ids restart at boot.
    if (stat === undefined || stat.modifiedAt < Date.now() - uptime() * 1000) return false;
    const owner = parsed(await this.#text('owner'));
    const { isRunning = runs } = this.migration;
    return isObject(owner) && typeof owner['pid'] === 'number' && isRunning(owner['pid']);
  }

  /** Undefined where there is no such file, or it cannot be read and is set aside. */
  async #readParsed<T>(kind: 'json' | 'drafts'): Promise<T | undefined> {
    const text = await this.#text(kind);
    if (text === '') return undefined;
    const value = parsed(text);
    // The format says what is in it.
    if (isObject(value) && value['format'] === oldFormat) return value as T;
    const aside = `${this.#path(kind)}.unreadable`;
    this.migration.log.warn(`What was kept of a conversation cannot be read; it lies in ${aside} now.`);
    await this.#fileSystem.rename(this.#path(kind), aside);
    await this.#fileSystem.setModified(aside, Date.now());
    return undefined;
  }

  /** Empty where there is no such file. */
  async #text(kind: string): Promise<string> {
    try {
      return (await withFile(this.#fileSystem, this.#path(kind), 'read', file => readRange(file, 0))).toString('utf8');
    } catch (error) {
      if (isCode(error, 'ENOENT')) return '';
      throw error;
    }
  }

  #path(kind: string): string {
    return join(this.folder, `${this.key}.${kind}`);
  }
}

// --- the old format

interface OldQuestion extends Omit<QuestionState, 'revision' | 'hostEdits'> {
  /** Absent in files of the first versions. */
  readonly revision?: number;
  /** In files of the first versions a count. */
  readonly hostEdits?: QuestionState['hostEdits'] | number;
  readonly resent?: true;
  readonly delivered?: string;
}

interface OldState extends Partial<Omit<SessionState, 'items'>> {
  readonly items: readonly (Exclude<SessionItem, QuestionState> | OldQuestion)[];
  readonly peerControls?: boolean;
}

interface OldKept extends Omit<KeptChat, 'state' | 'composerRevision'> {
  readonly composerRevision?: number;
  readonly state: OldState;
}

interface OldTyped {
  readonly usedAt: number;
  readonly composerDraft: string;
  readonly composerRevision: number;
  readonly drafts: readonly QuestionDraft[];
}

function migrated(key: string, kept: OldKept, typed: OldTyped | undefined): KeptChat {
  const { title, usedAt, seenUntil, composerDraft, composerRevision = 0, state } = kept;
  const isNewer = typed !== undefined && typed.composerRevision > composerRevision;
  return {
    key,
    ...(title !== undefined && { title }),
    usedAt: Math.max(usedAt, typed?.usedAt ?? 0),
    seenUntil,
    composerDraft: isNewer ? typed.composerDraft : composerDraft,
    composerRevision: isNewer ? typed.composerRevision : composerRevision,
    state: withDrafts(stateOf(state), typed?.drafts ?? []),
  };
}

function stateOf({ peerControls, items, ...known }: OldState): SessionState {
  const renamed = peerControls === undefined ? {} : { sendsControlRequests: peerControls };
  return { ...initialState('auto'), ...known, ...renamed, items: items.map(itemOf) };
}

function itemOf(item: OldState['items'][number]): SessionItem {
  if (item.kind !== 'question') return item;
  const { resent, delivered, revision, hostEdits, ...known } = item;
  return {
    ...known,
    ...(resent === true && { sentAsMessage: true }),
    ...(delivered !== undefined && { echoedText: delivered }),
    revision: revision ?? 0,
    hostEdits: typeof hostEdits === 'object' ? hostEdits : [],
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The caller sets the file aside.
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists and belongs to another user.
    return isCode(error, 'EPERM');
  }
}
