// What can happen to one question: the events of its machine, and what the machine is told beside them. Types alone.
import type { Answer, HostEdit } from '../shared/question.js';
import type { AskingAgent, QuestionInput } from './events.js';
import type { Settlement } from './settlement.js';

export type QuestionEvent =
  | { readonly type: 'seen'; readonly input: QuestionInput | undefined }
  /** Claude is still writing the input. Its last string and last list entry may be incomplete. */
  | { readonly type: 'grew'; readonly input: QuestionInput }
  /** The peer's request on the control channel or at the hook. */
  | {
      readonly type: 'requested';
      readonly requestId: string;
      readonly hook: boolean;
      readonly input: QuestionInput;
      readonly agent?: AskingAgent;
      readonly agentName?: string;
    }
  /** The peer sends no request, so the answer goes as a literal `tool_result`. */
  | { readonly type: 'opened' }
  /** `on`: how many host edits the card had applied. */
  | { readonly type: 'drafted'; readonly question: number; readonly answer: Answer; readonly on: number }
  /** The person has begun to answer without changing the draft. */
  | { readonly type: 'begun' }
  | { readonly type: 'referenceAdded'; readonly edit: HostEdit }
  /** The person has submitted; the answer can be undone for `undoTime` ms before it is written. */
  | { readonly type: 'held'; readonly settlement: Settlement; readonly holdId: string; readonly undoTime: number }
  | { readonly type: 'undone' }
  | { readonly type: 'settled'; readonly settlement: Settlement; readonly writeId: string }
  /** A call of the other agent that asks waits for the answer, or none does. */
  | { readonly type: 'agentWaits'; readonly waits: boolean }
  /** The timeout of the settings has ended without an act of the person. */
  | { readonly type: 'overdue' }
  | { readonly type: 'countdownStarted'; readonly until: number }
  /** The hook was answered with `defer`. */
  | { readonly type: 'parked' }
  /** The process that will ask a parked question again has been started. */
  | { readonly type: 'resumeStarted' }
  /** The process that would ask the parked question again could not start. Nothing was written, so the question is parked again. */
  | { readonly type: 'startFailed' }
  /** The window ended: the question is parked again as by `startFailed`, and a running hold ends. */
  | { readonly type: 'windowEnded' }
  /** The CLI has no record of the deferral and will not ask the question again. */
  | { readonly type: 'forgotten' }
  | { readonly type: 'written' }
  | { readonly type: 'writeFailed' }
  /** The peer's own `tool_result` for this question. `refusedBy`: as in `toolFinished`. */
  | { readonly type: 'echoed'; readonly isError: boolean; readonly text: string; readonly refusedBy?: 'planMode' | 'hook' }
  /** The CLI has taken the answer to an elicitation. `text`: the content that the server gets, as the card shows it. */
  | { readonly type: 'taken'; readonly text?: string }
  /** The transcript's entry about the end of this question in another program. */
  | { readonly type: 'settledElsewhere'; readonly settlement: Settlement | undefined; readonly text: string }
  /** Claude has gone on behind the settlement, or the transcript holds it. */
  | { readonly type: 'proven' }
  /** The process has ended, and the transcript does not hold the settlement; or `openElsewhere`: another process has written in its place. */
  | { readonly type: 'missing'; readonly reason: 'exited' | 'openElsewhere' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'turnEnded'; readonly success: boolean; readonly deferred: boolean }
  | { readonly type: 'exited' }
  | { readonly type: 'resent' };

export interface QuestionContext {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The person pressed Stop, so an end that follows is theirs. */
  readonly stopping: boolean;
}
