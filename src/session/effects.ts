// What `step` wants done. host/sessionLoop alone performs these, and their results come back as events.
import type { Answer } from '../shared/question.js';
import type { QuestionRoute } from '../shared/question.js';
import type { QuestionInput } from './events.js';

/** What we know of the CLI at the other end, from its `system/init`; empty before that. */
export interface Peer {
  /** For example `2.1.329`. */
  readonly version: string;
  readonly capabilities: readonly string[];
  /** What was handed back to it was asked again at once: this version keeps no question. */
  readonly defers?: false;
  /** It confirms prompts. */
  readonly confirms?: true;
  /** It tells of the tasks that run in its background. */
  readonly tellsTasks?: true;
}

/** How a question is settled, before claude/encode gives it the form of its route. */
export type Settlement =
  | { readonly type: 'answer'; readonly answers: readonly Answer[] }
  /** `byTimeout`: nobody was there. */
  | { readonly type: 'dismiss'; readonly byTimeout?: true }
  | { readonly type: 'reply'; readonly text: string };

/** One line for the CLI's stdin, in our words; claude/encode makes the wire form. */
export type Outgoing =
  | { readonly type: 'prompt'; readonly uuid: string; readonly text: string }
  | {
      readonly type: 'settleQuestion';
      readonly route: QuestionRoute;
      readonly toolUseId: string;
      /** Absent on the `toolResult` route. */
      readonly requestId?: string;
      /** The request is that of the hook. */
      readonly hook?: boolean;
      readonly input: QuestionInput;
      readonly settlement: Settlement;
      readonly peer: Peer;
    }
  | { readonly type: 'allowTool'; readonly requestId: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly type: 'denyTool'; readonly requestId: string; readonly message: string }
  | { readonly type: 'refuseRequest'; readonly requestId: string; readonly reason: string }
  /** Hands a question back, from its hook: the CLI keeps it and ends the turn. */
  | { readonly type: 'deferQuestion'; readonly requestId: string }
  /** The first line to each process: that questions are to come to the hook. */
  | { readonly type: 'initialize' }
  | { readonly type: 'interrupt' };

export type Effect =
  /** Starts the CLI, resuming `sessionId` when given. Writes that follow wait for it. */
  | { readonly type: 'startClaude'; readonly resume?: string }
  /** The whole ladder; ends in `processExited`. */
  | { readonly type: 'stopClaude' }
  /** Comes back as `writeAcknowledged` or `writeFailed` with the same id. */
  | { readonly type: 'writeToClaude'; readonly writeId: string; readonly message: Outgoing }
  /** Comes back as `questionOverdue` after the time that the settings give, if they give one. */
  | { readonly type: 'awaitAnswer'; readonly toolUseId: string; readonly requestId: string }
  /** Comes back as `requestOverdue` after 2 s. */
  | { readonly type: 'awaitRequest'; readonly toolUseId: string }
  /** Comes back as `deferralMissing` where the transcript of `sessionId` can be read and holds no deferral of the question. */
  | { readonly type: 'checkDeferral'; readonly toolUseId: string; readonly sessionId: string }
  /** Comes back as `holdElapsed` after `ms`. */
  | { readonly type: 'awaitHold'; readonly toolUseId: string; readonly holdId: string; readonly ms: number }
  /** Comes back as `interruptOverdue` after 5 s. */
  | { readonly type: 'awaitTurnEnd'; readonly interruptId: string };
