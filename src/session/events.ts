// Everything that can happen to a session: what Claude did (from claude/toEvents), what the process did (from
// host/sessionLoop), what the person did (the intents). Past tense for facts, imperative names only in effects.
import type { Answer, AnswerField, Question } from '../shared/question.js';
import type { ToolInput } from '../shared/toolInput.js';
import type { Settlement } from './effects.js';

/** The input of one AskUserQuestion call. */
export interface QuestionInput {
  readonly questions: readonly Question[];
  /** A line above the whole set. */
  readonly title?: string;
  /** The input exactly as received: the CLI wants it back beside the answers. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** Setting `parley.questions.onTimeout`. */
export type OnTimeout = 'park' | 'remind' | 'dismiss';

/** What stands in the way of starting the CLI or of the API answering; host/problems.ts has the words. */
export type ProblemCode =
  | 'notFound'
  | 'tooOld'
  | 'notExecutable'
  | 'spawnFailed'
  | 'notLoggedIn'
  | 'notResumed'
  | 'inUse'
  | 'alreadyRead'
  | 'untrusted'
  | 'noFolder'
  | 'api';

export interface Problem {
  readonly code: ProblemCode;
  /** The particular: a path, a version, the API's sentence. */
  readonly detail: string;
}

/** What the CLI said, one line at a time, made from the wire by claude/toEvents. */
export type ClaudeEvent =
  | {
      readonly type: 'sessionStarted';
      readonly sessionId: string;
      readonly capabilities: readonly string[];
      readonly version: string;
      /** This version tells of the tasks that run in its background. */
      readonly tellsTasks?: true;
    }
  /** How many run now. */
  | { readonly type: 'backgroundTasksChanged'; readonly count: number }
  | { readonly type: 'textStarted'; readonly id: string }
  | { readonly type: 'textGrew'; readonly id: string; readonly text: string }
  /** The block is complete; `text` is all of it. May come without a `textStarted` where a peer does not stream. */
  | { readonly type: 'textFinished'; readonly id: string; readonly text: string }
  | { readonly type: 'toolUsed'; readonly toolUseId: string; readonly name: string; readonly summary: string }
  | { readonly type: 'toolFinished'; readonly toolUseId: string; readonly isError: boolean; readonly text: string }
  /** `content_block_start`: a question is being written; nothing of it is known yet. */
  | { readonly type: 'questionAnnounced'; readonly toolUseId: string }
  /** What has been written of it so far: the last of everything in it may be cut off. */
  | { readonly type: 'questionGrew'; readonly toolUseId: string; readonly input: QuestionInput }
  /** The whole block; `input` is undefined when it cannot be read as questions. */
  | { readonly type: 'questionSeen'; readonly toolUseId: string; readonly input: QuestionInput | undefined }
  /** The CLI's request: now it can be answered. `hook`: the one before the tool, from which it can be handed back too. */
  | {
      readonly type: 'questionAsked';
      readonly toolUseId: string;
      readonly requestId: string;
      readonly hook: boolean;
      readonly input: QuestionInput;
    }
  | {
      readonly type: 'permissionAsked';
      readonly requestId: string;
      readonly toolUseId: string;
      readonly toolName: string;
      readonly summary: string;
      readonly description: string;
      readonly reason: string;
      readonly input: ToolInput;
    }
  /** A control request we cannot serve; it must still get a reply. `reason` is what the CLI reads. */
  | { readonly type: 'requestUnsupported'; readonly requestId: string; readonly reason: string }
  | { readonly type: 'requestCancelled'; readonly requestId: string }
  /** The CLI has taken the prompt with this `uuid` into the conversation: now, or in an earlier process. */
  | { readonly type: 'promptConfirmed'; readonly uuid: string }
  /** The CLI has no conversation of the id that it was to resume; its end follows. */
  | { readonly type: 'sessionUnknown'; readonly sessionId: string }
  /** `deferred`: the question that was handed back is kept by the CLI and asked again when the session is resumed. */
  | { readonly type: 'turnEnded'; readonly outcome: 'success' | 'interrupted' | 'error' | 'deferred'; readonly problem?: Problem }
  | { readonly type: 'problemSeen'; readonly problem: Problem };

/** What became of the process and of what was written to it. */
export type ProcessEvent =
  /** `version`: of the CLI, where it is known. */
  | { readonly type: 'processStarted'; readonly version?: string }
  | { readonly type: 'startFailed'; readonly problem: Problem }
  /** `asked`: we ended it. `stderr`: its last lines, for the words on screen. */
  | {
      readonly type: 'processExited';
      readonly asked: boolean;
      readonly code: number | null;
      readonly signal: string | null;
      readonly stderr: string;
    }
  | { readonly type: 'writeAcknowledged'; readonly writeId: string }
  | { readonly type: 'writeFailed'; readonly writeId: string }
  /** 2 s after a whole question block no request has come. */
  | { readonly type: 'requestOverdue'; readonly toolUseId: string }
  /** The transcript holds no record of the deferral: the CLI never took the question back, and will not ask it again. */
  | { readonly type: 'deferralMissing'; readonly toolUseId: string }
  /** The time to undo the hold `holdId` is over. */
  | { readonly type: 'holdElapsed'; readonly toolUseId: string; readonly holdId: string }
  /** Nobody has answered in the time that the settings give; `then` is what they say. */
  | { readonly type: 'questionOverdue'; readonly toolUseId: string; readonly requestId: string; readonly then: OnTimeout }
  /** The time that the settings give begins; told only where the question is dismissed at its end. */
  | { readonly type: 'countdownStarted'; readonly toolUseId: string; readonly requestId: string; readonly until: number }
  /** The window ends, and what can be handed back to the CLI is. */
  | { readonly type: 'parkRequested' }
  /** Nobody looks at this session: a process that has nothing to do is not kept. */
  | { readonly type: 'processUnneeded' }
  /** Stop was pressed, and the turn has not ended within 5 s of the interrupt `interruptId`. */
  | { readonly type: 'interruptOverdue'; readonly interruptId: string };

/** What the person did. */
export type PersonEvent =
  /** `uuid`: made by the host, one for each prompt; the CLI runs a prompt of the same `uuid` once, unless it took it in mid-turn. */
  | { readonly type: 'promptSubmitted'; readonly uuid: string; readonly text: string }
  /** `uuid`: for a prompt of an earlier version of Parley, which has none. */
  | { readonly type: 'promptResubmitted'; readonly id: string; readonly uuid: string }
  /** The answer to one question of the set. `on`: how many host edits the card had applied when the person edited it. */
  | {
      readonly type: 'answerDrafted';
      readonly toolUseId: string;
      readonly question: number;
      readonly answer: Answer;
      readonly on: number;
    }
  /** The person is at the card and has not changed the draft yet: a reference is being chosen, a reply begun. */
  | { readonly type: 'answerBegun'; readonly toolUseId: string }
  | {
      readonly type: 'questionAnswered';
      readonly toolUseId: string;
      readonly answers: readonly Answer[];
      /** How long it can be undone before it is written, in milliseconds; 0: written at once. */
      readonly undoTime: number;
    }
  /** A reference that the person chose, put after what stands in that box. */
  | {
      readonly type: 'referenceAdded';
      readonly toolUseId: string;
      readonly question: number;
      readonly field: AnswerField;
      readonly text: string;
    }
  | { readonly type: 'answerUndone'; readonly toolUseId: string }
  | { readonly type: 'questionDismissed'; readonly toolUseId: string }
  | { readonly type: 'questionReplied'; readonly toolUseId: string; readonly text: string }
  | { readonly type: 'lostAnswersSent'; readonly toolUseId: string; readonly uuid: string }
  | { readonly type: 'permissionDecided'; readonly requestId: string; readonly decision: 'allow' | 'deny' }
  | { readonly type: 'interruptRequested' };

/** One thing that the CLI's own transcript tells of a conversation, with when it happened, in epoch milliseconds. */
export interface PastEntry {
  readonly at: number;
  readonly event: PastEvent;
}

export type PastEvent =
  /** Of the person, here or elsewhere. */
  | { readonly type: 'promptSeen'; readonly id: string; readonly text: string }
  | Extract<ClaudeEvent, { type: 'textFinished' | 'toolUsed' | 'toolFinished' | 'questionSeen' }>
  /** `settlement`: undefined where it ended without one, as by an interrupt. `text`: the `tool_result`. */
  | {
      readonly type: 'questionSettled';
      readonly toolUseId: string;
      readonly settlement: Settlement | undefined;
      readonly isError: boolean;
      readonly text: string;
    };

/** The CLI's transcript has been read; of it counts what happened after `since`, elsewhere. Epoch milliseconds. */
export interface TranscriptRead {
  readonly type: 'transcriptRead';
  readonly entries: readonly PastEntry[];
  readonly since: number;
}

export type SessionEvent = ClaudeEvent | ProcessEvent | PersonEvent | TranscriptRead;
