// What is in front of a message of the person's, and from where the CLI goes on there. Knows the conversation through what it is given; nothing of views or
// VS Code.
import type { ForkPointFound } from '../../../claude/transcripts/forkPoint.js';
import type { Cut } from '../../../chat/branches.js';
import { refOf } from '../../../chat/journalRecords.js';
import type { ArchivedItem } from '../../../chat/journalRecords.js';
import type { ChatItem, ChatState, PromptState, QuestionState } from '../../../chat/state.js';
import { openQuestions } from '../../../chat/state.js';
import { step } from '../../../chat/step.js';
import { firstFinalItem } from '../../../chat/view.js';
import { asksAgain } from '../../chats/claudeConnection.js';
import type { OlderItems, Place } from '../../conversation/olderItems.js';

/** A conversation in two parts. */
export interface Parted {
  /** A message of the person's, or a question. */
  readonly at: PromptState | QuestionState;
  /** The items in front of it, as far as they were read. */
  readonly front: readonly ChatItem[];
  readonly hasOlder: boolean;
  /** It and all behind it. */
  readonly rest: readonly ChatItem[];
}

/** Items that a branch begins with, at least, where there are as many. */
const leastFront = 40;

/** Undefined where the conversation has no such message of the person's, and no such question. Rejects where older items cannot be read. */
export async function parted(state: ChatState, id: string, older: OlderItems): Promise<Parted | undefined> {
  let items = state.items;
  let hasOlder = state.hasOlder;
  const first = firstFinalItem(state);
  let before: Place | undefined = hasOlder && first !== undefined ? { inFrontOf: first } : undefined;
  for (;;) {
    const position = items.findLastIndex(item => isTarget(item) && item.id === id);
    const at = items[position];
    const isFound = at !== undefined && isTarget(at);
    if (before === undefined || (isFound && position >= leastFront)) {
      return isFound ? { at, front: items.slice(0, position), hasOlder, rest: items.slice(position) } : undefined;
    }
    const page = await older.page({ direction: 'older', after: undefined, before });
    items = [...page.items, ...items];
    hasOlder = page.rest !== undefined;
    before = page.rest === undefined ? undefined : { cursor: page.rest };
  }
}

function isTarget(item: ChatItem): item is Parted['at'] {
  return item.kind === 'prompt' || item.kind === 'question';
}

/** Looks like the beginning of a message. */
export function textOf(at: Parted['at']): string {
  return at.kind === 'prompt' ? at.text : (at.questions[0]?.question ?? '');
}

/** Whether the work folder may have changed between the message that began the turn and this: no snapshot is taken in the middle of a turn. One that was answered again has begun a turn. */
export function mayHaveWritten({ at, front }: Parted): boolean {
  const begin = front.findLastIndex(item => item.kind === 'prompt' && item.queue === undefined);
  return at.kind === 'question' && at.again === undefined && front.slice(Math.max(0, begin)).some(({ kind }) => kind === 'tool');
}

export type CanGo =
  | ({ readonly ok: true } & Pick<Cut, 'fork' | 'formerSessions'>)
  | { readonly ok: false; readonly why: 'compacted' | 'unknown' };

type FindForkPoint = (session: string, id: string) => Promise<ForkPointFound | undefined>;

/** Looks for the message, or for the call of the question, or for the message with its answer where it was answered again, in the chat's sessions, the newest first: each `/clear` has begun another one. */
export async function forkOf(
  { sessionId, forkOf: begun, formerSessions: former = [] }: ChatState,
  at: Parted['at'],
  find: FindForkPoint,
): Promise<CanGo> {
  const uuid = at.kind === 'prompt' ? at.uuid : (at.again?.uuid ?? at.id);
  const present = sessionId ?? begun?.session;
  const sessions = present === undefined ? former : [...former, present];
  for (const [place, session] of [...sessions.entries()].reverse()) {
    const found = await find(session, uuid);
    if (found === undefined) continue;
    const formerSessions = former.slice(0, place);
    if (found === 'compacted') return { ok: false, why: found };
    if (found === 'beginning') return { ok: true, formerSessions };
    return { ok: true, formerSessions, fork: { session, at: found.at, before: uuid } };
  }
  return { ok: false, why: 'unknown' };
}

/** What of the archive stands in front of it. An item that is in the window or was read with it belongs there. */
export function archivedInFront(archive: readonly ArchivedItem[], { rest }: Parted): readonly ArchivedItem[] {
  const gone = new Set(rest.map(item => refOf(item).join(' ')));
  return archive.filter(({ item }) => !gone.has(refOf(item).join(' ')));
}

/** Whether all that waits for the person is a question that the CLI keeps when it ends. An answer that can still be undone would be sent to it instead. */
export function keepsQuestion(state: ChatState): boolean {
  const [question, ...others] = openQuestions(state);
  if (question === undefined || others.length > 0 || question.held !== undefined || !asksAgain(state.peer.version)) return false;
  const parked = openQuestions(step(state, { type: 'parkRequested' }, 0).state);
  return question.phase === 'asked' && parked.some(({ phase }) => phase === 'parked');
}
