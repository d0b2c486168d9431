// The state of one session. Read-only; `step` alone makes a new one.
import type { Answer, EndReason, HostEdit, Question, QuestionPhase, QuestionRoute } from '../shared/question.js';
import { isFinal } from '../shared/answers.js';
import type { ToolInput } from '../shared/toolInput.js';
import type { PermissionItem, PromptItem, TextItem, ToolItem } from '../shared/transcript.js';
import type { Peer, Settlement } from './effects.js';
import type { Problem, QuestionInput } from './events.js';

/** One AskUserQuestion call and what became of it. */
export interface QuestionState {
  readonly kind: 'question';
  readonly id: string;
  /** `parked`: handed back to the CLI, which asks it again when it is resumed; for the person it is still asked. */
  readonly phase: QuestionPhase | 'parked';
  readonly questions: readonly Question[];
  readonly title?: string;
  readonly raw: QuestionInput['raw'];
  readonly draft: readonly Answer[];
  /** Grows with each change of the draft: of two drafts that were kept, the one with the higher revision is newer. */
  readonly revision: number;
  /** All that the host has put into the draft, oldest first. */
  readonly hostEdits: readonly HostEdit[];
  /** Submitted by the person, and not written before the time to undo is over. */
  readonly held?: { readonly id: string; readonly until: number; readonly settlement: Settlement };
  /** The window ended while the answers were held: they were not sent, and the question is open again. */
  readonly unsent?: true;
  readonly requestId?: string;
  /** `requestId` is that of the hook before the tool: from there the question can be handed back. */
  readonly hook?: boolean;
  readonly route?: QuestionRoute;
  /** The person acted on a parked question: the CLI that asks it again is `wanted`, or has been started. */
  readonly resume?: 'wanted' | 'started';
  /** Nobody answered within the time that the settings give; epoch milliseconds. */
  readonly overdueAt?: number;
  /** Dismissed by itself at this time, unless the person begins to answer; epoch milliseconds. */
  readonly dismissAt?: number;
  /** Set once, by the person's act: what was written or would have been. */
  readonly settlement?: Settlement;
  readonly writeId?: string;
  /** The pipe has taken the write. Proof of delivery only where the peer does not echo (literal route). */
  readonly written?: boolean;
  readonly resent?: boolean;
  readonly reason?: EndReason;
  readonly detail?: string;
  /** The `tool_result` as the CLI echoed it: what Claude has read. */
  readonly delivered?: string;
  /** When it could first be answered; epoch milliseconds. */
  readonly askedAt?: number;
  readonly endedAt?: number;
}

export interface PermissionState extends Readonly<Omit<PermissionItem, 'input'>> {
  readonly toolUseId: string;
  readonly writeId?: string;
  /** Absent once it is over (`endedPermission`). */
  readonly input?: ToolInput;
}

/** Shown as a notice; its words and buttons come from the host. */
export interface ProblemState {
  readonly kind: 'problem';
  readonly id: string;
  readonly problem: Problem;
}

/** The process ended by itself. Shown as a notice, in the host's words. */
export interface ExitState {
  readonly kind: 'exit';
  readonly id: string;
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

/** `uuid`: absent where an earlier version of Parley has sent the prompt. */
export type PromptState = Readonly<PromptItem & { readonly uuid?: string }>;

/** A prompt that the CLI has not confirmed yet. */
export interface OutboxEntry {
  /** By this id the CLI confirms the prompt, and does not run it again, unless it took it in mid-turn. */
  readonly uuid: string;
  readonly itemId: string;
  readonly writeId: string;
  /** The pipe has taken the prompt. */
  readonly written: boolean;
  /** It was sent while a turn ran: the CLI keeps it for later. The others begin the turn, whose end is theirs. */
  readonly queued: boolean;
}

export type SessionItem =
  PromptState | Readonly<TextItem> | Readonly<ToolItem> | QuestionState | PermissionState | ProblemState | ExitState;

export interface SessionState {
  readonly items: readonly SessionItem[];
  /** Where the current turn's items begin: nothing before it can still change. */
  readonly turnStart: number;
  readonly turn: 'idle' | 'starting' | 'running' | 'stopping';
  /** The CLI has begun the turn. A prompt that the CLI had taken in an earlier process is confirmed, and begins none. */
  readonly turnBegan: boolean;
  /** By it the end of the time that Stop gives the turn is told from that of an earlier Stop. */
  readonly interruptId?: string;
  /** The prompts that are not confirmed, in the order in which they were sent. */
  readonly outbox: readonly OutboxEntry[];
  /** `starting` until the CLI has named its session; `ending` when it was idle and is not needed: what is sent then waits for the next. */
  readonly process: 'none' | 'starting' | 'running' | 'ending';
  /** What goes on beside the turn, and would end with the process. */
  readonly backgroundTasks: number;
  /** What `--resume` takes. */
  readonly sessionId?: string;
  /** The CLI has said that it does not know `sessionId`; its end follows. */
  readonly sessionUnknown?: true;
  /** Permission prompts that queue behind an open question, oldest first. */
  readonly queued: readonly PermissionState[];
  readonly peer: Peer;
  /** The peer has sent a control request in this session: it never needs the literal route. */
  readonly peerControls: boolean;
  /** Setting `parley.questions.route`. */
  readonly routeSetting: 'auto' | QuestionRoute;
  /** Makes ids of items and writes. */
  readonly counter: number;
}

export function initialState(routeSetting: SessionState['routeSetting']): SessionState {
  return {
    items: [],
    turnStart: 0,
    turn: 'idle',
    turnBegan: false,
    outbox: [],
    process: 'none',
    backgroundTasks: 0,
    queued: [],
    peer: { version: '', capabilities: [] },
    peerControls: false,
    routeSetting,
    counter: 0,
  };
}

/** The questions of this turn that are not final yet: while there is one, nothing else is sent. */
export function openQuestions(state: SessionState): readonly QuestionState[] {
  const open: QuestionState[] = [];
  for (let index = state.turnStart; index < state.items.length; index++) {
    const item = state.items[index];
    if (item?.kind === 'question' && !isFinal(item.phase)) open.push(item);
  }
  return open;
}

/** Those of them that a person can act on now: a parked one too. */
export function waitingQuestions(state: SessionState): readonly QuestionState[] {
  return openQuestions(state).filter(({ phase, held }) => (phase === 'asked' || phase === 'parked') && held === undefined);
}

/**
 * Where the next turn begins. What is parked belongs to a turn that goes on later, and so does a permission that a background
 * task asks for between two turns.
 */
export function nextTurnStart(state: SessionState): number {
  for (let index = state.turnStart; index < state.items.length; index++) {
    const item = state.items[index];
    const isOpen = (item?.kind === 'question' && !isFinal(item.phase)) || (item?.kind === 'permission' && item.state === 'asked');
    if (isOpen) return state.turnStart;
  }
  return state.items.length;
}
