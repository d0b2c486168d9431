// What Parley stores of a chat, and the records of its journal: how one stored state becomes the next. Pure: knows no files.
import type { KeptAttachment } from '../shared/attachments.js';
import type { PlanChoice } from '../shared/features/plan/choice.js';
import { isSameButDraft } from './drafts.js';
import type { QuestionDraft } from './drafts.js';
import type { ConfirmedItem, ConfirmedRef, TranscriptKind } from './confirmedItems.js';
import { confirmedItem, confirmedRef } from './confirmedItems.js';
import type { QuestionState, ChatItem, ChatState } from './state.js';
import type { ChatFacts } from './facts.js';
import { factsOf } from './facts.js';
import { openQuestions } from './state.js';
import { isBegun } from './items.js';
import { rowOf } from './rows.js';

/** All that Parley keeps of one chat: the state of its conversation, and what the person has typed and named. */
export interface KeptChat extends Readonly<ChatFacts> {
  readonly key: string;
  /** Names a chat without a title: `items` may begin behind the first prompt. The header of the journal holds it. */
  readonly firstPrompt?: string;
  /** The text in the message box. */
  readonly composerDraft: string;
  /** What was added to the text in the message box; absent where nothing was. */
  readonly composerAttachments?: readonly KeptAttachment[] | undefined;
  /** Grows with each change of the message box. */
  readonly composerRevision: number;
  readonly state: ChatState;
  /** Ids of questions that were open when the chat was stored, and whose answers the transcript tells. Never stored. */
  readonly answered?: readonly string[];
}

export type StoredItem = ChatItem | ConfirmedItem;

/** A chat as its journal holds it: a `KeptChat`, some of whose items are only places. Every `KeptChat` is a `StoredChat`. */
export interface StoredChat extends Omit<KeptChat, 'state'> {
  readonly state: Omit<ChatState, 'items'> & { readonly items: readonly StoredItem[] };
}

/** Kind and id: ids are unique within a kind only. */
type ItemRef = readonly [kind: ChatItem['kind'], id: string];

/** Changed fields; null stands for a field that is gone. */
type Changed<T> = { readonly [K in keyof T]?: T[K] | null };
type StateFields = Omit<ChatState, 'items'>;

/** One change of a stored chat. The records of one flush belong together: a reader applies all of them, or none. */
export type JournalRecord =
  | { readonly set: { readonly chat?: Changed<ChatFacts>; readonly state?: Changed<StateFields> } }
  /** `attachments`: absent where they are as before. */
  | { readonly composer: { readonly text: string; readonly revision: number; readonly attachments?: readonly KeptAttachment[] } }
  /** A new item, at this position or at the end. */
  | { readonly add: ChatItem; readonly at?: number }
  /** New items that the transcript holds, in order, from this position on or at the end. */
  | { readonly confirmed: readonly ConfirmedRef[]; readonly at?: number }
  /** A new version of the item at this position. */
  | { readonly put: ChatItem; readonly at: number }
  /** Text at the end of the streaming text `grew`, or of such a thought; `ended`: it streams no more. */
  | { readonly grew: string; readonly of?: 'thought'; readonly text: string; readonly ended?: true }
  /** The note on a permission and what is chosen on it, apart from its input, which may be long. */
  | { readonly note: string; readonly of: string; readonly planChoice?: PlanChoice }
  | { readonly draft: QuestionDraft & Pick<QuestionState, 'dismissAt' | 'unsent'> }
  | { readonly drop: readonly (readonly [kind: ChatItem['kind'], id: string, at: number])[] };

/**
 * The records that make `after` of `before`, or of nothing. Items of `after` that are in `confirmed` (ids) and final become places.
 * O(items of the window); the records hold only what differs.
 */
export function recordsBetween(
  before: StoredChat | undefined,
  after: KeptChat,
  confirmed: ReadonlySet<string> = new Set(),
): readonly JournalRecord[] {
  const from = before ?? { ...after, composerDraft: '', composerAttachments: undefined, composerRevision: 0, state: { items: [] } };
  return [
    ...itemRecords(from.state.items, after.state.items, confirmedIn(after.state, confirmed)),
    ...fieldRecords(before, after),
    ...composerRecords(from, after),
  ];
}

