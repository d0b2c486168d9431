// The branches of a chat: the chat went back to before a message, and what came from that message on is kept as it was. One branch is the chat's state; the
// others are named in it, and the host keeps them. Pure.
import type { Variant } from '../shared/variant.js';
import type { Branch, ForkPoint, Holding } from './branch.js';
import type { ChatEvent } from './events.js';
import { append, change } from './items.js';
import { jobsOfCopy } from './scheduled.js';
import type { ChatItem, ChatState, QuestionState, WentBackState } from './state.js';
import { initialState } from './state.js';

/** The branch with which a chat begins. Others have eight hexadecimal digits. */
export const firstBranch = 'first';

/** The id of the branch that the state is. */
export function branchOf({ branch = firstBranch }: Pick<ChatState, 'branch'>): string {
  return branch;
}

type WithSessions = Pick<ChatState, 'formerSessions' | 'forkOf' | 'branches' | 'borrowed'>;

/** The CLI's conversations that are this chat's, beside the one that goes on. */
export function otherSessions({ formerSessions = [], forkOf, branches = [], borrowed = [] }: WithSessions): readonly string[] {
  const fork = forkOf === undefined ? [] : [forkOf.session];
  const all = new Set([...formerSessions, ...fork, ...branches.flatMap(({ sessions }) => sessions)]);
  return [...all].filter(session => !borrowed.includes(session));
}

/** The most characters of a message that name it. */
const longestName = 80;

/** The beginning of a message, on one line. */
export function beginningOf(text: string): string {
  const [line = ''] = text.trim().split('\n', 1);
  const whole = line.trim();
  return whole.length > longestName ? `${whole.slice(0, longestName - 1)}…` : whole;
}

