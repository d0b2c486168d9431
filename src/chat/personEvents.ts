// The acts of the person in a chat, as events: facts in the past tense.
import type { KeptAttachment } from '../shared/attachments.js';
import type { PlanChoice } from '../shared/features/plan/choice.js';
import type { Answer, AnswerField } from '../shared/question.js';
import type { Place } from '../shared/transcript.js';
import type { TickedRules } from '../shared/permissionRules.js';
import type { ToolInput } from '../shared/toolInput.js';

/** What the person has made of an edit that waits for its permission. */
export interface ChangedEdit {
  /** The input that the CLI gets instead of Claude's, so that it writes the person's version. */
  readonly input: ToolInput;
  /** What Claude is told of it. */
  readonly told: string;
  /** Why it cannot be allowed: it would change `nothing`, or the file has changed meanwhile (`stale`). */
  readonly why?: 'nothing' | 'stale';
}

/** Acts of the person. */
export type PersonEvent =
  /** `uuid`: made by the host for each prompt. The CLI runs a prompt of one `uuid` once, unless it took the prompt in mid-turn. */
  | {
      readonly type: 'promptSubmitted';
      readonly uuid: string;
      readonly text: string;
      readonly attachments?: readonly KeptAttachment[];
      /** Set while a turn runs: the prompt waits in Parley, as in `WaitingPrompt`. Absent: it is written at once. */
      readonly way?: 'after' | 'now';
    }
  /** A waiting prompt goes `next`: to the CLI, which gives it to Claude at the next step; or `now`. */
  | { readonly type: 'promptHurried'; readonly uuid: string; readonly way: 'next' | 'now' }
  /** A waiting prompt changes places with its neighbour. */
  | { readonly type: 'promptMoved'; readonly uuid: string; readonly by: -1 | 1 }
  /** The words of a waiting prompt go back to the message box. */
  | { readonly type: 'promptTakenOut'; readonly uuid: string }
  /** `id`: the uuid of a waiting prompt, or the id of an item. */
  | { readonly type: 'promptWantedBack'; readonly id: string }
  /** `uuid`: of the new prompt, where a notice offers to send again what Claude has read; a failed prompt keeps its own. */
  | { readonly type: 'promptResubmitted'; readonly id: string; readonly uuid: string }
  /** The answer to one question of the set. `on`: how many host edits the card had applied when the person edited it. */
  | {
      readonly type: 'answerDrafted';
      readonly toolUseId: string;
      readonly question: number;
      readonly answer: Answer;
      readonly on: number;
    }
  /** The person has begun to answer without changing the draft, as by choosing a reference or beginning a reply. */
  | { readonly type: 'answerBegun'; readonly toolUseId: string }
  | {
      readonly type: 'questionAnswered';
      readonly toolUseId: string;
      readonly answers: readonly Answer[];
      /** How many host edits the answers have; undefined: all. */
      readonly on?: number;
      /** Milliseconds in which the answer can be undone before it is written; 0 writes at once. */
      readonly undoTime: number;
    }
  /** A reference that the person chose, to be put after the text of that box. */
  | {
      readonly type: 'referenceAdded';
      readonly toolUseId: string;
      readonly question: number;
      readonly field: AnswerField;
      readonly text: string;
    }
  | { readonly type: 'answerUndone'; readonly toolUseId: string }
  /** `declined`: as in `Settlement`. */
  | { readonly type: 'questionDismissed'; readonly toolUseId: string; readonly declined?: true }
  /** `quotedFrom` as in `Settlement`. */
  | { readonly type: 'questionReplied'; readonly toolUseId: string; readonly text: string; readonly quotedFrom?: number }
  | { readonly type: 'lostAnswersSent'; readonly toolUseId: string; readonly uuid: string }
  /** All of the input of a permission that is too long for its card is on screen, in an editor. */
  | { readonly type: 'permissionOpened'; readonly requestId: string }
  /** The note on the card of a permission. */
  | { readonly type: 'noteDrafted'; readonly requestId: string; readonly text: string }
  | { readonly type: 'planChosen'; readonly requestId: string; readonly choice: PlanChoice }
  /** A plan was approved into another chat, which has the key `chat`. */
  | { readonly type: 'planMoved'; readonly requestId: string; readonly chat: string }
  /** What the person has made of the edit of a permission; absent where it is Claude's own again. */
  | { readonly type: 'editChanged'; readonly requestId: string; readonly change?: ChangedEdit }
  /** `shown`: where the path led on the card that was pressed; undefined where it did not say. `note`: for Claude. */
  | {
      readonly type: 'permissionDecided';
      readonly requestId: string;
      readonly decision: 'allow' | 'deny';
      readonly shown?: Place;
      readonly note?: string;
      /** The rules that the person has ticked among those that the CLI suggests. */
      readonly always?: TickedRules;
      /** `changes` of the card. */
      readonly changes?: number;
    }
  | { readonly type: 'interruptRequested' };
