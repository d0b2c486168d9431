// The state of one chat. Read-only; `step` alone makes a new one.
import type { KeptAttachment } from '../shared/attachments.js';
import type { Answer, EndReason, HostEdit, Question, QuestionPhase, QuestionRoute } from '../shared/question.js';
import { isFinal } from '../shared/answers.js';
import type { PermissionUpdate } from '../shared/permissionRuleSchema.js';
import type { ChangesFacts, FollowedTurn } from '../shared/features/review/news.js';
import type { Steering } from '../shared/features/steering/modes.js';
import type { Told } from '../shared/told.js';
import type { ToolInput } from '../shared/toolInput.js';
import type { ChangesItem, PermissionItem, PromptItem, ThoughtItem, ToolItem, TranscriptItem, WentBackItem } from '../shared/transcript.js';
import type { Branch, ForkPoint, Holding } from './branch.js';
import type { Peer } from './effects.js';
import type { Settlement } from './settlement.js';
import type { AskingAgent, QuestionInput } from './events.js';
import type { ChangedEdit } from './personEvents.js';
import type { GoOn, Problem } from './problem.js';
import type { ScheduledJob } from './scheduling.js';

/** One call of AskUserQuestion or `ask_user`, or one elicitation, and what became of it. */
export interface QuestionState {
  readonly kind: 'question';
  /** The same as in `QuestionInput`. */
  readonly tool?: QuestionInput['tool'];
  /** The same as in `QuestionInput`. */
  readonly elicitation?: QuestionInput['elicitation'];
  /** The `tool_use_id`; of an elicitation, which has none, the id of its request. */
  readonly id: string;
  /** The `tool_use_id` of the call in which the server of an elicitation asks; absent where that is not known, and for any other question. */
  readonly call?: string;
  /** `parked`: deferred to the CLI, which asks again when resumed. The card shows it as `asked`. */
  readonly phase: QuestionPhase | 'parked';
  readonly questions: readonly Question[];
  readonly title?: string;
  /** The same as in `QuestionInput`. */
  readonly otherAgent?: QuestionInput['otherAgent'];
  readonly raw: QuestionInput['raw'];
  readonly draft: readonly Answer[];
  /** Grows with each change of the draft. Of two stored drafts the one with the higher revision is newer. */
  readonly revision: number;
  /** Every host edit of the draft, oldest first. */
  readonly hostEdits: readonly HostEdit[];
  /** The submitted answer while it can be undone; not written yet. */
  readonly held?: { readonly id: string; readonly until: number; readonly settlement: Settlement };
  /**
   * Nothing was sent, and the question is open again: the window ended before (`true`), or the CLI has come with other questions (`changed`).
   */
  readonly unsent?: true | 'changed';
  /** All that was filled in when the person submitted, where `draft` is less: put back where the question is open again. */
  readonly typed?: readonly Answer[];
  readonly requestId?: string;
  /** `requestId` belongs to the `PreToolUse` hook, where the question can be deferred. */
  readonly hook?: boolean;
  readonly route?: QuestionRoute;
  /** A subagent asks, which may outlive the turn. The CLI does not keep its question: after `defer` the subagent ends (2.1.100, 2.1.329). */
  readonly agent?: AskingAgent;
  /** What Claude calls that subagent; absent where the CLI does not tell. */
  readonly agentName?: string;
  /** The person has acted on a parked question. `wanted`: a CLI must be started to ask it again; `started`: one has been. */
  readonly resume?: 'wanted' | 'started';
  /** The time at which the timeout ended without an act of the person; epoch milliseconds. */
  readonly overdueAt?: number;
  /** The time at which the question is dismissed unless the person begins to answer; epoch milliseconds. */
  readonly dismissAt?: number;
  /** The person's act, set once: written, or to be written. */
  readonly settlement?: Settlement;
  readonly writeId?: string;
  /** The pipe has taken the write. Proof of delivery only on the `toolResult` route, where the peer may send no echo. */
  readonly written?: boolean;
  readonly sentAsMessage?: boolean;
  /**
   * The person answers once more, in a branch in which Claude has not asked. `of`: the id of the question that Claude has asked in another branch. `from`:
   * of the card from which it is answered again, where that is another one of this kind. `uuid`: of the message with which the answer goes to Claude.
   */
  readonly again?: { readonly of: string; readonly from?: string; readonly uuid: string };
  readonly reason?: EndReason;
  readonly detail?: string;
  /** The CLI has taken the settlement and could still lose it, `turnOver`: its turn has come to its end, `exited`: its process ended before that was known (`chat/evidence`). */
  readonly unproven?: true | 'turnOver' | 'exited';
  /** The `tool_result` that the CLI echoed, which is the text that Claude has read. */
  readonly echoedText?: string;
  /** The time from which the question could be answered; epoch milliseconds. */
  readonly askedAt?: number;
  readonly endedAt?: number;
}