/** What the chat is after it went back. */
export interface Cut {
  /** Id of the new branch. */
  readonly branch: string;
  /** The items in front of the message, as far as they are in the window. */
  readonly items: readonly ChatItem[];
  readonly hasOlder: boolean;
  /** Absent where the conversation begins anew. */
  readonly fork?: ForkPoint;
  /** The sessions of before `/clear` that the chat still shows. */
  readonly formerSessions: readonly string[];
  /** The words of the message, or of the question. */
  readonly text: string;
  /** The question that is open again. */
  readonly again?: QuestionState;
  /** The trees of the work folder as it stands and as it stood, where that is known; `writes`: the files are about to be written. */
  readonly trees?: { readonly from: string; readonly to: string; readonly writes: boolean };
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The state of a new branch. Nothing runs in `left`, and what waits there stays there. */
export function goneBack(left: ChatState, { branch, items, hasOlder, fork, formerSessions, text, again, trees, now }: Cut): ChatState {
  const { counter } = left;
  return {
    ...begun(left, items, fork, formerSessions),
    items: [
      ...items,
      { ...rowOf(`i${counter}`, text, trees, branchOf(left)), ...(again && { isQuestion: true as const }) },
      ...(again === undefined ? [] : [again]),
    ],
    hasOlder,
    turnStart: items.length + 1,
    counter: counter + 1,
    branch,
    branches: [...(left.branches ?? []), nameOf(left, now, trees?.from)],
    ...(left.holds !== undefined && { holds: left.holds }),
  };
}

/** What a chat is that begins in front of a message of another one. Nothing runs in `left`. */
export function forked(
  left: ChatState,
  { items, hasOlder, fork, formerSessions }: Pick<Cut, 'items' | 'hasOlder' | 'fork' | 'formerSessions'>,
): ChatState {
  const borrowed = [...new Set([...formerSessions, ...(fork === undefined ? [] : [fork.session])])];
  return {
    ...begun(left, items, fork, formerSessions),
    items,
    hasOlder,
    turnStart: items.length,
    ...(borrowed.length > 0 && { borrowed }),
  };
}

/** A state without items that goes on where `left` is cut. */
function begun(left: ChatState, items: readonly ChatItem[], fork: Cut['fork'], formerSessions: readonly string[]): ChatState {
  const { routeSetting, peer, sendsControlRequests, counter, steering, told, borrowed } = left;
  const jobs = fork === undefined ? [] : jobsOfCopy(left, items);
  return {
    ...initialState(routeSetting),
    peer,
    sendsControlRequests,
    counter,
    ...(steering !== undefined && { steering }),
    ...(fork !== undefined && { forkOf: fork }),
    // A conversation that begins anew is told what is remembered by then.
    ...(fork !== undefined && told !== undefined && { told }),
    ...(formerSessions.length > 0 && { formerSessions }),
    ...(borrowed !== undefined && { borrowed }),
    ...(jobs.length > 0 && { scheduledBefore: jobs }),
  };
}

/** `kept`, which is shown again in the place of `left`. `tree`: of the work folder as that is left. `pairs`: which answers hold by that. */
export function returnedTo(kept: ChatState, left: ChatState, now: number, tree?: string, pairs: readonly Holding[] = []): ChatState {
  const others = (left.branches ?? []).filter(({ id }) => id !== branchOf(kept));
  const { holds: _, ...state } = kept;
  // What the memory does not have yet goes first.
  const holds = [...(left.holds ?? []), ...pairs];
  return { ...state, branches: [...others, nameOf(left, now, tree)], ...(holds.length > 0 && { holds }) };
}

/** The memory has these. */
export function answersHeld(state: ChatState, { pairs }: Variant<ChatEvent, 'answersHeld'>): ChatState {
  if (state.holds !== pairs) return state;
  const { holds: _, ...rest } = state;
  return rest;
}

/** The row of files that go back, and the conversation does not. */
export function filesGoing(state: ChatState, { text, trees }: Variant<ChatEvent, 'filesGoing'>): ChatState {
  return append(state, rowOf(`i${state.counter}`, text, { ...trees, writes: true }));
}

/** What became of the files of the row. */
export function filesWent(state: ChatState, { id, state: is, written, left }: Variant<ChatEvent, 'filesWent'>): ChatState {
  return change(state, id, 'wentBack', row => ({ ...row, files: { state: is, written, left } }));
}

function rowOf(id: string, text: string, trees: Cut['trees'], branch?: string): WentBackState {
  return {
    kind: 'wentBack',
    id,
    text: beginningOf(text),
    ...(branch !== undefined && { branch }),
    ...(trees !== undefined && { from: trees.from, to: trees.to }),
    ...(trees?.writes === true && { files: { state: 'writing', written: 0, left: 0 } }),
  };
}

function nameOf(left: ChatState, at: number, tree: string | undefined): Branch {
  const last = left.items.findLast(item => item.kind === 'prompt');
  const own = left.sessionId === undefined ? [] : [left.sessionId];
  const fork = left.forkOf === undefined ? [] : [left.forkOf.session];
  const comments = left.waiting.flatMap(({ attachments = [] }) =>
    attachments.flatMap(({ kind, id: one }) => (kind === 'comment' ? [one] : [])),
  );
  return {
    id: branchOf(left),
    text: last?.kind === 'prompt' ? beginningOf(last.text) : '',
    at,
    sessions: [...new Set([...(left.formerSessions ?? []), ...fork, ...own])],
    ...(comments.length > 0 && { comments }),
    ...(tree !== undefined && { tree }),
  };
}

/** The session of the branch is there, and can be resumed. */
export function withoutFork<T extends Pick<ChatState, 'forkOf'>>(state: T): Omit<T, 'forkOf'> {
  const { forkOf: _, ...rest } = state;
  return rest;
}

/** Whether the process that starts goes on in this session, or in a copy of it. */
export function isBegunFrom({ sessionId, forkOf }: Pick<ChatState, 'sessionId' | 'forkOf'>, session: string): boolean {
  return (sessionId ?? forkOf?.session) === session;
}