/** The chat after a record. A record of a later version of Parley, whose kind is unknown here, changes nothing. */
export function applyRecord(chat: StoredChat, record: JournalRecord): StoredChat {
  if ('set' in record) {
    const { chat: fields, state } = record.set;
    return { ...withFields(chat, fields ?? {}), state: withFields(chat.state, state ?? {}) };
  }
  if ('composer' in record) {
    const { text, revision, attachments } = record.composer;
    const { composerAttachments: before, ...rest } = chat;
    const added = attachments ?? before ?? [];
    return { ...rest, composerDraft: text, composerRevision: revision, ...(added.length > 0 && { composerAttachments: added }) };
  }
  return { ...chat, state: { ...chat.state, items: changedItems(chat.state.items, record) } };
}

/** A chat of which nothing is stored yet; `state` is that of a chat before its first event. */
export function emptyChat(key: string, state: ChatState): StoredChat {
  return { key, usedAt: 0, seenUntil: 0, composerDraft: '', composerRevision: 0, state };
}

/** An item that only Parley has, and that has left the window of items. */
export interface ArchivedItem {
  readonly item: ChatItem;
  /** The item that came after it, which may be in the transcript only; absent behind the last. */
  readonly next?: ItemRef;
}

/**
 * Whether a permission has been decided since `before`. Its input can hold secrets, and no file keeps it afterwards: the records that
 * hold it go with the next rewrite.
 */
export function hasDecided(before: StoredChat, after: KeptChat): boolean {
  const still = new Set(inputsOf(after.state));
  return inputsOf(before.state).some(id => !still.has(id));
}

/** Ids of the permissions whose input is in the state. */
function inputsOf({ items, queued }: StoredChat['state']): readonly string[] {
  const shown = items.filter(item => item.kind === 'permission' && item.input !== undefined);
  return [...shown, ...queued].map(({ id }) => id);
}

/** What the step from `before` to `after` takes out of the window and the transcript lacks, oldest first. */
export function leavingItems(before: StoredChat | undefined, after: KeptChat, confirmed: ReadonlySet<string>): readonly ArchivedItem[] {
  const items = before?.state.items ?? [];
  const isConfirmed = confirmedIn(after.state, confirmed);
  // It is on its way again under another uuid (`uuidSpent`), and has left nothing.
  const isRenamed = ({ kind, id, ...was }: ChatItem): boolean =>
    'text' in was && kind === 'prompt' && after.state.items.some(one => one.kind === kind && one.id === id && one.text === was.text);
  return matched(items, after.state.items).dropped.flatMap(([, , at]) => {
    const item = items[at];
    const next = items[at + 1];
    // What was broken off is nowhere any more.
    if (item === undefined || item.kind === 'confirmed' || isConfirmed(item) || isBegun(item) || isRenamed(item)) return [];
    return [{ item, ...(next !== undefined && { next: refOf(next) }) }];
  });
}

/**
 * Whether the next window has to read the chat at its start: the person has to act, because a question or a permission is not over, or an answer could
 * still be lost, which is a decision of the memory once it is found.
 */
export function isWaiting(state: StoredChat['state']): boolean {
  const waits = (item: StoredItem): boolean =>
    (item.kind === 'permission' && item.state === 'asked') || (item.kind === 'question' && item.unproven !== undefined);
  return openQuestions(state).length > 0 || state.items.some(waits);
}

/** The chat with each place filled by `found`, which reads the transcript. A place that is not found there is left out. */
export function filledFrom(chat: StoredChat, found: (place: ConfirmedItem) => ChatItem | undefined): KeptChat {
  const { items: stored, turnStart } = chat.state;
  const filled = stored.map(item => (item.kind === 'confirmed' ? found(item) : item));
  const items = filled.filter(item => item !== undefined);
  const missing = filled.slice(0, turnStart).filter(item => item === undefined).length;
  return { ...chat, state: { ...chat.state, items, turnStart: turnStart - missing } };
}

/** How an item is known beside the transcript: a prompt by its uuid, which both have. */
export function refOf(item: StoredItem): ItemRef {
  if (item.kind === 'confirmed') return [item.of, item.id];
  return [item.kind, item.kind === 'prompt' ? item.uuid : item.id];
}

// --- records

type IsConfirmed = (item: ChatItem) => item is Extract<ChatItem, { kind: TranscriptKind }>;

/** Accepts final items only, because Parley alone is told of a later change of any other item, and the transcript would miss it. */
function confirmedIn({ outbox }: ChatState, confirmed: ReadonlySet<string>): IsConfirmed {
  return (item): item is Extract<ChatItem, { kind: TranscriptKind }> =>
    confirmed.has(refOf(item)[1]) && rowOf(item).isInTranscript(item, outbox);
}

