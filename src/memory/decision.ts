// A decision, and the person's later judgements of it. Types alone; the ledger stores them.
import type { Answer, Question } from '../shared/question.js';

/** Who has asked. `name`: of an MCP server, which is the person's own name for it; of another agent, where that says it. `file`: nobody whom this ledger knows, in a file. */
export type Asker =
  | { readonly kind: 'claude' }
  | { readonly kind: 'server'; readonly name: string }
  | { readonly kind: 'agents'; readonly name?: string }
  | { readonly kind: 'file' };

/** The commit and the branch of the work folder. Both are absent outside of git, and `branch` where no branch is checked out. */
export interface GitPlace {
  readonly branch?: string;
  /** The whole hash. */
  readonly commit?: string;
}

/** One question and its final answer. */
export interface Decision extends GitPlace {
  /** The item's id and the position of the answered question, so that the same answer is never kept twice. */
  readonly id: string;
  readonly question: Question;
  readonly answer: Answer;
  /** The labels that were chosen; own words, a number or a date stand in `words`. */
  readonly chosen: readonly string[];
  readonly words?: string;
  readonly note?: string;
  readonly asker: Asker;
  /**
   * The conversation in which the question was answered; absent for a decision from a file. `chat`: Parley's key, `item`: the question's id there.
   */
  readonly source?: { readonly chat: string; readonly item: string; readonly session?: string };
  /** The text of the file from which the decision is, and the status that the file gives it, which a person has not given it here. */
  readonly file?: { readonly text: string; readonly status: DecisionStatus };
  /** Absolute path of the work folder. */
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * `proposed`: from a file, and no person has accepted it here. `once`: the person has said that it counted only that time.
 * Only a `current` one is shown as such, likened to a question or sent.
 */
export type DecisionStatus = 'proposed' | 'current' | 'once' | 'superseded';

/** A decision with what the person has said about it since. */
export interface KnownDecision extends Decision {
  readonly status: DecisionStatus;
  /** Set for a superseded decision. `by`: the id of the decision that replaces it, where there is one. */
  readonly superseded?: { readonly reason: string; readonly at: number; readonly by?: string };
  /** When the person, or an import, has last said whether it holds, in epoch milliseconds; absent where nobody has since it was taken in. */
  readonly judgedAt?: number;
  /** Questions (their text) that the person has called not the same. */
  readonly notLike: readonly string[];
  /** The person has taken it out of what Claude is told. It is still found and shown. */
  readonly untold?: true;
}

/** A decision as it is taken in. One from a file brings what the file says of it; an answered question is `current`. */
export type NewDecision = Decision & Partial<Pick<KnownDecision, 'status' | 'superseded'>>;

/** What a person says about a decision. */
export type Judgement =
  | { readonly type: 'supersede'; readonly reason: string; readonly by?: string }
  | { readonly type: 'once' }
  /** Makes it current again, or accepts a proposed one. */
  | { readonly type: 'accept' }
  | { readonly type: 'notLike'; readonly question: string }
  /** Takes a `notLike` of that question back. */
  | { readonly type: 'like'; readonly question: string }
  | { readonly type: 'tell'; readonly told: boolean };

/** What one asker of the memory may do. Every method rejects where the disk refuses; nothing is lost of what was there. */
export interface Decisions {
  /** Resolves once they are on the disk. One that is there already is there once; one that was deleted does not come back. */
  add(decisions: readonly NewDecision[]): Promise<void>;
  /** Writes nothing where that is so already, and where the decision is not there. */
  judge(id: string, judgement: Judgement): Promise<void>;
  /** The ids of `ids` that were removed by `delete`. */
  deleted(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes them from the disk, for ever; resolves once no file holds a word of them. */
  delete(ids: readonly string[]): Promise<void>;
  /** Newest first. Reads the first ones alone until more are asked for. */
  newest(): AsyncIterable<KnownDecision>;
  /** The decisions of `ids` that are there, in the order of `ids`. Reads no others. */
  find(ids: readonly string[]): Promise<readonly KnownDecision[]>;
  /** All of them, oldest first by `at`. Gives the thread back at least every 8 ms. */
  all(): Promise<readonly KnownDecision[]>;
  /** Calls `listener` when this or another window has changed something; returns how to stop. */
  onDidChange(listener: () => void): () => void;
  /** Resolves once nothing is being written any more. */
  end(): Promise<void>;
}
