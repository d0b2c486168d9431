// What is in front of a message of the person's, and from where the CLI goes on there. Knows the conversation through what it is given; nothing of views or
// VS Code.
import type { ForkPointFound } from '../../../claude/transcripts/forkPoint.js';
import type { Cut } from '../../../chat/branches.js';
import { refOf } from '../../../chat/journalRecords.js';
import type { ArchivedItem } from '../../../chat/journalRecords.js';
import type { ChatItem, ChatState, PromptState } from '../../../chat/state.js';
import { openQuestions } from '../../../chat/state.js';
import { step } from '../../../chat/step.js';
import { firstFinalItem } from '../../../chat/view.js';
import { asksAgain } from '../../chats/claudeConnection.js';
import type { OlderItems, Place } from '../../conversation/olderItems.js';

/** A conversation in two parts. */
export interface Parted {
  readonly prompt: PromptState;
  /** The items in front of the prompt, as far as they were read. */
  readonly front: readonly ChatItem[];
  readonly hasOlder: boolean;
  /** The prompt and all behind it. */
  readonly rest: readonly ChatItem[];
}

/** Items that a branch begins with, at least, where there are as many. */
const leastFront = 40;

/** Undefined where the conversation has no such message of the person's. Rejects where older items cannot be read. */
export async function parted(state: ChatState, id: string, older: OlderItems): Promise<Parted | undefined> {
  let items = state.items;
  let hasOlder = state.hasOlder;
  const first = firstFinalItem(state);
  let before: Place | undefined = hasOlder && first !== undefined ? { inFrontOf: first } : undefined;
  for (;;) {
    const at = items.findLastIndex(item => item.kind === 'prompt' && item.id === id);
    const prompt = items[at];
    if (before === undefined || (prompt?.kind === 'prompt' && at >= leastFront)) {
      return prompt?.kind === 'prompt' ? { prompt, front: items.slice(0, at), hasOlder, rest: items.slice(at) } : undefined;
    }
    const page = await older.page({ direction: 'older', after: undefined, before });
    items = [...page.items, ...items];
    hasOlder = page.rest !== undefined;
    before = page.rest === undefined ? undefined : { cursor: page.rest };
  }
}

export type CanGo =
  | ({ readonly ok: true } & Pick<Cut, 'fork' | 'formerSessions'>)
  | { readonly ok: false; readonly why: 'compacted' | 'unknown' };

type FindForkPoint = (session: string, prompt: string) => Promise<ForkPointFound | undefined>;

/** Looks for the message in the chat's sessions, the newest first: each `/clear` has begun another one. */
export async function forkOf(
  { sessionId, forkOf: begun, formerSessions: former = [] }: ChatState,
  { id, uuid = id }: PromptState,
  find: FindForkPoint,
): Promise<CanGo> {
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

/** What of the archive stands in front of the message. An item that is in the window or was read with it belongs there. */
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