function itemRecords(before: readonly StoredItem[], after: readonly ChatItem[], isConfirmed: IsConfirmed): readonly JournalRecord[] {
  const { same, dropped } = matched(before, after);
  const changed = [...same].flatMap(([at, was]) => changeOf(was, after, at, isConfirmed));
  return [...(dropped.length > 0 ? [{ drop: dropped }] : []), ...additions(after, same, isConfirmed), ...changed];
}

interface Matched {
  /** What was, by position in `after`. */
  readonly same: ReadonlyMap<number, StoredItem>;
  readonly dropped: readonly (readonly [kind: ChatItem['kind'], id: string, at: number])[];
}

/** Which items of `before` are in `after`, in the same order. Where a peer uses an id twice, the first counts for the first. */
function matched(before: readonly StoredItem[], after: readonly ChatItem[]): Matched {
  const same = new Map<number, StoredItem>();
  const dropped: (readonly [kind: ChatItem['kind'], id: string, at: number])[] = [];
  const keys = after.map(keyOf);
  const positions = new Map<string, number[]>();
  for (const [at, key] of keys.entries()) positions.set(key, [...(positions.get(key) ?? []), at]);
  let next = 0;
  for (const [at, item] of before.entries()) {
    const found = positions.get(keyOf(item))?.find(position => position >= next);
    if (found === undefined) dropped.push([...refOf(item), at]);
    else {
      same.set(found, item);
      next = found + 1;
    }
  }
  return { same, dropped };
}

function additions(after: readonly ChatItem[], same: Matched['same'], isConfirmed: IsConfirmed): readonly JournalRecord[] {
  const records: JournalRecord[] = [];
  let behind = same.size;
  let run: ConfirmedRef[] = [];
  for (const [at, item] of after.entries()) {
    if (same.has(at)) {
      behind--;
      run = [];
      continue;
    }
    const place = behind > 0 ? { at } : {};
    if (!isConfirmed(item)) {
      run = [];
      records.push({ add: item, ...place });
    } else {
      if (run.length === 0) records.push({ confirmed: run, ...place });
      run.push(confirmedRef(item, refOf(item)[1]));
    }
  }
  return records;
}

function changeOf(was: StoredItem, after: readonly ChatItem[], at: number, isConfirmed: IsConfirmed): readonly JournalRecord[] {
  const item = after[at];
  if (item === undefined || item === was || (was.kind === 'confirmed' && isConfirmed(item))) return [];
  // The records of growth and drafts name no position, because they mean the last item of their id.
  const isLast = after.findLastIndex(other => keyOf(other) === keyOf(item)) === at;
  const small = isLast && was.kind !== 'confirmed' ? (growthOf(was, item) ?? draftOf(was, item)) : undefined;
  return [small ?? { put: item, at }];
}

function growthOf(was: ChatItem, item: ChatItem): JournalRecord | undefined {
  if (!('streaming' in was && 'streaming' in item) || was.kind !== item.kind) return undefined;
  if (!was.streaming || !item.text.startsWith(was.text)) return undefined;
  const { text: _, streaming: __, ...rest } = item;
  const others: readonly [string, unknown][] = Object.entries(rest);
  const known = new Map<string, unknown>(Object.entries(was));
  if (known.size !== others.length + 2 || others.some(([name, value]) => known.get(name) !== value)) return undefined;
  const of = item.kind === 'thought' && { of: item.kind };
  return { grew: item.id, ...of, text: item.text.slice(was.text.length), ...(!item.streaming && { ended: true as const }) };
}

function draftOf(was: ChatItem, item: ChatItem): JournalRecord | undefined {
  if (item.kind === 'permission' && isSameButDraft(was, item)) {
    const { id, draft = '', planChoice } = item;
    return { note: draft, of: id, ...(planChoice !== undefined && { planChoice }) };
  }
  if (item.kind !== 'question' || !isSameButDraft(was, item)) return undefined;
  const { id, revision, draft, hostEdits, dismissAt, unsent } = item;
  return { draft: { id, revision, draft, hostEdits, ...(dismissAt !== undefined && { dismissAt }), ...(unsent && { unsent }) } };
}

