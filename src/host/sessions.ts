// All sessions of this window, each with its own state and process, and which of them is shown. A session that is not shown
// keeps its process only while it works or something runs in its background.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SessionEvent } from '../session/events.js';
import { joinDrafts, returnedReply } from '../session/replies.js';
import type { SessionState } from '../session/state.js';
import type { SessionLoop } from './sessionLoop.js';
import type { KeptSession } from './storage.js';
import type { News } from './transcripts.js';

/** One conversation. */
export interface Session {
  readonly key: string;
  loop: SessionLoop;
  /** Who else has it: what is here is a picture of what that one keeps. */
  elsewhere: 'otherWindow' | 'terminal' | undefined;
  /** Given by the person. */
  title: string | undefined;
  composerDraft: string;
  /** As it was last read from the disk: what differs from it has been typed here. */
  composerKept: string;
  /** Grows with each change of it: of two that were kept, the one with the higher revision is newer. */
  composerRevision: number;
  /** When the person last did something in it; epoch milliseconds. */
  usedAt: number;
  /** What happened later, in another program, is not here yet; epoch milliseconds. */
  seenUntil: number;
}

export interface SessionsOptions {
  readonly create: (state: SessionState | undefined, key: string) => SessionLoop;
  readonly now: () => number;
  /** Something of this session has changed. */
  readonly changed: (session: Session) => void;
  /** This session is shown, or shown anew: somebody else has it, or no longer. */
  readonly shown: (session: Session) => void;
  readonly closed: (session: Session) => void;
  /** Its CLI has ended. */
  readonly ended: (session: Session) => void;
  /** A reply of this session's could not be handed over: its words are in the draft of the message box again. */
  readonly replyReturned: (session: Session, text: string) => void;
  /** In an editor tab. */
  readonly isShownBeside: (session: Session) => boolean;
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

  get(key: string): Session | undefined {
    return this.#all.get(key);
  }

  /** By the person. */
  dispatch(session: Session, event: SessionEvent): void {
    session.usedAt = this.options.now();
    if (session.elsewhere === undefined) session.loop.dispatch(event);
  }

  /** The one that is shown stays as it is, and goes on. One without a word in it serves. */
  newChat(): void {
    const empty = this.all.find(session => isEmpty(session) && session.elsewhere === undefined && !this.options.isShownBeside(session));
    this.show(empty?.key ?? this.#add(undefined).key);
  }

  show(key: string): void {
    const session = this.#all.get(key);
    if (session === undefined || session === this.#current) return;
    const left = this.#current;
    this.#current = session;
    this.unneeded(left);
    this.options.shown(session);
  }

  /** Nobody looks at it any more, perhaps: then it keeps no process that has nothing to do. */
  unneeded(session: Session): void {
    if (session === this.#current || session.elsewhere !== undefined || this.options.isShownBeside(session)) return;
    session.loop.dispatch({ type: 'processUnneeded' });
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
    if (isHere(session)) void this.#end(session.loop);
    this.options.closed(session);
    if (session !== this.#current) return;
    this.#current = this.#beside(session) ?? this.#add(undefined);
    this.options.shown(this.#current);
  }

  /** A session as it has been kept; in the place of what is here of it. What has been typed here and not sent stays. */
  put({ key, title, usedAt, seenUntil, composerDraft, composerRevision = 0, state }: KeptSession, elsewhere: Session['elsewhere']): void {
    const known = this.#all.get(key);
    const session = known ?? this.#add(state, key);
    const before = session.elsewhere;
    if (known !== undefined) this.#replaceLoop(known, sharing(known.loop.state, state));
    const isTyped = session.composerDraft !== session.composerKept;
    const isAnother = composerDraft !== session.composerKept && elsewhere === undefined;
    const typed = !isTyped ? composerDraft : isAnother ? joinDrafts(composerDraft, session.composerDraft) : session.composerDraft;
    const revision = Math.max(session.composerRevision, composerRevision);
    Object.assign(session, {
      title,
      usedAt,
      seenUntil,
      composerDraft: typed,
      composerKept: composerDraft,
      composerRevision: revision,
      elsewhere,
    });
    if (before !== elsewhere) this.options.shown(session);
    else this.options.changed(session);
  }

  /** Another program begins or ends to have it. */
  setElsewhere(session: Session, elsewhere: 'terminal' | undefined): void {
    if (session.elsewhere === elsewhere || !this.#all.has(session.key)) return;
    session.elsewhere = elsewhere;
    this.options.shown(session);
  }

  catchUp(session: Session, { entries, until }: News): void {
    const since = session.seenUntil;
    session.seenUntil = until;
    session.loop.dispatch({ type: 'transcriptRead', entries, since });
  }

  /** Another window is to have it: ends what runs in it here. Resolves when that is over; a question that waits is handed back to the CLI. */
  async giveUp(key: string): Promise<void> {
    const session = this.#all.get(key);
    if (session === undefined) return;
    // First: what its end still changes is the other one's to keep.
    session.elsewhere = 'otherWindow';
    // At once: nothing on the screen may look as if it could still be answered here.
    this.options.shown(session);
    await this.#end(session.loop);
  }

  /** The one that was shown in an earlier window, unless something has happened here already. */
  showFirst(key: string | undefined): void {
    const unused = this.#current;
    const first = this.#all.get(key ?? '') ?? this.#beside(unused);
    if (first === undefined || !isEmpty(unused)) return;
    this.show(first.key);
    this.close(unused.key);
  }

  /** Resolves when no process is left. */
  async dispose(): Promise<void> {
    for (const session of this.#all.values()) if (isHere(session)) void this.#end(session.loop);
    await Promise.all(this.#ending);
  }

  /** The one used last that has no tab of its own. */
  #beside(left: Session): Session | undefined {
    return this.all.find(session => session !== left && !this.options.isShownBeside(session));
  }

  #add(state: SessionState | undefined, key: string = randomUUID()): Session {
    const loop = this.options.create(state, key);
    const now = this.options.now();
    const session: Session = {
      key,
      loop,
      elsewhere: undefined,
      title: undefined,
      composerDraft: '',
      composerKept: '',
      composerRevision: 0,
      usedAt: now,
      seenUntil: now,
    };
    this.#all.set(key, session);
    this.#listen(session);
    return session;
  }

  #replaceLoop(session: Session, state: SessionState): void {
    session.loop = this.options.create(state, session.key);
    this.#listen(session);
  }

  #listen(session: Session): void {
    session.loop.onChange((before, after) => {
      // What still happens while a closed one ends would keep it for the next window.
      if (!this.#all.has(session.key)) return;
      if (before.process !== 'none') session.seenUntil = this.options.now();
      this.options.changed(session);
      const reply = returnedReply(before, after);
      if (reply !== undefined) this.options.replyReturned(session, reply);
      if (before.process !== 'none' && after.process === 'none') this.options.ended(session);
      if (before.turn !== 'idle' && after.turn === 'idle') this.unneeded(session);
    });
  }

  #end(loop: SessionLoop): Promise<void> {
    const ended = loop.dispose().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
    return ended;
  }
}

/** `after`, with what has not changed taken from `before`: it is not drawn again. */
function sharing(before: SessionState, after: SessionState): SessionState {
  const items = after.items.map((item, index) => {
    const known = before.items[index];
    return known !== undefined && isDeepStrictEqual(known, item) ? known : item;
  });
  return { ...after, items };
}

/** Nothing of a picture runs here, whatever it shows. */
function isHere({ elsewhere }: Session): boolean {
  return elsewhere !== 'otherWindow';
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
