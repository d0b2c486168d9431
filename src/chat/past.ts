// A conversation as the CLI's own transcript tells it: begun elsewhere, or gone on there. Pure.
import { messageIdOf } from '../shared/textIds.js';
import type { PastEntry, PastEvent, TranscriptRead } from './events.js';
import { announcedQuestion, foundParked, stepQuestion } from './questionMachine.js';
import type { QuestionEvent } from './questionEvents.js';
import { beginsAgent } from '../shared/tools.js';
import { callOf, withoutSince } from './callTimes.js';
import { append, kindOfWords, withoutAgain, withoutGoOn } from './items.js';
import { withTime } from './itemTimes.js';
import { promptsFound } from './outbox.js';
import { endedPermission, finishedTool } from './permissions.js';
import type { PermissionState, ChatItem, ChatState, WaitingPrompt } from './state.js';
import { initialState, nextTurnStart } from './state.js';

/** An item, and when it began. */
export interface TimedItem {
  /** Epoch milliseconds; absent where it is not known. */
  readonly at?: number;
  readonly item: ChatItem;
}

/** A conversation that was begun elsewhere, from its beginning. */
export function pastState(sessionId: string, entries: readonly PastEntry[], routeSetting: ChatState['routeSetting']): ChatState {
  return applyTranscript({ ...initialState(routeSetting), sessionId }, { type: 'transcriptRead', entries, since: 0 });
}

/** The questions that the transcript leaves without a result. The CLI keeps those of which it has written a deferral. */
export function unsettledQuestions({ items }: ChatState): readonly string[] {
  // Behind a later prompt the CLI asks none of them again.
  const last = items.findLastIndex(({ kind }) => kind === 'prompt');
  return items.slice(last + 1).flatMap(item => (item.kind === 'question' && foundParked(item) !== item ? [item.id] : []));
}

/** These questions wait for an answer. */
export function withParked(state: ChatState, ids: ReadonlySet<string>): ChatState {
  const first = state.items.findIndex(({ id }) => ids.has(id));
  if (first === -1) return state;
  const items = state.items.map(item => (item.kind === 'question' && ids.has(item.id) ? foundParked(item) : item));
  return { ...state, items, turnStart: Math.min(first, state.turnStart) };
}

/** The items of a page of the transcript, all of them over: nothing of them runs or waits. Linear in the number of entries. */
export function pastItems(entries: readonly PastEntry[]): readonly TimedItem[] {
  const told = new ToldItems([]);
  for (const entry of entries) told.apply(entry);
  const items = endUnfinished(told.items, entries.at(-1)?.at ?? 0);
  return items.map((item, position) => ({ at: told.began[position] ?? 0, item }));
}

/**
 * The time of the latest entry, or `since` where none is later; epoch milliseconds. An entry of the future counts as of `now`, because otherwise
 * all later entries would count as known; an entry that comes twice is known by its id.
 */
export function latestOf(entries: readonly PastEntry[], since: number, now: number): number {
  const last = entries.reduce((time, { at }) => Math.max(time, at), since);
  return Math.min(last, Math.max(now, since));
}

/** Milliseconds by which an entry may come behind one of a later time though no clock was put back: of two calls, say, that end at the same time. */
const usualDisorder = 1_000;

/**
 * Those of the entries, in the order of the transcript, that may have come after `since`: by their time, or behind an entry of a later time, because
 * the clock was put back between them. Of the latter only what stands behind all that the state holds: the transcript may reach further back than its
 * items, and what is older than these carries such a time too. For the same reason nothing counts that stands in front of what the state holds, where
 * older items have left it: while another program had the session open too, Claude may have said much here since `since`.
 */
export function entriesSince(
  { items, hasOlder }: Pick<ChatState, 'items' | 'hasOlder'>,
  { entries, since, latest: before }: Omit<TranscriptRead, 'type'>,
): readonly PastEntry[] {
  const isHeld = heldIn(items);
  const lastHeld = entries.findLastIndex(({ event }) => isHeld(event));
  const firstHeld = hasOlder === true && before === undefined ? entries.findIndex(({ event }) => isHeld(event)) : -1;
  let latest = before ?? -Infinity;
  return entries.filter(({ at }, position) => {
    const isPutBack = at < latest - usualDisorder;
    latest = Math.max(latest, at);
    return (at > since && position >= firstHeld) || (isPutBack && position > lastHeld);
  });
}

