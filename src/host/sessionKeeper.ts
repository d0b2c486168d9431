// Keeps the sessions of this window on the disk, brings back those of earlier ones, and shares them with other windows on
// the same folder: each session has one window at a time, and another one can take it over.
import type { FSWatcher } from 'node:fs';
import { watch } from 'node:fs';
import { draftsOf, onlyDraftsDiffer } from '../session/drafts.js';
import type { SessionState } from '../session/state.js';
import type { Owner } from './ownership.js';
import { Ownership } from './ownership.js';
import { makePrivateFolder } from './privateFiles.js';
import type { SessionLog } from './sessionLoop.js';
import type { Session, Sessions } from './sessions.js';
import type { KeptDrafts, KeptSession, SessionStorage } from './storage.js';

export interface SessionKeeperDependencies {
  readonly storage: SessionStorage;
  readonly sessions: Sessions;
  readonly self: Owner;
  readonly log: SessionLog;
  /** As it is when its window is gone. */
  readonly restored: (kept: KeptSession) => Promise<KeptSession>;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
  /** Calls back every `ms`; returns how to end that. */
  readonly repeat: (callback: () => void, ms: number) => () => void;
}

/** Milliseconds after which it is looked again whether the window that has a session is still there: nothing tells of its end. */
const lookInterval = 2_000;
/** Milliseconds that a window has for handing over a session. Parking a question and ending the CLI takes some 0.2 s. */
const handOverLimit = 8_000;

export class SessionKeeper {
  readonly #ownership: Ownership;
  /** Sessions that this window has asked for, with when: by `now`. */
  readonly #wanted = new Map<string, number>();
  readonly #ours = new Set<string>();
  /** Of this window's sessions, as they were last written whole, or will be. */
  readonly #whole = new Map<string, { readonly title: string | undefined; readonly state: SessionState }>();
  /** Of the files of sessions that another window has, when they were last read. */
  readonly #stamps = new Map<string, string>();
  #watcher: FSWatcher | undefined;
  #endLooking: (() => void) | undefined;
  /** One look at a time. */
  #looking: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(private readonly dependencies: SessionKeeperDependencies) {
    this.loaded = new Promise(resolve => (this.#setLoaded = resolve));
    this.#ownership = new Ownership(dependencies.storage.folder, dependencies.self);
  }

  /** Resolves when all sessions are there that were kept. */
  readonly loaded: Promise<void>;
  #setLoaded: () => void = () => undefined;

  /** Brings back what there is, and goes on looking at what other windows do. */
  async begin(): Promise<void> {
    const { storage, sessions, log } = this.dependencies;
    await makePrivateFolder(storage.folder);
    // The window may have been closed meanwhile: nobody would end what begins now.
    if (this.#ended) return;
    try {
      this.#watcher = watch(storage.folder, (_event, name) => this.#seen(name ?? ''));
      this.#watcher.on('error', error => {
        log.warn(`Other windows are looked at every ${lookInterval / 1000} s only: ${String(error)}`);
        this.#watcher = undefined;
      });
    } catch (error) {
      log.warn(`Other windows are looked at every ${lookInterval / 1000} s only: ${String(error)}`);
    }
    this.#endLooking = this.dependencies.repeat(() => void this.#lookAround(), lookInterval);
    await this.#lookAt(await storage.keys());
    sessions.showFirst(await storage.current());
    this.#setLoaded();
    await storage.tidy();
  }

