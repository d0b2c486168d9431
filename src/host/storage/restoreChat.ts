// A chat as an earlier window has stored it → the chat as this window shows it: its conversation comes from the CLI's transcript, and
// what happened there meanwhile is applied. Reads transcripts; knows nothing of windows, journals or VS Code.
import type { FoundResults, PastEntry } from '../../chat/events.js';
import type { ConfirmedItem, TranscriptKind } from '../../chat/confirmedItems.js';
import { atPlace } from '../../chat/confirmedItems.js';
import type { KeptChat, StoredChat } from '../../chat/journalRecords.js';
import { filledFrom, refOf } from '../../chat/journalRecords.js';
import { checkForgotten, withForgotten } from '../../chat/forgotten.js';
import { checkResults, exitedUnproven, withResults } from '../../chat/evidence.js';
import { answeredBetween } from '../../chat/memorySteps.js';
import { hasUnconfirmed, unkeptPrompts, withPromptsMissing } from '../../chat/outbox.js';
import { entriesSince, latestOf, pastItems, unsettledQuestions, withParked } from '../../chat/past.js';
import { joinDrafts, returnedReply } from '../../chat/replies.js';
import { restoredState, withdrawn } from '../../chat/restore.js';
import { withFollowedUntil } from '../../chat/changeSteps.js';
import type { ChatItem, ChatState } from '../../chat/state.js';
import { nextTurnStart } from '../../chat/state.js';
import { newestItems } from '../../chat/window.js';
import { messageIdOf } from '../../shared/textIds.js';
import type { Transcripts } from '../cli/transcripts.js';
import { isAgentChat } from '../chats/agentChats.js';

interface RestoreDependencies {
  readonly transcripts: Pick<Transcripts, 'tail' | 'resultsHeld' | 'hasPrompt' | 'promptsHeld' | 'isDeferred'>;
  readonly route: () => ChatState['routeSetting'];
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** No view shows the chat, so fewer items come back. */
  readonly isUnseen?: boolean;
  /** The chat is in memory, and all of its items stay. */
  readonly isWhole?: boolean;
}

/** The questions that the CLI keeps, of which nothing else is known: the disk refused the chat while they were asked. */
async function keptByCli(state: ChatState, transcripts: Pick<Transcripts, 'isDeferred'>): Promise<ReadonlySet<string>> {
  const { sessionId } = state;
  const kept = new Set<string>();
  for (const id of sessionId === undefined ? [] : unsettledQuestions(state))
    if ((await transcripts.isDeferred(sessionId ?? '', id)) === true) kept.add(id);
  return kept;
}

/** Parks the questions that the CLI has kept. */
export async function withKept(state: ChatState, transcripts: Pick<Transcripts, 'isDeferred'>): Promise<ChatState> {
  return withParked(state, await keptByCli(state, transcripts));
}

/** The chat with its conversation, and otherwise as it is stored: a copy of what its owner shows. Rejects as `reading`. */
export async function filledChat(
  stored: StoredChat,
  { transcripts }: { readonly transcripts: Pick<Transcripts, 'tail'> },
): Promise<KeptChat> {
  const isTold = placesOf(stored).length > 0;
  return filled(stored, await reading(stored, transcripts, isTold), isTold);
}

