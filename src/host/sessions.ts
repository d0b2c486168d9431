// All sessions of this window, each with its own state and process, and which of them is shown. A session that is not shown
// keeps its process only while it works or something runs in its background.
import { randomUUID } from 'node:crypto';
import type { SessionEvent } from '../session/events.js';
import type { SessionState } from '../session/state.js';
import type { SessionLoop } from './sessionLoop.js';
import type { KeptSession } from './storage.js';

/** One conversation. */
export interface Session {
  readonly key: string;
  readonly loop: SessionLoop;
  /** Given by the person. */
  title: string | undefined;
  composerDraft: string;
  /** When the person last did something in it; epoch milliseconds. */
  usedAt: number;
}

export interface SessionsOptions {
  readonly create: (state: SessionState | undefined) => SessionLoop;
  readonly now: () => number;
  /** Something of this session has changed. */
  readonly changed: (session: Session) => void;
  /** Another session is shown. */
  readonly shown: (session: Session) => void;
  readonly closed: (session: Session) => void;
}

export class Sessions {
  #current: Session;
  readonly #all = new Map<string, Session>();
  readonly #ending = new Set<Promise<void>>();

  constructor(private readonly options: SessionsOptions) {
    this.#current = this.#add(undefined);
  }

  get current(): Session {
    return this.#current;
  }

  /** The one that was used last first. */
  get all(): readonly Session[] {
    return [...this.#all.values()].sort((one, other) => other.usedAt - one.usedAt);
  }

  /** To the session that is shown. */
  readonly dispatch = (event: SessionEvent): void => {
    this.#current.usedAt = this.options.now();
    this.#current.loop.dispatch(event);
  };

  /** The one that is shown stays as it is, and goes on. One without a word in it serves. */
  newChat(): void {
    const empty = this.all.find(isEmpty);
    this.show(empty?.key ?? this.#add(undefined).key);
  }

  show(key: string): void {
    const session = this.#all.get(key);
    if (session === undefined || session === this.#current) return;
    const left = this.#current;
    this.#current = session;
    left.loop.dispatch({ type: 'processUnneeded' });
    this.options.shown(session);
  }

  rename(key: string, title: string): void {
    const session = this.#all.get(key);
    if (session === undefined) return;
    session.title = title.trim() === '' ? undefined : title.trim();
    this.options.changed(session);
  }

  close(key: string): void {
    const session = this.#all.get(key);
    if (session === undefined) return;
    this.#all.delete(key);
    this.#end(session);
    this.options.closed(session);
    if (session !== this.#current) return;
    this.#current = this.all[0] ?? this.#add(undefined);
    this.options.shown(this.#current);
  }

  /** What an earlier window has left. The one that was shown is shown again, unless something has happened here already. */
  restore(kept: readonly KeptSession[], current: string | undefined): void {
    for (const { key, title, usedAt, composerDraft, state } of kept) Object.assign(this.#add(state, key), { title, usedAt, composerDraft });
    const unused = this.#current;
    const shown = current ?? kept.toSorted((one, other) => other.usedAt - one.usedAt)[0]?.key;
    if (shown === undefined || !isEmpty(unused) || !this.#all.has(shown)) return;
    this.show(shown);
    this.close(unused.key);
  }

  /** Resolves when no process is left. */
  async dispose(): Promise<void> {
    for (const session of this.#all.values()) this.#end(session);
    await Promise.all(this.#ending);
  }

  #add(state: SessionState | undefined, key: string = randomUUID()): Session {
    const loop = this.options.create(state);
    const session: Session = { key, loop, title: undefined, composerDraft: '', usedAt: this.options.now() };
    this.#all.set(key, session);
    loop.onChange((before, after) => {
      // What still happens while a closed one ends would keep it for the next window.
      if (!this.#all.has(key)) return;
      this.options.changed(session);
      if (session !== this.#current && before.turn !== 'idle' && after.turn === 'idle') loop.dispatch({ type: 'processUnneeded' });
    });
    return session;
  }

  #end(session: Session): void {
    const ended = session.loop.dispose().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}

export function isEmpty({ loop, title, composerDraft }: Session): boolean {
  return loop.state.items.length === 0 && title === undefined && composerDraft === '';
}

/** In characters; the list cuts what is longer by itself. */
const longestTitle = 80;

/** The person's title, or the beginning of the first prompt; undefined where there is neither. */
export function titleOf({ title, loop }: Session): string | undefined {
  if (title !== undefined) return title;
  const first = loop.state.items.find(item => item.kind === 'prompt');
  const line = first?.text.trim().split('\n', 1)[0]?.trim() ?? '';
  return line === '' ? undefined : line.slice(0, longestTitle);
}
