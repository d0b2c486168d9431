// Questions that the person lets end by a time (`parley.questions.onTimeout`: `dismiss`). A card has to be in sight for a while before that, so that
// no question ends unread: where it is not, the person is reminded, and it waits. Knows nothing of VS Code.
import type { OnTimeout, ChatEvent } from '../../chat/events.js';
import type { QuestionState } from '../../chat/state.js';
import { find } from '../../chat/items.js';
import type { Chat } from '../chats/chat.js';
import type { Waiting } from './waitingItems.js';
import type { Clock } from '../../shared/clock.js';

/** Milliseconds that a card is in sight, in all, before a time dismisses its question. */
const shortestSight = 30_000;

/** Milliseconds between two looks at a card in sight. */
const lookPause = 1_000;
/** Milliseconds that one look can count: a machine that has slept, or a clock that was set, has shown nobody a card. */
const mostSeen = 2 * lookPause;

interface DismissalsDependencies {
  /** How long a question waits (milliseconds, 0: for ever), and what is done then. */
  readonly setting: () => { readonly ms: number; readonly then: OnTimeout };
  readonly isVisible: (chat: Chat) => boolean;
  readonly dispatch: (chat: Chat, event: ChatEvent) => void;
  readonly now: () => number;
  /** Calls back once after `ms`; returns how to cancel. */
  readonly clock: Clock;
}

/** A request that is waited for. */
interface Watched {
  readonly requestId: string;
  /** Milliseconds in sight, before `since`. */
  seen: number;
  /** The time up to which `seen` counts, while the card is in sight; epoch milliseconds. */
  since?: number;
  /** What the countdown on the card says; epoch milliseconds. */
  until?: number;
  /** The card has a countdown of ours. Gone without us, the person has begun to answer. */
  counts: boolean;
  isOver: boolean;
  cancel?: () => void;
  readonly cancelReminder: () => void;
}

type Asked = QuestionState & { readonly requestId: string };

export class Dismissals {
  readonly #watched = new Map<string, Watched>();

  constructor(private readonly dependencies: DismissalsDependencies) {}

  dispose(): void {
    for (const id of this.#watched.keys()) this.#forget(id);
  }

  /** Another item waits, or something has come into sight or gone out of it. Behind the step that has told it. */
  update(waiting: () => readonly Waiting[]): void {
    queueMicrotask(() => {
      const all = waiting();
      const ids = new Set(all.map(({ item }) => item.id));
      for (const id of this.#watched.keys()) if (!ids.has(id)) this.#forget(id);
      for (const { chat, item } of all) this.#look(chat, item.id);
    });
  }

  #look(chat: Chat, id: string): void {
    const { setting, isVisible } = this.dependencies;
    const item = find(chat.loop.state, id, 'question');
    const { ms, then } = setting();
    if (item?.phase !== 'asked' || item.requestId === undefined || ms === 0 || then !== 'dismiss') return;
    // The person may be in the terminal, about to answer there.
    if (item.otherAgent?.terminal === true) return;
    const asked: Asked = { ...item, requestId: item.requestId };
    const watched = this.#watchedFor(chat, asked, ms);
    if (watched.isOver) return;
    // The person has begun to answer, which ends a countdown for good.
    if (watched.counts && item.dismissAt === undefined) return this.#stop(watched);
    const isInSight = isVisible(chat);
    if (isInSight === (watched.since !== undefined)) return;
    if (isInSight) return this.#count(chat, asked, watched, ms);
    watched.cancel?.();
    this.#tally(watched);
    delete watched.since;
    delete watched.until;
  }

  #tally(watched: Watched): void {
    const now = this.dependencies.now();
    watched.seen += Math.min(mostSeen, Math.max(0, now - (watched.since ?? now)));
    watched.since = now;
  }

  #watchedFor(chat: Chat, { id, requestId, askedAt }: Asked, ms: number): Watched {
    const known = this.#watched.get(id);
    if (known?.requestId === requestId) return known;
    this.#forget(id);
    const { now, clock, dispatch, isVisible } = this.dependencies;
    const remind = (): void => {
      if (!isVisible(chat)) dispatch(chat, { type: 'questionOverdue', toolUseId: id, requestId, onTimeout: 'remind' });
    };
    const cancelReminder = clock.after(Math.max(0, (askedAt ?? now()) + ms - now()), remind);
    const watched: Watched = { requestId, seen: 0, counts: false, isOver: false, cancelReminder };
    this.#watched.set(id, watched);
    return watched;
  }

  #count(chat: Chat, asked: Asked, watched: Watched, ms: number): void {
    const { now, clock, dispatch } = this.dependencies;
    const { id, requestId, askedAt, dismissAt } = asked;
    this.#tally(watched);
    const until = Math.max((askedAt ?? now()) + ms, now() + shortestSight - watched.seen);
    if (until <= now()) return this.#end(chat, asked, watched);
    watched.cancel = clock.after(Math.min(lookPause, until - now()), () => this.#count(chat, asked, watched, ms));
    // The call itself may end sooner.
    if (until === watched.until || (!watched.counts && dismissAt !== undefined && dismissAt < until)) return;
    watched.counts = true;
    watched.until = until;
    dispatch(chat, { type: 'countdownStarted', toolUseId: id, requestId, until });
  }

  #end(chat: Chat, { id, requestId }: Asked, watched: Watched): void {
    const { dispatch, setting } = this.dependencies;
    this.#stop(watched);
    if (setting().then === 'dismiss' && setting().ms > 0)
      return dispatch(chat, { type: 'questionOverdue', toolUseId: id, requestId, onTimeout: 'dismiss' });
    // The settings have changed since and dismiss no more, so the countdown on the card ends.
    dispatch(chat, { type: 'answerBegun', toolUseId: id });
    if (setting().ms > 0) dispatch(chat, { type: 'questionOverdue', toolUseId: id, requestId, onTimeout: 'remind' });
  }

  #stop(watched: Watched): void {
    watched.isOver = true;
    watched.cancel?.();
    watched.cancelReminder();
  }

  #forget(id: string): void {
    const watched = this.#watched.get(id);
    if (watched !== undefined) this.#stop(watched);
    this.#watched.delete(id);
  }
}
