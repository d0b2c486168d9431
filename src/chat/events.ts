// Every event of a chat: from Claude (claude/stream/toEvents), from the process (host/chats/chatLoop), from the person
// (the intents). Events are facts in the past tense; effects are imperatives.
import type { Holding } from './branch.js';
import type { Elicitation, OtherAgent, Question } from '../shared/question.js';
import type { ChangesItem, DocChangeItem, Place } from '../shared/transcript.js';
import type { PermissionUpdate } from '../shared/permissionRuleSchema.js';
import type { TickedRules } from '../shared/permissionRules.js';
import type { ChangesFacts, FollowedTurn } from '../shared/features/review/news.js';
import type { Steering } from '../shared/features/steering/modes.js';
import type { Told } from '../shared/told.js';
import type { ToolFacts } from '../shared/toolFacts.js';
import type { ToolInput } from '../shared/toolInput.js';
import type { Problem } from './problem.js';
import type { Settlement } from './settlement.js';
import type { PersonEvent } from './personEvents.js';
import type { Scheduling } from './scheduling.js';

/** The input of one call of AskUserQuestion or of `ask_user`, or of an MCP server's elicitation. */
export interface QuestionInput {
  /** Absent: AskUserQuestion, the CLI's own tool. */
  readonly tool?: 'ask_user' | 'elicitation';
  /** Set for an elicitation only. */
  readonly elicitation?: Elicitation;
  readonly questions: readonly Question[];
  /** A line above the whole set. */
  readonly title?: string;
  /** Another agent asks, and says who it is. */
  readonly otherAgent?: OtherAgent;
  /** How long the asker wants to wait. */
  readonly timeoutSeconds?: number;
  /** The input exactly as received, because the CLI expects it back beside the answers. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** A subagent asks. `silent`: the CLI may show no result of the call, as up to 2.1.100 for one that runs in the background. */
export type AskingAgent = 'echoed' | 'silent';

/** Setting `parley.questions.onTimeout`. */
export type OnTimeout = 'park' | 'remind' | 'dismiss';

/** The hook that the CLI calls behind a call that ran, by how the call ended. */
export type AfterTool = 'PostToolUse' | 'PostToolUseFailure';

/** Whether a person kept a tool call from running: by _Deny_, by ending the turn, or not at all. */
export type Refusal = 'denied' | 'stopped' | 'none';

/**
 * Whether the transcript holds the result of each call, by the call's id, where the next process reads it. `interrupted`: another process that
 * resumed the session has noted in its place that the call was interrupted (2.1.329).
 */
export type FoundResults = Readonly<Record<string, boolean | 'interrupted'>>;

/** Events of the CLI's stdout, made by claude/stream/toEvents from one line each. */
export type ClaudeEvent =
  | {
      readonly type: 'initReceived';
      readonly sessionId: string;
      readonly capabilities: readonly string[];
      readonly version: string;
      /** This version reports the number of its background tasks. */
      readonly tellsTasks?: true;
      /** This version gives back a prompt of its queue. */
      readonly takesBack?: true;
    }
  /** The CLI's own turn that comes next is that of a job, too (2.1.329). */
  | { readonly type: 'jobBegan' }
  /** The API has failed, and the CLI tries the request once more: the try number `attempt` of `of`. */
  | { readonly type: 'retrying'; readonly reason: string; readonly attempt: number; readonly of: number }
  /** The API answers, so the CLI does not wait to try again any more. */
  | { readonly type: 'retryEnded' }
  /** The CLI does not start and says why. It exits next. */
  | { readonly type: 'startRefused'; readonly problem: Problem }
  /** `count`: background tasks that run now. `subagents`: those of them that are subagents. */
  | { readonly type: 'backgroundTasksChanged'; readonly count: number; readonly subagents: number }
  /** `thought`: Claude's thinking, which is no part of its answer. */
  | { readonly type: 'textStarted'; readonly id: string; readonly thought?: true }
  | { readonly type: 'textGrew'; readonly id: string; readonly text: string; readonly thought?: true }
  /**
   * The text block is complete; `text` is all of it. A peer that does not stream sends no `textStarted` before it. Thinking that the model does
   * not show has no text.
   */
  | {
      readonly type: 'textFinished';
      readonly id: string;
      readonly text: string;
      readonly thought?: true;
      /** The CLI's own words. */
      readonly by?: 'cli';
    }
  /** The stream of a message broke, and the CLI tries again: Claude never reads what had begun of it. `ids`: of texts, thoughts and questions. */
  | { readonly type: 'messageBrokenOff'; readonly ids: readonly string[] }
  /** `where`: as in the item. */
  | {
      readonly type: 'toolStarted';
      readonly toolUseId: string;
      readonly name: string;
      readonly summary: string;
      readonly where?: string;
    }
  /** What the call had begun in the background has not come to its end. */
  | { readonly type: 'taskBroken'; readonly toolUseId: string; readonly state: 'stopped' | 'failed' }
  /** `refusal`: absent where the CLI does not say whether the call ran (before 2.1.329). */
  | {
      readonly type: 'toolFinished';
      readonly toolUseId: string;
      readonly isError: boolean;
      readonly text: string;
      /** Number of characters behind `text` that are left out. */
      readonly omitted?: number;
      /** What the CLI's own record tells in numbers. */
      readonly facts?: ToolFacts;
      readonly refusal?: Refusal;
      /** Nobody was asked for the call, so no person's time is between its beginning and its end. By the CLI's own record in a transcript (2.1.329). */
      readonly isUnasked?: true;
      /** What the call has begun runs in the background, and the CLI will not say when it ends. */
      readonly isSent?: true;
      /** The call has changed what the CLI has scheduled. An id that is not known is not one of a job. */
      readonly scheduling?: Scheduling;
      /** `planMode`: Parley, because the person has turned questions off in plan mode. `hook`: a `PreToolUse` hook that is not Parley's. */
      readonly refusedBy?: 'planMode' | 'hook';
    }
  /** `content_block_start`: Claude begins to write a question; its input is empty. */
  | { readonly type: 'questionAnnounced'; readonly toolUseId: string }
  /** The input streamed so far. Its last string and last list entry may be incomplete. */
  | { readonly type: 'questionGrew'; readonly toolUseId: string; readonly input: QuestionInput }
  /** The question's block is complete; `input` is undefined when the block cannot be read as questions. */
  | { readonly type: 'questionFinished'; readonly toolUseId: string; readonly input: QuestionInput | undefined }
  /**
   * The CLI's request, which makes the question answerable. `hook`: the request comes from the `PreToolUse` hook, where it can also
   * be deferred.
   */
  | {
      readonly type: 'questionAsked';
      readonly toolUseId: string;
      readonly requestId: string;
      readonly hook: boolean;
      readonly input: QuestionInput;
      readonly agent?: AskingAgent;
      readonly agentName?: string;
    }
  /** Another agent waits for the answer to its question, or none of its calls does: it may call again for it. */
  | { readonly type: 'agentWaits'; readonly toolUseId: string; readonly waits: boolean }
  | {
      readonly type: 'permissionAsked';
      readonly requestId: string;
      readonly toolUseId: string;
      readonly toolName: string;
      readonly summary: string;
      readonly description: string;
      readonly reason: string;
      readonly blockedPath?: string;
      readonly ruleSource?: string;
      readonly agentId?: string;
      /** What Claude calls the subagent that asks; absent where the CLI does not tell. */
      readonly agentName?: string;
      /** Rules that would make the question needless; absent where the CLI wants none to be added. */
      readonly suggestions?: readonly PermissionUpdate[];
      readonly otherAgent?: OtherAgent;
      readonly defaultToNo?: true;
      readonly input: ToolInput;
    }
  /** The call has run. The CLI waits for the reply to this request before it gives Claude the result; 2.0.77 to 2.1.329 do. */
  | { readonly type: 'toolRan'; readonly requestId: string; readonly toolUseId: string; readonly hook: AfterTool }
  /** A settings file has changed, and the CLI takes it once the request is answered. */
  | { readonly type: 'settingsChanging'; readonly requestId: string }
  /** Claude is about to read or to write a file. The CLI waits for the reply to this request before it goes on with the call. */
  | { readonly type: 'fileNeeded'; readonly requestId: string; readonly toolName: string; readonly path: string }
  /** An MCP server asks the person something. There is no tool call; the CLI knows the question by its request alone. */
  | { readonly type: 'elicitationAsked'; readonly requestId: string; readonly input: QuestionInput }
  /** No card can show what an MCP server asks. `why`: a sentence that begins with the server's name. */
  | { readonly type: 'elicitationRefused'; readonly requestId: string; readonly why: string }
  /**
   * The CLI has taken an answer to an elicitation and gives it to the server next. It waits for the reply to this request. `text`: the content,
   * as the card shows it.
   */
  | {
      readonly type: 'elicitationSettled';
      readonly requestId: string;
      readonly server: string;
      readonly action: 'accept' | 'decline' | 'cancel';
      readonly text?: string;
    }
  /** A control request that Parley does not support and must still answer. `reason` is the text of that answer. */
  | { readonly type: 'requestUnsupported'; readonly requestId: string; readonly reason: string }
  /** A control request that has one answer, whatever the chat is doing. */
  | { readonly type: 'requestAnswered'; readonly requestId: string; readonly response: Readonly<Record<string, unknown>> }
  | { readonly type: 'requestCancelled'; readonly requestId: string }
  /** The CLI has taken the prompt with this `uuid` into the conversation, now or in an earlier process. */
  | { readonly type: 'promptConfirmed'; readonly uuid: string }
  /** The CLI has no conversation with the id that it was to resume. It exits next. */
  | { readonly type: 'sessionUnknown'; readonly sessionId: string }
  /** The CLI resumed a session whose deferred call needs a tool that this process lacks. It runs the prompts that wait, if any. */
  | { readonly type: 'deferralUnavailable' }
  /** The CLI ends instead of beginning a turn, and has read none of the prompts that were written (2.0.77, once a subagent in the background has ended). */
  | { readonly type: 'promptsUnread' }
  /** `deferred`: the CLI stores the question and asks it again when the session is resumed. */
  | {
      readonly type: 'turnEnded';
      readonly outcome: 'success' | 'interrupted' | 'error' | 'deferred';
      readonly problem?: Problem;
      /** The CLI says that Claude's last words are none. */
      readonly silent?: true;
      /** The CLI has begun the turn by itself, for something in the background that has ended; a prompt that waits has a turn of its own behind it. */
      readonly isOwn?: true;
    }
  | { readonly type: 'problemSeen'; readonly problem: Problem }
  /** Claude has nothing of the conversation any more, because the person wanted it. */
  | { readonly type: 'contextCleared' }
  /** Another program has opened the session while a process of Parley's runs in it. */
  | { readonly type: 'openedElsewhere' }
  /** The CLI has not given the turn's prompt to Claude, and keeps it nowhere. */
  | { readonly type: 'promptRefused' };

/** Events of the process, of writes to it, and of timers. */
type ProcessEvent =
  /** `version`: of the CLI; absent where it is not known. */
  | { readonly type: 'processStarted'; readonly version?: string }
  | { readonly type: 'startFailed'; readonly problem: Problem }
  /** The CLI does not start with Parley's MCP server, because an organization manages the MCP servers. It exits next. */
  | { readonly type: 'askUserKeptAway' }
  /** The folder brings along something new for the CLI that runs, and the person does not use it. */
  | { readonly type: 'folderRefused' }
  /** `requestedByUs`: Parley ended the process. `stderr`: its last 4 KB, for the notice. */
  | {
      readonly type: 'processExited';
      readonly requestedByUs: boolean;
      readonly code: number | null;
      readonly signal: string | null;
      readonly stderr: string;
    }
  | { readonly type: 'writeAcknowledged'; readonly writeId: string }
  | { readonly type: 'writeFailed'; readonly writeId: string }
  /** The image `name` of the prompt that was to be written cannot be read, so nothing was written. */
  | { readonly type: 'imageMissing'; readonly writeId: string; readonly name: string }
  /** Stop, or the person who wants the prompt back, came before it was written, and nothing of it is. */
  | { readonly type: 'promptUnwritten'; readonly writeId: string }
  /** The reply to `takeBackPrompt`. `isBack`: the CLI has removed the prompt from its queue, so Claude never reads it. */
  | { readonly type: 'promptBack'; readonly uuid: string; readonly isBack: boolean }
  /** No request has come within 2 s of a complete question block. */
  | { readonly type: 'requestOverdue'; readonly toolUseId: string }
  /** The host has found out where the path of a permission leads. */
  | { readonly type: 'pathResolved'; readonly requestId: string; readonly place: Place }
  /**
   * The place to which the path leads at *Allow*, and the one that the card showed when the person pressed it. `note`: the person's note to Claude
   * at that moment.
   */
  | {
      readonly type: 'placeChecked';
      readonly requestId: string;
      readonly place: Place;
      readonly shown?: Place;
      readonly note?: string;
      readonly always?: TickedRules;
      readonly changes?: number;
    }
  /** The CLI will not ask the question again: its transcript holds no record of the deferral, or its version asks none again. */
  | { readonly type: 'deferralMissing'; readonly toolUseId: string }
  /** The process has ended, and the transcript lacks this prompt, which the CLI had begun to answer. */
  | { readonly type: 'promptMissing'; readonly uuid: string }
  /** The process has ended, and the next one does not know these prompts, which had reached Claude. */
  | { readonly type: 'promptsForgotten'; readonly uuids: readonly string[] }
  /** The process has ended, and the host has read for each call whether the transcript holds its result. */
  | { readonly type: 'resultsChecked'; readonly found: FoundResults }
  /** The turn is over: those of these calls in whose place another process has written in the transcript. None where it cannot be read. */
  | { readonly type: 'turnChecked'; readonly toolUseIds: readonly string[]; readonly interrupted: readonly string[] }
  /** The turn goes on, and the transcript holds the result of the call in which this question was asked. */
  | { readonly type: 'resultSeen'; readonly toolUseId: string }
  /** The time to undo the hold `holdId` has ended. */
  | { readonly type: 'holdElapsed'; readonly toolUseId: string; readonly holdId: string }
  /** The person has not answered within `parley.questions.timeout`. `onTimeout` is the setting of that name. */
  | { readonly type: 'questionOverdue'; readonly toolUseId: string; readonly requestId: string; readonly onTimeout: OnTimeout }
  /** The timeout has begun. Sent only where `onTimeout` is `dismiss`, because the card counts down to it. */
  | { readonly type: 'countdownStarted'; readonly toolUseId: string; readonly requestId: string; readonly until: number }
  /** The window ends: park every question that the CLI can keep. */
  | { readonly type: 'parkRequested' }
  /** The chat is visible nowhere: stop its process if it is idle. `restarts`: the next prompt needs another process, so this one ends as soon as nothing runs in it. */
  | { readonly type: 'processUnneeded'; readonly restarts?: true }
  /** An agent's call waits to be asked. Starts the process of its chat if there is none. */
  | { readonly type: 'processNeeded' }
  /** The process that starts was told this of the memory. `count`: of the lines. `isOlder`: the project card has changed since. */
  | { readonly type: 'memoryTold'; readonly told: Told; readonly count: number; readonly isOlder: boolean }
  /** The calls whose commands and subagents run in the background now, by their `tool_use_id`. */
  | { readonly type: 'callsInBackground'; readonly toolUseIds: readonly string[] }
  /** The person, or Claude, has chosen these for the chat; the other choices stay. */
  | { readonly type: 'steered'; readonly change: Steering }
  /** The chat was restored, and those questions were answered after it was stored. */
  | { readonly type: 'answersFound'; readonly toolUseIds: readonly string[] }
  /** The chat shows another branch, or was restored: the memory is to have what holds in it. */
  | { readonly type: 'answersHold' }
  /** The memory has these. */
  | { readonly type: 'answersHeld'; readonly pairs: readonly Holding[] }
  /** A call has changed a section of the Product Doc, or its change is undone. */
  | ({ readonly type: 'docChanged'; readonly id: string } & Pick<DocChangeItem, 'change' | 'isNew' | 'state'>)
  /** The window follows what this turn changes in the work folder; without `turn` there is nothing to tell of it. */
  | { readonly type: 'turnFollowed'; readonly turn?: FollowedTurn }
  /** What a turn has changed in the work folder is known. `trees`: of the snapshots before and behind the turn. */
  | ({
      readonly type: 'filesChanged';
      readonly trees?: { readonly before: string; readonly after: string };
    } & Pick<ChangesItem, 'files' | 'plus' | 'minus' | 'isLate' | 'isCut' | 'isEdits'> &
      ChangesFacts)
  /** Files go back to before a message with these words, and the conversation does not. `trees`: of the work folder as it stands, and as it stood. */
  | { readonly type: 'filesGoing'; readonly text: string; readonly trees: { readonly from: string; readonly to: string } }
  /** They have, or have come back. `id`: of the row. `left`: how many stayed as they were. */
  | {
      readonly type: 'filesWent';
      readonly id: string;
      readonly state: 'done' | 'undone';
      readonly written: number;
      readonly left: number;
    }
  /** The turn has not ended within 5 s of `interruptId`. */
  | { readonly type: 'interruptOverdue'; readonly interruptId: string }
  /** The person does not wait any longer for the turn to end. */
  | { readonly type: 'processEndRequested' };

/** One entry of the CLI's transcript, as an event. `at`: epoch milliseconds. */
export interface PastEntry {
  readonly at: number;
  readonly event: PastEvent;
}

export type PastEvent =
  /** A prompt of the person, sent from Parley or from another program. */
  | { readonly type: 'promptSeen'; readonly id: string; readonly text: string }
  | Extract<ClaudeEvent, { type: 'textFinished' | 'toolStarted' | 'toolFinished' | 'questionFinished' }>
  /** `settlement`: undefined where the question ended without one, as by an interrupt. `text`: the `tool_result`. */
  | {
      readonly type: 'questionSettled';
      readonly toolUseId: string;
      readonly settlement: Settlement | undefined;
      readonly isError: boolean;
      readonly text: string;
    };

/** The CLI's transcript has been read. Only entries after `since` (epoch milliseconds) are new, as `entriesSince` says; they come from another program. */
export interface TranscriptRead {
  readonly type: 'transcriptRead';
  readonly entries: readonly PastEntry[];
  readonly since: number;
  /** The latest time of an entry before these, in epoch milliseconds; absent where these are all that were read. */
  readonly latest?: number;
}

/** The host has put these items (ids, from `trimmable`) where it finds them again: the state does not have to keep them. */
interface ItemsTrimmed {
  readonly type: 'itemsTrimmed';
  readonly ids: readonly string[];
}

export type ChatEvent = ClaudeEvent | ProcessEvent | PersonEvent | TranscriptRead | ItemsTrimmed;