export interface PermissionState extends Readonly<Omit<PermissionItem, 'input' | 'always' | 'edit'>> {
  /** Absent where Claude's own input goes to the CLI; absent after the decision. */
  readonly edit?: ChangedEdit;

  /** The rules that the CLI suggests; absent after the decision. */
  readonly suggestions?: readonly PermissionUpdate[];
  /** The write of the decision, until the pipe has taken it. */
  readonly writeId?: string;
  /** Decided, and the CLI could still lose it; `turnOver` and `exited` as of a question. */
  readonly unproven?: true | 'turnOver' | 'exited';
  /** The write that carries `note`: the denial, or the reply to the hook behind the call. */
  readonly noteWriteId?: string;
  /** The hook's request that this write answers. */
  readonly noteRequestId?: string;
  /** The pipe has taken that write. */
  readonly noteWritten?: true;
  /** Absent after the decision (`endedPermission`). */
  readonly input?: ToolInput;
}

/** Shown as a notice; the host has its words and buttons. */
export interface ProblemState {
  readonly kind: 'problem';
  readonly id: string;
  readonly problem: Problem;
  /** What the person can send again with the notice's button. Every prompt that is sent takes it away, so it is sent once. */
  readonly again?: string;
  /** What was added to it. */
  readonly againAttachments?: readonly KeptAttachment[];
  /** Claude can be let go on where the turn was cut off; in place of `again`. */
  readonly goOn?: GoOn;
}

