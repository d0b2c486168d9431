// What a page is told of its chat: a snapshot, and then what has changed, one message at a time. The next message goes when the page has taken
// the one before, and carries all that has changed meanwhile, so a page that is slow, out of sight or stopped is never behind by more than
// one, and one more with what the person waits for. Knows nothing of VS Code.
import { isDeepStrictEqual } from 'node:util';
import type { QuestionState, ChatItem, ChatState } from '../../chat/state.js';
import { openPermissions, waitingQuestions } from '../../chat/state.js';
import type { Elsewhere, ViewTexts } from '../../chat/view.js';
import { diff, firstFinalItem, leftItems, viewItem, viewWaiting } from '../../chat/view.js';
import type { KeptAttachment } from '../../shared/attachments.js';
import { shownAttachment } from '../../shared/attachments.js';
import type { Change, HostMessage } from '../../shared/contract/toView.js';
import { changeOf } from '../../shared/textChange.js';
import type { ChatStatus, EarlierChat, Preferences, SetUpCard } from '../../shared/chatStatus.js';

/** What a page shows of its chat. */
export interface ShownState {
  readonly state: ChatState;
  readonly status: ChatStatus;
  readonly attachments: readonly KeptAttachment[];
}

export interface PageChangesDependencies {
  /** What is to be shown now. */
  readonly now: () => ShownState;
  readonly otherOwner: () => Elsewhere;
  readonly words: ViewTexts;
  /** What is shown beside the conversation. */
  readonly surrounds: () => { readonly preferences: Preferences; readonly earlier: EarlierChat[]; readonly setUp: SetUpCard };
  /** The cursor of the place behind an item that has left the window; undefined where nothing can be read there. */
  readonly cursorBehind: (item: ChatItem) => string | undefined;
  /** Calls `lost` where it is certain that the page does not get the message. */
  readonly post: (message: HostMessage, lost: () => void) => void;
  /** More has changed than changes can tell: the page is to begin anew. */
  readonly beginAnew: () => void;
  readonly isInSight: () => boolean;
  /** The page has taken a message, so many milliseconds after it was sent. */
  readonly took: (milliseconds: number) => void;
  /** A page that is in sight has had a message for this many milliseconds; `taken`: and has taken it now. */
  readonly isSlow: (milliseconds: number, taken: boolean) => void;
}

interface Sent {
  readonly version: number;
  readonly at: number;
  readonly isChanges: boolean;
  /** The page was said to be slow in taking it. */
  isTold: boolean;
}

/** Milliseconds after which a page that has not taken a message is said to be slow. */
export const slowAfter = 10_000;

export class PageChanges {
  /** Undefined until the first snapshot. */
  #shown: ShownState | undefined;
  #version = 0;
  /** The messages that the page has not taken: none, one, or one of changes and one more behind it. `at`: on the clock of `performance.now()`. */
  #inFlight: readonly Sent[] = [];
  /** Something may have changed since the last message. */
  #isBehind = false;
  #surroundsChanged = false;
  /** A message was: the page begins anew with the next thing that happens, and not at once, because that may be lost for the same reason. */
  #isLost = false;
  #scheduled: NodeJS.Immediate | undefined;
  /** Goes behind the next message. */
  #waiting: (() => void)[] = [];

  constructor(private readonly dependencies: PageChangesDependencies) {}

  get hasBegun(): boolean {
    return this.#shown !== undefined;
  }