/** The chat as it is after its window has ended, with what the transcript tells of the time since then. Rejects as `reading`. */
export async function restoredChat(stored: StoredChat, dependencies: RestoreDependencies): Promise<KeptChat> {
  const { transcripts, route, now, isUnseen = false, isWhole = false } = dependencies;
  const most = isWhole ? Infinity : isUnseen ? unseenItems : restoredItems;
  const recent = { ...stored, state: newestItems(stored.state, most) };
  const isTold = placesOf(stored).length > 0;
  const read = await reading(recent, transcripts, isTold);
  const chat = filled(recent, read, isTold);
  const { seenUntil, sharedSince: since = seenUntil } = stored;
  const entries = read.tail?.entries ?? [];
  const isNew = entriesSince(chat.state, { entries, since }).length > 0 || hasUnconfirmed(chat.state);
  // The agents that asked here have ended with their window, and cannot be told anything.
  const own = exitedUnproven(isAgentChat(stored.key) ? withdrawn(chat.state, now()) : chat.state);
  // First, because what Claude has not read is no work that it can go on with.
  const proven = withResults(own, await resultsOf(own, transcripts), now());
  const kept = withPromptsMissing(proven, await missingPrompts(own, transcripts));
  const restored = (parked?: ReadonlySet<string>): ChatState =>
    restoredState(kept, route(), now(), isNew ? { entries, since } : undefined, parked);
  const first = restored();
  const parked = await keptByCli(first, transcripts);
  const state = parked.size === 0 ? first : restored(parked);
  const forgotten = await forgottenPrompts(own, transcripts);
  // Of a clock that was put back since nothing can be said.
  const told = withFollowedUntil(withForgotten(state, forgotten), seenUntil > now() ? 0 : seenUntil);
  const reply = returnedReply(chat.state, state);
  const answered = answeredBetween(chat.state, state);
  return {
    ...chat,
    state: told === state ? state : { ...told, turnStart: nextTurnStart(told) },
    ...(answered.length > 0 && { answered }),
    composerDraft: joinDrafts(reply ?? '', chat.composerDraft),
    composerRevision: chat.composerRevision + (reply === undefined ? 0 : 1),
    seenUntil: latestOf(entries, since, now()),
    sharedSince: undefined,
  };
}

/** Whether the transcript holds each decision that the CLI may have lost with its window; nothing where that is not known. */
async function resultsOf(state: ChatState, transcripts: RestoreDependencies['transcripts']): Promise<FoundResults> {
  const [check] = checkResults(state);
  const found = check?.type === 'checkResults' ? await transcripts.resultsHeld(check.sessionId, check.toolUseIds) : undefined;
  return found ?? {};
}

async function forgottenPrompts(state: ChatState, transcripts: RestoreDependencies['transcripts']): Promise<readonly string[]> {
  const [check] = checkForgotten(state);
  const held = check?.type === 'checkForgotten' ? await transcripts.promptsHeld(check.sessionId, check.uuids) : undefined;
  return check?.type !== 'checkForgotten' || held === undefined ? [] : check.uuids.filter(uuid => !held.includes(uuid));
}

/** The prompts in whose answer the window has ended and that the CLI has not kept. */
async function missingPrompts(state: ChatState, transcripts: RestoreDependencies['transcripts']): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const uuid of state.sessionId === undefined ? [] : unkeptPrompts(state))
    if ((await transcripts.hasPrompt(state.sessionId ?? '', uuid)) === false) missing.push(uuid);
  return missing;
}

/**
 * Items that come back where a chat has more: more than a view full, and one piece of a usual transcript. The view reads the others when the
 * person goes there; the journal archives those of them that the transcript lacks.
 */
const restoredItems = 40;

/** They fill a view. Few, because hundreds of chats can wait for an answer and all of them are in memory. */
const unseenItems = 12;

interface Reading {
  /** Undefined where there is no transcript, or nobody knows and it held nothing. */
  readonly tail: { readonly entries: readonly PastEntry[]; readonly hasOlder: boolean } | undefined;
  /** What the transcript holds of the stored chat. */
  readonly content: ReadonlyMap<ConfirmedItem, ChatItem>;
}

/** How many times as much is read where the transcript has other items between those of the chat, or later ones. */
const secondReading = 4;

/**
 * `isTold`: the transcript held some of the conversation, here or in front of it. Rejects where it did and cannot be read: the chat would be stored
 * without that.
 */