/** The process ended without a request of Parley. Shown as a notice in the host's words. */
export interface ExitState {
  readonly kind: 'exit';
  readonly id: string;
  /** The same as in `ProblemState`. */
  readonly goOn?: GoOn;
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

export interface PromptState extends Readonly<Omit<PromptItem, 'attachments' | 'canTakeBack'>> {
  readonly uuid: string;
  readonly attachments?: readonly KeptAttachment[];
  /** The CLI has given it back from its queue. It would replay a second line of this `uuid` and run no turn for it, so it is sent again under another one. */
  readonly uuidSpent?: true;
}

export interface ThoughtState extends Readonly<ThoughtItem> {
  /** The time at which the thought began, in epoch milliseconds; absent where that was not seen, and once it is over. */
  readonly since?: number;
}

export interface ToolState extends Readonly<ToolItem> {
  /** The time at which the call began to run, in epoch milliseconds (`chat/callTimes`); absent where that was not seen, and once it is over. */
  readonly since?: number;
}

/** What a prompt said, for _Try again_ after its item has left the state. */
export type TurnPrompt = Readonly<Pick<PromptState, 'id' | 'text' | 'attachments'>>;

/** A prompt that the CLI has not confirmed yet. */
export interface OutboxEntry {
  /** The CLI confirms the prompt by this id, and runs it once unless it took the prompt in mid-turn. */
  readonly uuid: string;
  readonly itemId: string;
  readonly writeId: string;
  /** The pipe has taken the prompt. */
  readonly written: boolean;
  /** The prompt was sent in mid-turn, so the CLI queues it. A prompt with `false` begins the turn and is confirmed by its end. */
  readonly queued: boolean;
  /** The person wants it back. The CLI is asked for it where the pipe has taken it. */
  readonly takeBack?: true;
  /** Stop came before Claude had it: it is not written any more, unless it is on its way into the pipe, or the CLI is asked for it (`takeBack`). */
  readonly stopped?: true;
}

/** A prompt that waits in Parley. Nothing of it has been written to the CLI. */
export interface WaitingPrompt extends Omit<TurnPrompt, 'id'> {
  /** The prompt's, from the moment that it waits: a stored state that is older than the write is found out by the transcript. */
  readonly uuid: string;
  /** `after`: begins a turn once this one has ended. `now`: the same, and the turn is being interrupted for it. */
  readonly way: 'after' | 'now';
}

/** The snapshots of the work folder before and behind the turn, by git's ids of their trees; absent where there is none from before it. */
export type ChangesState = Readonly<ChangesItem> & ChangesFacts & { readonly before?: string; readonly after?: string };

/** The snapshots of the work folder as it stood, and as it was wanted, by git's ids of their trees; absent where there are none. */
export type WentBackState = Readonly<WentBackItem> & { readonly from?: string; readonly to?: string };

/** The items of which the state knows more than a view shows. */
type OwnItem =
  | PromptState
  | ThoughtState
  | ToolState
  | QuestionState
  | PermissionState
  | ProblemState
  | ExitState
  | ChangesState
  | WentBackState;

export type ChatItem = OwnItem | Readonly<Exclude<TranscriptItem, { readonly kind: OwnItem['kind'] | 'notice' }>>;

export interface ChatState {
  /** A window at the end of the conversation (chat/window): older items are in the transcript or in the chat's archive. */
  readonly items: readonly ChatItem[];
  /** The conversation has items before the first one here. */
  readonly hasOlder: boolean;
  /** Index of the current turn's first item. Items before it cannot change. */
  readonly turnStart: number;
  readonly turn: 'idle' | 'starting' | 'running' | 'stopping';
  /** The CLI has begun the turn. It begins none for a prompt that it had taken in an earlier process. */
  readonly turnBegan: boolean;
  /** The prompts of the current turn. A prompt that waited for the turn stands before `turnStart`, or has left `items`. */
  readonly turnPrompts: readonly TurnPrompt[];
  /** The interrupt of the current Stop, or the last answer to a subagent behind it; an earlier `interruptOverdue` is ignored. */
  readonly interruptId?: string;
  /** The interrupt did not help, and the process is being ended. Of an earlier Stop where no turn is being stopped. */
  readonly endsProcess?: true;
  /**
   * The process asks a parked question again, and ends with that turn. 2.1.329 resumes a session behind such a turn only where a process has
   * ended in order since: behind one that was killed it forgets that turn and all that followed, also in later processes, so the next one ends with its turn too.
   */
  readonly endsWithTurn?: true;
  /** Prompts that have reached Claude in such a process, by their uuid, until one has ended in order. */
  readonly mayForget?: readonly string[];
  /** The person has chosen what only another process can do, so this one ends once nothing runs in it. */
  readonly restarts?: true;
  /** Unconfirmed prompts in the order of sending. */
  readonly outbox: readonly OutboxEntry[];
  /** Prompts that Parley has not written yet, in the order of sending; those that go `now` come first. */
  readonly waiting: readonly WaitingPrompt[];
  /** The last turn did not end by itself, so no waiting prompt is sent before the person sends one. */
  readonly waitsForPerson?: true;
  /** `starting` until `system/init`. `ending`: an idle process is being stopped, and prompts sent now go to the next process. */
  readonly process: 'none' | 'starting' | 'running' | 'ending';
  /** Number of tasks that the CLI runs in the background; they would end with the process. */
  readonly backgroundTasks: number;
  /** Number of these tasks that are subagents: Claude goes on when they have ended, so it has not finished before. */
  readonly subagents: number;
  /** The calls whose commands and subagents run in the background now, by their `tool_use_id`. */
  readonly inBackground: readonly string[];
  /** Calls in the background whose items have left the state. `name`: what the call does. */
  readonly leftInBackground?: readonly { readonly id: string; readonly name: string }[];
  /** The calls whose process ended before them, the newest last: their results say that they have begun, and nothing tells of an end. */
  readonly cutShort: readonly string[];
  /** What the process has scheduled, in the order in which it was. Absent where it is nothing. */
  readonly scheduled?: readonly ScheduledJob[];
  /** What the next process has again: an ended one, or the session of which it begins a copy, had it scheduled. */
  readonly scheduledBefore?: readonly ScheduledJob[];
  /** The CLI's id of the conversation, for `--resume`. */
  readonly sessionId?: string;
  /** The ids of before `/clear`, the newest last: the chat shows their conversations too. */
  readonly formerSessions?: readonly string[];
  /** Sessions that this chat reads and that are those of another one, from which it was forked. */
  readonly borrowed?: readonly string[];
  /** The next process begins the session of this branch, until a turn of that session has ended well. */
  readonly forkOf?: ForkPoint;
  /** Id of the branch of which this is the state; absent for the first. */
  readonly branch?: string;
  /** The other branches, the one that was left last at the end. */
  readonly branches?: readonly Branch[];
  /** Which answers hold in this branch, the first one first; absent once the memory has them so. */
  readonly holds?: readonly Holding[];
  /** Absent where all is told. */
  readonly followed?: FollowedTurn;
  /** The CLI has reported that it does not know `sessionId`. It exits next. */
  readonly sessionUnknown?: true;
  /** Absent where nothing was chosen, so that the CLI's own settings count. */
  readonly steering?: Steering;
  /** Absent where Claude was told nothing. */
  readonly told?: Told;
  /** The CLI has reported that it does not start with `ask_user`. It exits next. */
  readonly askUserKeptAway?: true;
  /** The person does not use what the folder brings along for this process, which is being ended. */
  readonly folderRefused?: true;
  /** The CLI has reported why it does not start. It exits next. */
  readonly startRefused?: Problem;
  /** The CLI waits to try a request once more. */
  readonly retrying?: { readonly reason: string; readonly attempt: number; readonly of: number };
  /** Permission prompts that wait behind an open question, oldest first. */
  readonly queued: readonly PermissionState[];
  readonly peer: Peer;
  /** The peer has sent a control request in this chat, so it never needs the literal route. */
  readonly sendsControlRequests: boolean;
  /** Setting `parley.questions.route`. */
  readonly routeSetting: 'auto' | QuestionRoute;
  /** Next number for ids of items and writes. */
  readonly counter: number;
}

/** Whether an MCP server waits for this question. The process cannot be given up meanwhile, and the CLI cannot keep the question. */
export function isElicitation({ tool }: QuestionState): boolean {
  return tool === 'elicitation';
}

export function initialState(routeSetting: ChatState['routeSetting']): ChatState {
  return {
    items: [],
    hasOlder: false,
    turnStart: 0,
    turn: 'idle',
    turnBegan: false,
    turnPrompts: [],
    outbox: [],
    waiting: [],
    process: 'none',
    backgroundTasks: 0,
    subagents: 0,
    inBackground: [],
    cutShort: [],
    queued: [],
    peer: { version: '', capabilities: [] },
    sendsControlRequests: false,
    routeSetting,
    counter: 0,
  };
}

/** The turn of a chat, also of a stored one, in which an item can be only its place (`confirmed`). */
interface TurnItems {
  readonly items: readonly (ChatItem | { readonly kind: 'confirmed' })[];
  readonly turnStart: number;
}

/** The open questions of this turn. While there is one, no prompt is sent. */
export function openQuestions(state: TurnItems): readonly QuestionState[] {
  const open: QuestionState[] = [];
  for (let index = state.turnStart; index < state.items.length; index++) {
    const item = state.items[index];
    if (item?.kind === 'question' && !isFinal(item.phase)) open.push(item);
  }
  return open;
}

/** The open questions that the person can act on now, parked ones included. */
export function waitingQuestions(state: ChatState): readonly QuestionState[] {
  return openQuestions(state).filter(({ phase, held }) => (phase === 'asked' || phase === 'parked') && held === undefined);
}

/** Index of the next turn's first item. A parked question keeps its turn open, because the turn continues later. */
export function nextTurnStart(state: ChatState): number {
  for (let index = state.turnStart; index < state.items.length; index++) {
    const item = state.items[index];
    if (item?.kind === 'question' && !isFinal(item.phase)) return state.turnStart;
  }
  return state.items.length;
}

/** Whether a subagent waits for the person: 2.1.100 ends its turn, also an interrupted one, only with the subagents that it has begun. */
export function subagentAsks(state: ChatState): boolean {
  return openQuestions(state).some(({ agent, phase }) => agent !== undefined && phase !== 'sending');
}

/** Whether something runs beside the turn that would end with the process: 2.1.100 names its tasks one by one and tells no number of them. */
export function runsBeside({ backgroundTasks, inBackground }: ChatState): boolean {
  return backgroundTasks > 0 || inBackground.length > 0;
}

/** Whether something would end with the process though its turn is over: what runs beside it, and what is scheduled in it. */
export function outlivesTurn(state: ChatState): boolean {
  return runsBeside(state) || state.scheduled !== undefined;
}

/** The permissions that wait for the person. A subagent's may have been asked in an earlier turn. */
export function openPermissions(state: ChatState): readonly PermissionState[] {
  return state.items.filter((item): item is PermissionState => item.kind === 'permission' && item.state === 'asked');
}

/**
 * Whether a CLI refuses what is asked when its input ends, tells Claude so and lets it go on, as all versions do. A parked question is refused
 * where something ends in the background meanwhile, because Claude is told of that. A server is told that its form was cancelled, which is true.
 */
export function isRefusedByEnd(state: ChatState): boolean {
  const isAsked = state.queued.length > 0 || openPermissions(state).length > 0;
  const isRefused = (question: QuestionState): boolean =>
    question.phase === 'asked' || (question.phase !== 'announced' && runsBeside(state));
  return isAsked || openQuestions(state).some(question => !isElicitation(question) && isRefused(question));
}
