// Effects that `step` asks for. host/chats/chatLoop alone performs them, and each result returns as an event.
import type { Holding } from './branch.js';
import type { QuestionRoute } from '../shared/question.js';
import type { KeptAttachment } from '../shared/attachments.js';
import type { PermissionUpdate } from '../shared/permissionRuleSchema.js';
import type { TickedRules } from '../shared/permissionRules.js';
import type { Place } from '../shared/transcript.js';
import type { AfterTool, QuestionInput } from './events.js';
import type { Settlement } from './settlement.js';
import type { MemoryTool } from '../shared/memoryTools.js';

/** Facts about the CLI from its `system/init`; empty before that. */
export interface Peer {
  /** A version such as `2.1.329`. */
  readonly version: string;
  readonly capabilities: readonly string[];
  /** Set once this CLI version has asked a deferred question again at once, because it cannot keep a question. */
  readonly defers?: false;
  /** The CLI confirms prompts by replaying them. */
  readonly confirms?: true;
  /** The CLI gives back a prompt of its queue. An older CLI, which does not, also gives a prompt in mid-turn to the model twice (2.0.77). */
  readonly takesBack?: true;
  /** The CLI reports the number of its background tasks. */
  readonly tellsTasks?: true;
}

/** One line for the CLI's stdin in Parley's terms; claude/stream/encode makes the wire form. */
export type Outgoing =
  | {
      readonly type: 'prompt';
      readonly uuid: string;
      readonly text: string;
      readonly attachments?: readonly KeptAttachment[];
      /** Goes before the prompts in the CLI's queue, and interrupts the turn of one of these. 2.0.77 ignores it. */
      readonly priority?: 'now';
    }
  | {
      readonly type: 'settleQuestion';
      readonly route: QuestionRoute;
      readonly toolUseId: string;
      /** Absent on the `toolResult` route. */
      readonly requestId?: string;
      /** `requestId` belongs to the `PreToolUse` hook. */
      readonly hook?: boolean;
      readonly input: QuestionInput;
      readonly settlement: Settlement;
      readonly peer: Peer;
    }
  /** `updates`: the CLI adds these rules before it runs the call. */
  | {
      readonly type: 'allowTool';
      readonly requestId: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly updates?: readonly PermissionUpdate[];
    }
  | { readonly type: 'denyTool'; readonly requestId: string; readonly message: string }
  /** Answers the hook behind a call. `context`: what Claude reads beside the result. */
  | { readonly type: 'answerAfterTool'; readonly requestId: string; readonly hook: AfterTool; readonly context?: string }
  | { readonly type: 'answerRequest'; readonly requestId: string; readonly response: Readonly<Record<string, unknown>> }
  | { readonly type: 'refuseRequest'; readonly requestId: string; readonly reason: string }
  /** Answers the hook with `defer`. The CLI stores the question and ends the turn. */
  | { readonly type: 'deferQuestion'; readonly requestId: string }
  /**
   * The first line to each process. It registers the hook that receives questions, and the server of Parley's own tools. `append`: put behind
   * the CLI's system prompt.
   */
  | { readonly type: 'initialize'; readonly askUser: boolean; readonly memory?: readonly MemoryTool[]; readonly append?: string }
  | { readonly type: 'interrupt' };

export type Effect =
  /**
   * Starts the CLI, resuming `sessionId` when given. With `forkAt` it goes on in a session of its own, behind this entry of the transcript. Writes
   * that follow wait for it.
   */
  | { readonly type: 'startClaude'; readonly resume?: string; readonly forkAt?: string }
  /** Stops the process by end of input (but where `isRefusedByEnd`), SIGTERM, SIGKILL; ends in `processExited`. */
  | { readonly type: 'stopClaude' }
  /** Returns as `writeAcknowledged` or `writeFailed` with the same id. */
  | { readonly type: 'writeToClaude'; readonly writeId: string; readonly message: Outgoing }
  /** Returns as `promptBack`. */
  | { readonly type: 'takeBackPrompt'; readonly uuid: string }
  /** Returns as `questionOverdue` after the setting `parley.questions.timeout`, and after `timeoutSeconds`; never where there is neither. */
  | { readonly type: 'awaitAnswer'; readonly toolUseId: string; readonly requestId: string; readonly timeoutSeconds?: number }
  /** These questions have got their final answers just now, which the memory keeps. */
  | { readonly type: 'rememberAnswers'; readonly toolUseIds: readonly string[] }
  /** Returns as `answersHeld` with the same pairs where the memory takes them. */
  | { readonly type: 'holdAnswers'; readonly pairs: readonly Holding[] }
  /** Returns as `requestOverdue` after 2 s. */
  | { readonly type: 'awaitRequest'; readonly toolUseId: string }
  /** Returns as `deferralMissing` where the transcript of `sessionId` can be read and holds no deferral of the question. */
  | { readonly type: 'checkDeferral'; readonly toolUseId: string; readonly sessionId: string }
  /** Returns as `promptMissing` where the session has no transcript, or one that can be read and lacks the prompt. */
  | { readonly type: 'checkPrompt'; readonly uuid: string; readonly sessionId: string }
  /** Returns as `promptsForgotten` where the transcript can be read and the next process does not read some of them there. */
  | { readonly type: 'checkForgotten'; readonly uuids: readonly string[]; readonly sessionId: string }
  /** Returns as `resultSeen` once the transcript holds it, looked for as long as the answer is unproven and its process runs. */
  | { readonly type: 'awaitResult'; readonly toolUseId: string; readonly call: string; readonly sessionId: string }
  /** Returns as `turnChecked`. */
  | { readonly type: 'checkTurn'; readonly toolUseIds: readonly string[]; readonly sessionId: string }
  /** Returns as `resultsChecked` where the transcript can be read. */
  | { readonly type: 'checkResults'; readonly toolUseIds: readonly string[]; readonly sessionId: string }
  /** Saves what an editor holds of the file and the disk does not. Returns as `requestAnswered`. */
  | { readonly type: 'saveFile'; readonly requestId: string; readonly toolName: string; readonly path: string }
  /** Asks the person about what the folder brings along by now. Returns as `requestAnswered`, and as `folderRefused` where it is not to be used. */
  | { readonly type: 'lookAtFolder'; readonly requestId: string }
  /** Returns as `pathResolved`. `from`: the folder in which the asker works, where that is not the chat's. */
  | { readonly type: 'resolvePath'; readonly requestId: string; readonly path: string; readonly from?: string }
  /** Returns as `placeChecked` with the same `shown`, `note`, `always` and `changes`, within 2 s. */
  | {
      readonly type: 'checkPlace';
      readonly requestId: string;
      readonly path: string;
      readonly from?: string;
      readonly shown?: Place;
      readonly note: string;
      readonly always?: TickedRules;
      readonly changes?: number;
    }
  /** Returns as `holdElapsed` after `ms`. */
  | { readonly type: 'awaitHold'; readonly toolUseId: string; readonly holdId: string; readonly ms: number }
  /** Returns as `interruptOverdue` after 5 s. */
  | { readonly type: 'awaitTurnEnd'; readonly interruptId: string };
