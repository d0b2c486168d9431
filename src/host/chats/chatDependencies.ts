// What a chat needs of the world. Types alone.
import type { YesNo } from '../../claude/elicitation/fields.js';
import type { ClaudeProcess } from '../../claude/process/process.js';
import type { FoundResults, OnTimeout } from '../../chat/events.js';
import type { Problem } from '../../chat/problem.js';
import type { ChatNews } from '../../shared/contract/news.js';
import type { PermissionUpdate } from '../../shared/permissionRuleSchema.js';
import type { Steering } from '../../shared/features/steering/modes.js';
import type { ChatState } from '../../chat/state.js';
import type { Place } from '../../shared/transcript.js';
import type { ChatMemory } from './chatMemory.js';
import type { Clock } from '../../shared/clock.js';

export interface Log {
  trace(text: string): void;
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

export interface ClaudeStartOptions {
  readonly askUser: boolean;
  /** The CLI gets Parley's own tools, `ask_user` or others. */
  readonly hasServer: boolean;
  readonly resume?: string;
  /** `resume` is copied up to and with this entry, and the copy goes on. */
  readonly forkAt?: string;
  /** The person has just refused what the folder brings along, and is not asked about it again. */
  readonly withoutFolder?: true;
  /** What is chosen for the chat. */
  readonly steering?: Steering;
  readonly onLine: (line: string) => void;
  readonly onWarning: (text: string) => void;
  /** Called with the length in bytes of a line of stdout that is too long to be read. */
  readonly onOverlong?: (bytes: number) => void;
}

/**
 * Why a folder is looked at while its CLI runs. `change`: the CLI has seen a change and waits, and can be kept from it. `message`: one is about to go.
 * `reading`: the CLI is about to read all settings, which nothing keeps from it.
 */
export type FolderLook = 'change' | 'message' | 'reading';

/** What the person says about what is new. `undecided`: the dialog was closed, so that it is not used now, and asked about again. */
export type FolderUse = 'use' | 'without' | 'undecided';

export type StartResult =
  | {
      readonly ok: true;
      readonly process: ClaudeProcess;
      readonly version?: string;
      readonly mode?: string | undefined;
      /**
       * Asks the person about what the folder brings along by now, where that is new. `updates`: what the CLI is about to write into the files of the
       * folder for the person. Absent where the process uses nothing of it.
       */
      readonly lookAtFolder?: (why: FolderLook, updates: readonly PermissionUpdate[]) => Promise<FolderUse>;
      /** The process has said its version. */
      readonly saysVersion?: (version: string) => void;
    }
  | { readonly ok: false; readonly problem: Problem };

export interface ChatDependencies {
  readonly routeSetting: ChatState['routeSetting'];
  /** Whether Claude gets the tool `ask_user`. Asked at each start of the CLI. */
  readonly askUser: () => boolean;
  /** Shared by the chats of a window. `keepsAskUserAway`: a CLI has refused to start with Parley's MCP server. */
  readonly organization: { keepsAskUserAway: boolean };
  /** What a version of the CLI does not know, as `VERSION SUBTYPE`. Shared by the chats of a window. */
  readonly unsupportedRequests: Set<string>;
  /** Whether Claude may ask in plan mode. Asked for each question. */
  readonly asksInPlan: () => boolean;
  /** The words of the options of a field that is true or false; English where absent. */
  readonly yesNo?: YesNo;
  /** The root in which the chat works, for a chat that begins; undefined in a window of one folder. */
  readonly beginsIn?: () => string | undefined;
  readonly startClaude: (options: ClaudeStartOptions) => Promise<StartResult>;
  /** Resolves when the chat is on the disk as it is now, or when the disk refuses it; never rejects. Absent where nothing is stored. */
  readonly store?: (() => Promise<unknown>) | undefined;
  /** Whether the transcript of the session holds the deferral of this question; undefined where it cannot be read. */
  readonly isDeferred: (sessionId: string, toolUseId: string) => Promise<boolean | undefined>;
  /** Whether the transcript of the session holds this prompt; false without a transcript, undefined where it cannot be read. */
  readonly hasPrompt: (sessionId: string, uuid: string) => Promise<boolean | undefined>;
  /** The prompts that stand in the transcript where the next process reads them; none without a transcript, undefined where it cannot be read. */
  readonly promptsHeld: (sessionId: string, uuids: readonly string[]) => Promise<readonly string[] | undefined>;
  /** Whether the transcript holds the results of these calls; undefined where the transcript of the session cannot be read. */
  readonly resultsHeld: (sessionId: string, toolUseIds: readonly string[], most?: number) => Promise<FoundResults | undefined>;
  /** The calls in whose place another process has written that they were interrupted; undefined where the transcript cannot be read. */
  readonly resultsInterrupted: (sessionId: string, toolUseIds: readonly string[], most: number) => Promise<readonly string[] | undefined>;
  /**
   * Finds out where the path of a tool call leads, which begins in `from`, or in the chat's folder; undefined without a work folder. Rejects where that
   * cannot be found out.
   */
  readonly placeOf: (path: string, from?: string) => Promise<Place | undefined>;
  /**
   * Saves what an editor holds of the file that the tool is about to read or to write. Resolves with a sentence for Claude where the call must not
   * go on. Absent where no editor is near.
   */
  readonly savedFirst?: (path: string, toolName: string) => Promise<string | undefined>;
  /** Absent where nothing is remembered: without a work folder, and in the chat of other agents. */
  readonly memory?: ChatMemory;
  /** News of the process for the views of this chat; absent where no view shows such news. */
  readonly tell?: (news: ChatNews) => void;
  /** How long a question waits for its answer (milliseconds, 0: for ever) and what is done then. */
  readonly waiting: () => { readonly ms: number; readonly then: OnTimeout };
  /** The image with this name in the folder of the chat's images, in base64. */
  readonly readImage: (file: string) => Promise<string>;
  readonly log: Log;
  readonly now: () => number;
  /** Calls back once after `ms`; returns how to cancel. */
  readonly clock: Clock;
}