/** Whether one of the items was begun by the event. */
function heldIn(items: readonly ChatItem[]): (event: PastEvent) => boolean {
  const prompts = new Set(items.flatMap(item => (item.kind === 'prompt' ? [item.uuid] : [])));
  const texts = new Set(items.flatMap(item => ('streaming' in item ? [textKey(item)] : [])));
  const calls = new Set(items.flatMap(({ kind, id }) => (kind === 'tool' || kind === 'question' ? [id] : [])));
  return event => {
    if (event.type === 'promptSeen') return prompts.has(event.id);
    if (event.type === 'textFinished') return texts.has(textKey({ ...event, kind: kindOfWords(event) }));
    return (event.type === 'toolStarted' || event.type === 'questionFinished') && calls.has(event.toolUseId);
  };
}

/** What happened elsewhere is behind what is here. Nothing while a CLI runs here: it tells by itself. */
export function applyTranscript(state: ChatState, read: TranscriptRead): ChatState {
  if (state.process !== 'none') return state;
  const uuids = new Set(read.entries.flatMap(({ event }) => (event.type === 'promptSeen' ? [event.id] : [])));
  const applied = applyEntries(promptsFound(state, uuids), read);
  return state.waiting.filter(({ uuid }) => uuids.has(uuid)).reduce(withSent, applied);
}

/** A prompt of a copy that is older than the write. It has its row by now, unless its entry is older than the copy. */
function withSent(state: ChatState, { way: _, ...prompt }: WaitingPrompt): ChatState {
  if (state.items.some(item => item.kind === 'prompt' && item.uuid === prompt.uuid)) return state;
  return append(state, { kind: 'prompt', id: `i${state.counter}`, ...prompt, state: 'sent' });
}

function applyEntries(state: ChatState, read: TranscriptRead): ChatState {
  const isHeld = heldIn(state.items);
  // A call that is here may have a title or questions there that it lacks here.
  const isKnown = (event: PastEvent): boolean => (event.type === 'promptSeen' || event.type === 'textFinished') && isHeld(event);
  const fresh = entriesSince(state, read).filter(({ event }) => !isKnown(event));
  if (fresh.length === 0) return state;
  const told = new ToldItems(state.items);
  for (const entry of fresh) told.apply(entry);
  if (!told.isChanged) return state;
  const items = endUnfinished(told.items, fresh.at(-1)?.at ?? read.since);
  const counter = state.counter + told.items.length - state.items.length;
  const wentOn = items.some((item, place) => place >= state.items.length && item.kind === 'prompt');
  const later = { ...state, items, counter };
  const settled = wentOn ? withoutAgain(later) : items.length > state.items.length ? withoutGoOn(later) : later;
  return { ...settled, turnStart: nextTurnStart(settled) };
}

/** Items to which the entries of a transcript are added one by one. A table of their places makes each of them cheap. */
class ToldItems {
  readonly #items: ChatItem[];
  readonly #began: (number | undefined)[];
  readonly #places = new Map<string, number>();
  /** The last words here of each message of Claude's, which may be cut off. */
  readonly #words = new Map<string, number>();
  /** The permissions that were open when this state was stored, by their call. */
  readonly #asked = new Map<string, PermissionState>();
  /** The calls among the entries whose results have not come. */
  readonly #running = new Set<string>();
  #isChanged = false;

  constructor(items: readonly ChatItem[]) {
    this.#items = [...items];
    this.#began = items.map(() => undefined);
    items.forEach((item, place) => {
      this.#places.set(keyOf(item), place);
      if ('streaming' in item) this.#words.set(wordsKey(item), place);
      if (item.kind === 'permission' && item.state === 'asked') this.#asked.set(item.toolUseId, item);
    });
  }

  get items(): readonly ChatItem[] {
    return this.#items;
  }

  /** The time at which each of the items began, in epoch milliseconds; undefined for those that were there before. */
  get began(): readonly (number | undefined)[] {
    return this.#began;
  }

  get isChanged(): boolean {
    return this.#isChanged;
  }

