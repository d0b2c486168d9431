// What must outlive a window: each session with what is filled in on its cards and in the composer, and which one was shown.
// One file each, and one for what is being typed, written whole beside the old one and then put in its place, so that a cut
// leaves the last good one.
import { createHash, randomUUID } from 'node:crypto';
import { open, readFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { QuestionDraft } from '../session/drafts.js';
import { withDrafts } from '../session/drafts.js';
import type { SessionState } from '../session/state.js';
import { makePrivateFolder, privateFileMode } from './privateFiles.js';
import type { SessionLog } from './sessionLoop.js';

/** What is being typed in a session, in a file of its own: the other one is large, and a letter is not worth writing it. */
export interface KeptDrafts {
  readonly usedAt: number;
  readonly composerDraft: string;
  /** Grows with each change of the message box. */
  readonly composerRevision: number;
  readonly drafts: readonly QuestionDraft[];
}

export interface KeptSession {
  readonly key: string;
  /** Given by the person. */
  readonly title?: string;
  /** Epoch milliseconds. */
  readonly usedAt: number;
  /** What the transcript tells of later is not in `state`; epoch milliseconds. */
  readonly seenUntil: number;
  readonly composerDraft: string;
  /** Absent in files of earlier versions. */
  readonly composerRevision?: number;
  readonly state: SessionState;
}

/** Of the files' form: another one is not read. */
const format = 2;
/** Milliseconds in which changes gather before they are written. */
const gatherTime = 300;

/** One value in one file. */
export class KeptFile<T extends object> {
  #latest: (() => T) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #failed = false;
  /** Two windows may write at the same time: whoever is last has written it, and whole. */
  readonly #own = randomUUID();

  constructor(
    private readonly file: string,
    private readonly log: SessionLog,
    /** Written first, because this one may leave out what has gone over into that one. */
    private readonly first?: KeptFile<object>,
  ) {}

  /** Undefined where nothing was kept, or what was cannot be read; that is put aside, not overwritten. */
  async load(): Promise<T | undefined> {
    let text: string;
    try {
      text = await readFile(this.file, 'utf8');
    } catch {
      // The first time there is none.
      return undefined;
    }
    try {
      return read<T>(text);
    } catch (error) {
      const aside = `${this.file}.unreadable`;
      this.log.warn(`What was kept of a conversation cannot be read (${String(error)}); it lies in ${aside} now.`);
      await rename(this.file, aside);
      // Its age counts from now on: see leftovers.ts.
      const now = new Date();
      await utimes(aside, now, now);
      return undefined;
    }
  }

  /** Something has changed. `latest` is asked when it is written. */
  changed(latest: () => T): void {
    this.#latest = latest;
    this.#timer ??= setTimeout(() => void this.flush(), gatherTime);
  }

  /** The last write has failed: what lies on the disk is older than what was given to it. */
  get isStale(): boolean {
    return this.#failed;
  }

  /** Writes what is not written yet. Resolves when it is on the disk. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const latest = this.#latest;
    this.#latest = undefined;
    if (latest !== undefined) this.#writing = this.#writing.then(() => this.first?.flush()).then(() => this.#write(latest()));
    await this.#writing;
  }

  /** What is not written yet, is not to be. */
  async forget(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#latest = undefined;
    await this.#writing;
  }

  async remove(): Promise<void> {
    await this.forget();
    await rm(this.file, { force: true });
  }

  /** Another one after each write; undefined where there is none. */
  async stamp(): Promise<string | undefined> {
    return stat(this.file).then(
      ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
      () => undefined,
    );
  }

  async #write(kept: T): Promise<void> {
    const beside = `${this.file}.${this.#own}.new`;
    try {
      await makePrivateFolder(dirname(this.file));
      const file = await open(beside, 'w', privateFileMode);
      try {
        await file.writeFile(JSON.stringify({ format, ...kept }));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, this.file);
      this.#failed = false;
    } catch (error) {
      this.#failed = true;
      this.log.error(`The conversation could not be kept for the next window: ${String(error)}`);
    }
  }
}

function read<T>(text: string): T {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== format)
    throw new Error('it was written by another version of Parley');
  // We wrote it, and whole: its format says what is in it.
  return value as unknown as T;
}

/** Where the sessions of all windows on this folder are. VS Code gives the second window on a folder a storage of its own. */
export function storageFolder(globalStorage: string, workFolder: string): string {
  return join(globalStorage, 'folders', createHash('sha256').update(workFolder).digest('hex').slice(0, 32));
}