  /** Something in this session has changed, here. */
  changed(session: Session): void {
    const { key } = session;
    if (session.elsewhere === 'otherWindow' || this.#ended) return;
    if (!this.#ours.has(key)) {
      this.#ours.add(key);
      void this.#queue(async () => void (await this.#ownership.claim(key)));
    }
    const whole = this.#whole.get(key);
    const isSame = whole?.title === session.title && !this.dependencies.storage.isStale(key);
    if (whole !== undefined && isSame && onlyDraftsDiffer(whole.state, session.loop.state)) {
      this.dependencies.storage.draftsChanged(key, () => draftsIn(session));
      return;
    }
    this.#whole.set(key, { title: session.title, state: session.loop.state });
    this.dependencies.storage.changed(key, () => {
      this.#whole.set(key, { title: session.title, state: session.loop.state });
      return keptOf(session);
    });
  }

  shown({ key }: Session): void {
    this.dependencies.storage.shown(key);
  }

  /** By the person. */
  closed({ key, elsewhere }: Session): void {
    this.#ours.delete(key);
    this.#wanted.delete(key);
    this.#whole.delete(key);
    if (elsewhere === 'otherWindow') return;
    void this.#queue(async () => {
      await this.dependencies.storage.remove(key);
      await this.#ownership.release(key);
    });
  }

  /** By the person: the session is to be this window's. */
  takeOver(key: string): void {
    if (this.dependencies.sessions.get(key)?.elsewhere !== 'otherWindow' || this.#wanted.has(key)) return;
    this.#wanted.set(key, this.dependencies.now());
    void this.#queue(() => this.#ownership.want(key));
  }

  /** After the sessions have ended. Resolves when everything is on the disk and other windows may have it. */
  async dispose(): Promise<void> {
    this.#ended = true;
    this.#watcher?.close();
    this.#endLooking?.();
    await this.#looking;
    await this.dependencies.storage.flush();
    await Promise.all([...this.#ours].map(key => this.#ownership.release(key)));
  }

  #seen(name: string): void {
    const [key = '', what] = name.split('.');
    if (what !== 'json' && what !== 'drafts' && what !== 'owner' && what !== 'wanted') return;
    const isContent = what === 'json' || what === 'drafts';
    // A session's file that this window writes itself is not polled. The queue decides that, not this callback: while a session
    // is handed over it is still in `#ours`, and the new owner's first change would be missed.
    void this.#queue(async () => (isContent && this.#ours.has(key) ? undefined : this.#look(key)));
  }

  /** At what nothing tells of: that the window that has a session is gone; without a watcher at everything. */
  async #lookAround(): Promise<void> {
    const { storage, sessions } = this.dependencies;
    const other = sessions.all.filter(({ elsewhere }) => elsewhere === 'otherWindow').map(({ key }) => key);
    const keys = this.#watcher === undefined ? [...other, ...(await storage.keys()), ...this.#ours] : other;
    await this.#lookAt(keys);
  }

  async #lookAt(keys: readonly string[]): Promise<void> {
    await Promise.all([...new Set(keys)].map(key => this.#queue(() => this.#look(key))));
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#looking = this.#looking
      .then(work)
      .catch((error: unknown) => this.dependencies.log.error(`A session could not be kept: ${String(error)}`));
    return this.#looking;
  }

  async #look(key: string): Promise<void> {
    if (this.#ended || key === '') return;
    await (this.#ours.has(key) ? this.#lookAtOurs(key) : this.#lookAtOther(key));
  }

  async #lookAtOurs(key: string): Promise<void> {
    const { sessions, storage, log } = this.dependencies;
    const isStill = await this.#ownership.claim(key);
    const to = await this.#ownership.wantedBy(key);
    if (isStill && to === undefined) return;
    log.info(`Another window ${isStill ? 'takes' : 'has taken'} over the chat ${key}.`);
    if (!isStill) await storage.forget(key);
    await sessions.giveUp(key);
    const session = sessions.get(key);
    if (session === undefined) return;
    if (isStill) storage.changed(key, () => keptOf(session));
    await storage.flush();
    this.#ours.delete(key);
    this.#whole.delete(key);
    if (isStill && to !== undefined) await this.#ownership.give(key, to);
    sessions.put(keptOf(session), 'otherWindow');
  }

  async #lookAtOther(key: string): Promise<void> {
    const { sessions, storage, restored } = this.dependencies;
    const stamp = await storage.stamp(key);
    if (stamp === undefined) {
      // Another window has closed this session. `claim` and `release` each change the folder, and every window on it would poll
      // the key again because of that change, without an end.
      this.#stamps.delete(key);
      sessions.close(key);
      return;
    }
    await this.#takeLate(key);
    const isOurs = await this.#ownership.claim(key);
    if (!isOurs && stamp === this.#stamps.get(key)) return;
    const kept = await storage.load(key);
    if (kept === undefined) {
      // The file was removed, or set aside as unreadable, since `stamp` found it.
      sessions.close(key);
      if (isOurs) await this.#ownership.release(key);
    } else if (isOurs) {
      this.#ours.add(key);
      this.#wanted.delete(key);
      sessions.put(await restored(kept), undefined);
    } else {
      sessions.put(kept, 'otherWindow');
    }
    if (isOurs) this.#stamps.delete(key);
    else this.#stamps.set(key, stamp);
  }

  /** The window that was asked does not answer. */
  async #takeLate(key: string): Promise<void> {
    const since = this.#wanted.get(key);
    if (since !== undefined && this.dependencies.now() - since > handOverLimit) await this.#ownership.take(key);
  }
}

function keptOf({ key, title, usedAt, seenUntil, composerDraft, composerRevision, loop }: Session): KeptSession {
  return { key, usedAt, seenUntil, composerDraft, composerRevision, state: loop.state, ...(title !== undefined && { title }) };
}

function draftsIn({ usedAt, composerDraft, composerRevision, loop }: Session): KeptDrafts {
  return { usedAt, composerDraft, composerRevision, drafts: draftsOf(loop.state) };
}