async function reading(stored: StoredChat, transcripts: Pick<Transcripts, 'tail'>, isTold: boolean): Promise<Reading> {
  const { state, seenUntil, sharedSince = seenUntil } = stored;
  if (state.sessionId === undefined) return { tail: undefined, content: new Map() };
  const places = placesOf(stored);
  const least = Math.max(1, state.items.length);
  for (let wanted = least; ; wanted = secondReading * least) {
    const tail = await transcripts.tail(state.sessionId, wanted, sharedSince, state.steering?.folder).catch((error: unknown) => {
      if (isTold) throw error;
      return undefined;
    });
    const content = contentIn(places, tail?.entries ?? [], seenUntil);
    if (content.size === places.length || tail?.hasOlder !== true || wanted > least) return { tail, content };
  }
}

function contentIn(
  places: readonly ConfirmedItem[],
  entries: readonly PastEntry[],
  seenUntil: number,
): ReadonlyMap<ConfirmedItem, ChatItem> {
  const itemsOf = (some: readonly PastEntry[]): readonly ChatItem[] => pastItems(some).map(({ item }) => item);
  const seen = contentOf(places, itemsOf(entries.filter(({ at }) => at <= seenUntil)));
  if (seen.size === places.length) return seen;
  // Entries that were seen carry later times where the clock was ahead when the CLI wrote them.
  const all = contentOf(places, itemsOf(entries));
  return all.size > seen.size ? all : seen;
}

function placesOf({ state }: StoredChat): readonly ConfirmedItem[] {
  return state.items.filter((item): item is ConfirmedItem => item.kind === 'confirmed');
}

function filled(stored: StoredChat, { tail, content }: Reading, isTold: boolean): KeptChat {
  const places = placesOf(stored);
  const chat = filledFrom(stored, place => content.get(place));
  const state = content.size < places.length ? { ...chat.state, hasOlder: true } : chat.state;
  return { ...chat, state: tail === undefined && isTold ? withNotice(state) : state };
}

/**
 * The item for each place that the transcript holds, under the place's id. The transcript does not know the number that a text had
 * in the stream, so the texts of a message are told by their order, from the last one on because the first may be out of reach; so are its thoughts.
 */
function contentOf(places: readonly ConfirmedItem[], told: readonly ChatItem[]): ReadonlyMap<ConfirmedItem, ChatItem> {
  const byRef = new Map(told.map(item => [`${item.kind} ${refOf(item)[1]}`, item]));
  const texts = new Map<string, ChatItem[]>();
  for (const item of told) {
    const key = 'streaming' in item && textsKey(item.kind, item.id);
    if (key !== false) texts.set(key, [...(texts.get(key) ?? []), item]);
  }
  const content = new Map<ConfirmedItem, ChatItem>();
  for (const place of places.toReversed()) {
    const exact = byRef.get(`${place.of} ${place.id}`);
    const isOfOrder = place.of === 'text' || place.of === 'thought';
    const item = isOfOrder ? takeText(texts.get(textsKey(place.of, place.id)), exact) : exact;
    if (item !== undefined) content.set(place, atPlace(item, place));
  }
  return content;
}

function textsKey(kind: TranscriptKind, id: string): string {
  return `${kind} ${messageIdOf(id)}`;
}

function takeText(texts: ChatItem[] | undefined, exact: ChatItem | undefined): ChatItem | undefined {
  if (exact === undefined) return texts?.pop();
  const index = texts?.findIndex(item => item === exact) ?? -1;
  if (index >= 0) texts?.splice(index, 1);
  return exact;
}

const noticeId = 'transcriptGone';

/** The CLI deletes transcripts after 30 days by default. */
function withNotice(state: ChatState): ChatState {
  if (state.items.some(({ id }) => id === noticeId)) return state;
  const notice: ChatItem = { kind: 'problem', id: noticeId, problem: { code: 'transcriptGone', detail: '' } };
  return { ...state, items: [notice, ...state.items], turnStart: state.turnStart + 1 };
}