  dispose(): void {
    clearImmediate(this.#scheduled);
    this.#shown = undefined;
  }

  /** The page begins with what `message` holds of what is to be shown now. */
  begin(message: (version: number, shown: ShownState) => HostMessage): void {
    const shown = this.dependencies.now();
    this.#shown = shown;
    this.#isBehind = this.#surroundsChanged = this.#isLost = false;
    this.#waiting = [];
    this.#version += 1;
    this.#post(message(this.#version, shown));
  }

  /** Something may have changed. It is told after this turn of the event loop, or when the page has taken what it has been told. */
  update(): void {
    if (this.#shown === undefined) return;
    this.#isBehind = true;
    const [sent] = this.#inFlight;
    if (sent !== undefined && !sent.isTold && performance.now() - sent.at > slowAfter && this.dependencies.isInSight()) {
      sent.isTold = true;
      this.dependencies.isSlow(performance.now() - sent.at, false);
    }
    if (this.#scheduled === undefined && (sent === undefined || this.#hasAwaited())) this.#scheduled = setImmediate(() => this.#send());
  }

  /** What is shown beside the conversation is another. */
  surroundsChanged(): void {
    this.#surroundsChanged = true;
    this.update();
  }

  /** The page has taken the message with this version, and so all before. */
  taken(version: number): void {
    const sent = this.#inFlight.find(one => one.version === version);
    if (sent === undefined) return;
    const taken = this.#inFlight.slice(0, this.#inFlight.indexOf(sent) + 1);
    this.#inFlight = this.#inFlight.slice(taken.length);
    const now = performance.now();
    for (const { at, isTold } of taken) {
      this.dependencies.took(now - at);
      if (isTold) this.dependencies.isSlow(now - at, true);
    }
    if (this.#isBehind) this.#send(this.#waiting.length > 0 ? 'all' : 'words');
  }

  /** Does it behind all that has changed until now. */
  behindChanges(work: () => void): void {
    if (this.#isBehind && this.#inFlight.length === 0) this.#send('all');
    if (this.#isBehind) this.#waiting.push(work);
    else work();
  }

  /**
   * Whether there is something new that the person waits for. It goes right behind a message that is on its way, and nothing more does: until the page has
   * said that it has taken that one lasts as long as two messages.
   */
  #hasAwaited(): boolean {
    const [sent, second] = this.#inFlight;
    // Nothing goes behind a snapshot, because a page that does not get it cannot know by the versions.
    if (this.#shown === undefined || sent?.isChanges !== true || second !== undefined || !this.dependencies.isInSight()) return false;
    const known = awaitedIn(this.#shown.state);
    return awaitedIn(this.dependencies.now().state).some(id => !known.includes(id));
  }

  #post(message: HostMessage): void {
    const sent: Sent = { version: this.#version, at: performance.now(), isChanges: message.type === 'changes', isTold: false };
    // The page forgets what was before a snapshot.
    this.#inFlight = [...(sent.isChanges ? this.#inFlight : []), sent];
    this.dependencies.post(message, () => {
      if (!this.#inFlight.includes(sent)) return;
      this.#inFlight = [];
      this.#isLost = true;
    });
  }

  /** `words`: a text without any waits for them, because they would wait until the page has taken that. */
  #send(what: 'words' | 'all' = 'words'): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    // A snapshot may have gone since.
    if (this.#shown === undefined || !this.#isBehind || (this.#inFlight.length > 0 && !this.#hasAwaited())) return;
    this.#isBehind = false;
    const now = this.dependencies.now();
    const changes = this.#isLost ? undefined : this.#changes(this.#shown, now);
    if (changes === undefined) {
      this.dependencies.beginAnew();
      return;
    }
    if (what === 'words' && isEmptyText(changes)) {
      this.#isBehind = true;
      return;
    }
    this.#shown = now;
    if (changes.length > 0) this.#post({ type: 'changes', changes: changes.map(change => ({ ...change, version: ++this.#version })) });
    for (const work of this.#waiting.splice(0)) work();
  }

  /** Undefined where items have come and left again that the page has never seen. */
  #changes(before: ShownState, { state, status, attachments }: ShownState): readonly Unversioned[] | undefined {
    const { trimmed, gone } = leftItems(before.state, state);
    const first = firstFinalItem(state);
    if (trimmed.length > 0 && !before.state.items.some(({ id }) => id === first?.id)) return undefined;
    const left = new Set([...trimmed, ...gone]);
    const stayed = left.size === 0 ? before.state : { ...before.state, items: before.state.items.filter(item => !left.has(item)) };
    const last = trimmed.at(-1);
    const cursor = last && this.dependencies.cursorBehind(last);
    const isWaitingOther = state.waiting !== before.state.waiting || state.waitsForPerson !== before.state.waitsForPerson;
    const changed = diff(stayed, state);
    const inFront = changed.type === 'items' ? placesIn(stayed.items, state.items, changed.items) : [];
    const beside = {
      ...(inFront.length > 0 && { inFront }),
      ...(gone.length > 0 && { gone: gone.map(({ id }) => id) }),
      ...(attachments !== before.attachments && { attachments: attachments.map(shownAttachment) }),
      ...(isWaitingOther && { waiting: viewWaiting(state) }),
      ...(!isDeepStrictEqual(before.status, status) && { status }),
      ...(this.#surroundsChanged && this.dependencies.surrounds()),
    };
    this.#surroundsChanged = false;
    const items =
      changed.type === 'items'
        ? changed.items.map(item => viewItem(item, state, this.dependencies.words, this.dependencies.otherOwner()))
        : [];
    return [
      ...(last !== undefined && cursor !== undefined ? [{ type: 'trimmed' as const, last: last.id, cursor }] : []),
      ...(items.length > 0 || Object.keys(beside).length > 0 ? [{ type: 'items' as const, items, ...beside }] : []),
      ...(changed.type === 'grew' ? [{ type: 'append' as const, id: changed.id, text: changed.text }] : []),
      ...(changed.type === 'draft' ? [this.#draft(changed.before, changed.after, state)] : []),
    ];
  }

  /** Leaves out the questions and the draft, which the view has, so that a typed letter costs the message of a letter. */
  #draft(before: QuestionState, after: QuestionState, state: ChatState): Unversioned {
    const { words } = this.dependencies;
    const read = words.reads(after, state);
    return {
      type: 'draft',
      id: after.id,
      hostEdits: [...after.hostEdits],
      ...(after.dismissAt !== undefined && { dismissAt: after.dismissAt }),
      reads: changeOf(words.reads(before, state)?.text, read?.text),
      ...(read?.inFile === true && { readsInFile: true }),
    };
  }
}

/** Where new items stand that do not join at the end: what a turn has changed comes when another one may have begun. */
function placesIn(
  before: readonly ChatItem[],
  after: readonly ChatItem[],
  changed: readonly ChatItem[],
): { readonly id: string; readonly of: string }[] {
  const known = new Set(before.map(({ id }) => id));
  const last = after.findLastIndex(({ id }) => known.has(id));
  return changed.flatMap(item => {
    const at = known.has(item.id) ? -1 : after.indexOf(item);
    const of = at < 0 || at > last ? undefined : after.slice(at).find(({ id }) => known.has(id));
    return of === undefined ? [] : [{ id: item.id, of: of.id }];
  });
}

/** The ids of what a person waits for: the text at the end, once it has words, and what asks. */
function awaitedIn(state: ChatState): readonly string[] {
  const last = state.items.at(-1);
  const words = last?.kind === 'text' && last.text !== '' ? [last.id] : [];
  return [...words, ...waitingQuestions(state).map(({ id }) => id), ...openPermissions(state).map(({ id }) => id)];
}

/** Nothing else than that a text has begun. */
function isEmptyText([change, ...others]: readonly Unversioned[]): boolean {
  if (change?.type !== 'items' || others.length > 0 || change.items.length === 0) return false;
  const { type: _, items, ...beside } = change;
  return Object.keys(beside).length === 0 && items.every(item => item.kind === 'text' && item.streaming && item.text === '');
}

type Unversioned = Change extends infer One ? (One extends Change ? Omit<One, 'version'> : never) : never;