  apply({ at, event }: PastEntry): void {
    switch (event.type) {
      case 'promptSeen':
        return this.#appendOrComplete({ kind: 'prompt', id: event.id, uuid: event.id, text: event.text, state: 'sent' }, at);
      case 'textFinished':
        return this.#appendOrComplete({ kind: kindOfWords(event), id: event.id, text: event.text, streaming: false }, at);
      case 'toolStarted': {
        // As `begunCall` does it: a call behind another one may wait for it.
        const mayWait = this.#running.size > 0 && !beginsAgent(event.name);
        const tool = callOf(event, mayWait || at === 0 ? undefined : at);
        if (this.#places.has(keyOf(tool))) return;
        this.#running.add(tool.id);
        return this.#append(tool, at);
      }
      case 'toolFinished': {
        this.#running.delete(event.toolUseId);
        const seen = event.isUnasked ? at : undefined;
        this.#change({ kind: 'tool', id: event.toolUseId }, item => (item.kind === 'tool' ? finishedTool(item, event, seen) : item));
        return this.#decided(event.toolUseId);
      }
      case 'questionFinished': {
        const question = announcedQuestion(event.toolUseId);
        if (!this.#places.has(keyOf(question))) this.#append(question, at);
        return this.#toQuestion(event.toolUseId, { type: 'seen', input: event.input }, at);
      }
      case 'questionSettled':
        return this.#toQuestion(event.toolUseId, { ...event, type: 'settledElsewhere' }, at);
    }
  }

  /** A call that has run was allowed, after the state was stored. A call that has failed may have run or not. */
  #decided(toolUseId: string): void {
    const permission = this.#asked.get(toolUseId);
    const tool = this.#items[this.#places.get(keyOf({ kind: 'tool', id: toolUseId })) ?? -1];
    if (permission === undefined || tool?.kind !== 'tool' || (tool.state !== 'done' && tool.state !== 'denied')) return;
    const end = tool.state === 'done' ? 'allowed' : 'denied';
    this.#change(permission, item => (item.kind === 'permission' && item.state === 'asked' ? endedPermission(item, end) : item));
  }

  /** What was cut off here becomes whole. A prompt has one row, also where its entry comes twice. */
  #appendOrComplete(item: Extract<ChatItem, { kind: 'prompt' | 'text' | 'thought' }>, at: number): void {
    const key = keyOf(item);
    if (item.kind === 'prompt' && this.#places.has(key)) return;
    // Others may have told something behind them, and the person may have sent the next message.
    const words = item.kind === 'prompt' ? '' : wordsKey(item);
    const place = this.#words.get(words) ?? -1;
    const was = this.#items[place];
    if (was === undefined || !('text' in was) || !item.text.startsWith(was.text)) return this.#append(item, at);
    // What the transcript tells is whole.
    this.#words.delete(words);
    this.#places.set(key, place);
    this.#put(place, withTime({ ...item, id: was.id, ...('at' in was && { at: was.at }) }, at));
  }

  #toQuestion(id: string, event: QuestionEvent, at: number): void {
    this.#change({ kind: 'question', id }, item =>
      item.kind === 'question' ? stepQuestion(item, event, { now: at, stopping: false }) : item,
    );
  }

  #append(item: ChatItem, at: number): void {
    this.#places.set(keyOf(item), this.#items.length);
    this.#items.push(withTime(item, at));
    this.#began.push(at);
    this.#isChanged = true;
  }

  #change(which: Pick<ChatItem, 'kind' | 'id'>, make: (item: ChatItem) => ChatItem): void {
    const place = this.#places.get(keyOf(which));
    const item = place === undefined ? undefined : this.#items[place];
    if (place !== undefined && item !== undefined) this.#put(place, make(item));
  }

  #put(place: number, item: ChatItem): void {
    this.#isChanged ||= this.#items[place] !== item;
    this.#items[place] = item;
  }
}

function keyOf({ kind, id }: Pick<ChatItem, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/** A text that was streamed here has another id in the transcript, and the same message. */
function textKey(words: Words): string {
  return `${wordsKey(words)} ${words.text}`;
}

interface Words {
  readonly kind: 'text' | 'thought';
  readonly id: string;
  readonly text: string;
}

/** The same for all words of one kind of a message. */
function wordsKey({ kind, id }: Pick<Words, 'kind' | 'id'>): string {
  return `${kind} ${messageIdOf(id)}`;
}

/** Ends the items that the other program left unfinished. A question that is parked stays open. */
function endUnfinished(items: readonly ChatItem[], now: number): readonly ChatItem[] {
  return items.map(item => {
    if (item.kind === 'tool' && item.state === 'running') return { ...withoutSince(item), state: 'stopped' };
    if (item.kind === 'question' && item.phase === 'announced') return stepQuestion(item, { type: 'exited' }, { now, stopping: false });
    return item;
  });
}