export class SessionStorage {
  /** Where the sessions' files are, one `KEY.json` each. */
  readonly folder: string;
  readonly #root: string;
  readonly #sessions = new Map<string, KeptFile<KeptSession>>();
  readonly #drafts = new Map<string, KeptFile<KeptDrafts>>();
  readonly #window: KeptFile<{ readonly current: string }>;

  constructor(
    folder: string,
    private readonly log: SessionLog,
  ) {
    this.#root = folder;
    this.folder = join(folder, 'sessions');
    this.#window = new KeptFile(join(folder, 'window.json'), log);
  }

  /** Of all that are kept. */
  async keys(): Promise<readonly string[]> {
    // The first time there is no such folder.
    const names = await readdir(this.folder).catch(() => []);
    return names.filter(name => name.endsWith(suffix)).map(name => name.slice(0, -suffix.length));
  }

  /** With what was typed after the session was written whole. */
  async load(key: string): Promise<KeptSession | undefined> {
    const [kept, typed] = await Promise.all([this.#fileOf(key).load(), this.#draftsOf(key).load()]);
    // Not the key that stands in the file: a folder is named by it, which is given to Claude and removed with the chat.
    if (kept === undefined || typed === undefined) return kept && { ...kept, key };
    const isNewer = typed.composerRevision > (kept.composerRevision ?? 0);
    const { composerDraft, composerRevision } = isNewer ? typed : kept;
    return {
      ...kept,
      ...{ key, composerDraft, composerRevision: composerRevision ?? 0 },
      usedAt: Math.max(kept.usedAt, typed.usedAt),
      state: withDrafts(kept.state, typed.drafts),
    };
  }

  /** Another one after each write; undefined where there is no such session. */
  async stamp(key: string): Promise<string | undefined> {
    const [kept, typed] = await Promise.all([this.#fileOf(key).stamp(), this.#draftsOf(key).stamp()]);
    return kept && `${kept} ${typed ?? ''}`;
  }

  /** Another window writes it now. */
  async forget(key: string): Promise<void> {
    await Promise.all([this.#fileOf(key).forget(), this.#draftsOf(key).forget()]);
  }

  /** The key of the session that was shown last. */
  async current(): Promise<string | undefined> {
    return (await this.#window.load())?.current;
  }

  /** `latest` is asked when it is written. */
  changed(key: string, latest: () => KeptSession): void {
    this.#fileOf(key).changed(latest);
  }

  /** The session has to be written whole again. */
  isStale(key: string): boolean {
    return this.#fileOf(key).isStale;
  }

  /** Only what is being typed is another. */
  draftsChanged(key: string, latest: () => KeptDrafts): void {
    this.#draftsOf(key).changed(latest);
  }

  shown(key: string): void {
    this.#window.changed(() => ({ current: key }));
  }

  /** Where the images lie that were pasted into this chat. */
  imageFolder(key: string): string {
    return join(this.#images, key);
  }

  /** The chat with its images. */
  async remove(key: string): Promise<void> {
    await this.#fileOf(key).remove();
    await this.#draftsOf(key).remove();
    await rm(this.imageFolder(key), { recursive: true, force: true });
    this.#sessions.delete(key);
    this.#drafts.delete(key);
  }

  /** Resolves when everything is on the disk. */
  async flush(): Promise<void> {
    await Promise.all([this.#window, ...this.#sessions.values(), ...this.#drafts.values()].map(file => file.flush()));
  }

  /** Removes what windows have left that nobody needs any more. */
  async tidy(): Promise<void> {
    const { tidyStorage } = await import('./leftovers.js');
    await tidyStorage({ root: this.#root, sessions: this.folder, images: this.#images }, Date.now(), this.log);
  }

  get #images(): string {
    return join(this.#root, 'images');
  }

  #fileOf(key: string): KeptFile<KeptSession> {
    return opened(this.#sessions, key, () => new KeptFile<KeptSession>(join(this.folder, `${key}${suffix}`), this.log));
  }

  #draftsOf(key: string): KeptFile<KeptDrafts> {
    const make = (): KeptFile<KeptDrafts> => new KeptFile(join(this.folder, `${key}${draftsSuffix}`), this.log, this.#fileOf(key));
    return opened(this.#drafts, key, make);
  }
}

function opened<T extends object>(files: Map<string, KeptFile<T>>, key: string, make: () => KeptFile<T>): KeptFile<T> {
  const known = files.get(key);
  if (known !== undefined) return known;
  const file = make();
  files.set(key, file);
  return file;
}

const suffix = '.json';
const draftsSuffix = '.drafts';