function fieldRecords(before: StoredChat | undefined, after: KeptChat): readonly JournalRecord[] {
  const { items: _, ...state } = after.state;
  const { items: __, ...stateBefore } = before?.state ?? { items: [] };
  const chat = changedFields(before === undefined ? {} : factsOf(before), factsOf(after));
  const set = { ...(chat && { chat }), ...changedState(changedFields<StateFields>(stateBefore, state)) };
  return Object.keys(set).length === 0 ? [] : [{ set }];
}

function changedState(state: Changed<StateFields> | undefined): { readonly state?: Changed<StateFields> } {
  return state === undefined ? {} : { state };
}

/** Undefined where nothing differs. Compares by identity: an unchanged field keeps its object. */
function changedFields<T extends object>(before: Partial<T>, after: T): Changed<T> | undefined {
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  const changed: Record<string, unknown> = {};
  for (const name of new Set([...was.keys(), ...is.keys()])) if (was.get(name) !== is.get(name)) changed[name] = is.get(name) ?? null;
  // Names and values are those of T, or null.
  return Object.keys(changed).length === 0 ? undefined : (changed as Changed<T>);
}

function composerRecords(
  before: Omit<KeptChat, 'state'>,
  { composerDraft: text, composerAttachments: attachments, composerRevision: revision }: KeptChat,
): readonly JournalRecord[] {
  if (text === before.composerDraft && revision === before.composerRevision) return [];
  const isSame = attachments === before.composerAttachments;
  return [{ composer: { text, revision, ...(!isSame && { attachments: attachments ?? [] }) } }];
}

// --- applying

function withFields<T extends object>(target: T, changed: object): T {
  const fields = { ...target, ...changed };
  // The names are those of T: the null of a field that is gone goes with it.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as T;
}

function changedItems(items: readonly StoredItem[], record: JournalRecord): readonly StoredItem[] {
  if ('add' in record) return items.toSpliced(record.at ?? items.length, 0, record.add);
  if ('confirmed' in record) {
    return items.toSpliced(record.at ?? items.length, 0, ...record.confirmed.map(confirmedItem));
  }
  if ('put' in record) return withItem(items, record.put, record.at);
  if ('grew' in record) {
    return withLast(items, record.of ?? 'text', record.grew, item =>
      'streaming' in item ? { ...item, text: item.text + record.text, streaming: item.streaming && record.ended !== true } : item,
    );
  }
  if ('draft' in record) {
    return withLast(items, 'question', record.draft.id, item => {
      if (item.kind !== 'question') return item;
      const { dismissAt: _, unsent: __, ...rest } = item;
      return { ...rest, ...record.draft };
    });
  }
  if ('note' in record) {
    return withLast(items, 'permission', record.of, item => {
      if (item.kind !== 'permission') return item;
      const { draft: _, planChoice: __, ...rest } = item;
      const { note, planChoice } = record;
      return { ...rest, ...(note !== '' && { draft: note }), ...(planChoice !== undefined && { planChoice }) };
    });
  }
  if ('drop' in record) return withoutItems(items, record.drop);
  return items;
}

/** Replaces the item with the same key, which stands elsewhere than at `at` where an earlier record was lost, or inserts `item` at `at`. */
function withItem(items: readonly StoredItem[], item: ChatItem, at: number): readonly StoredItem[] {
  const key = keyOf(item);
  const there = items[at];
  const index = there !== undefined && keyOf(there) === key ? at : items.findLastIndex(other => keyOf(other) === key);
  return index < 0 ? items.toSpliced(at, 0, item) : items.with(index, item);
}

function withLast(
  items: readonly StoredItem[],
  kind: ChatItem['kind'],
  id: string,
  make: (item: StoredItem) => StoredItem,
): readonly StoredItem[] {
  const index = items.findLastIndex(item => item.kind === kind && item.id === id);
  const item = items[index];
  return item === undefined ? items : items.with(index, make(item));
}

/** Positions are those before the record, so the last goes first. */
function withoutItems(items: readonly StoredItem[], drop: Matched['dropped']): readonly StoredItem[] {
  return drop.toReversed().reduce<readonly StoredItem[]>((left, [kind, id, at]) => {
    const key = keyText(kind, id);
    const there = left[at];
    const index = there !== undefined && keyOf(there) === key ? at : left.findIndex(item => keyOf(item) === key);
    return index < 0 ? left : left.toSpliced(index, 1);
  }, items);
}

function keyOf(item: StoredItem): string {
  return keyText(...refOf(item));
}

function keyText(kind: ChatItem['kind'], id: string): string {
  return `${kind} ${id}`;
}
