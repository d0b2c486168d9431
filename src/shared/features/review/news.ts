// The files that a turn has changed.
import * as z from 'zod/mini';
import { wholeNumber } from '../../question.js';

/** Stands in the folder, and in no snapshot from before the turn or behind it. `large`: over 5 MB. `repository`: with a git of its own. `ignored`: by git, before the turn. */
export const leftOutFile = z.strictObject({ path: z.string(), why: z.enum(['large', 'repository', 'unreadable', 'ignored']) });
export type LeftOutFile = Readonly<z.infer<typeof leftOutFile>>;

/** What is kept of a turn beside its counts. */
export interface ChangesFacts {
  /** The person has saved the file while the turn ran. */
  readonly byPerson?: readonly string[];
  /** Subagents alone have worked in that time, behind a turn of Claude's. */
  readonly isAgents?: true;
  /** What the snapshots do not have: the first few, and how many more. */
  readonly left?: { readonly files: readonly LeftOutFile[]; readonly more: number };
}

/** A turn whose changed files are not told yet. It is kept with the chat, so that the next window tells them where this one ends. */
export interface FollowedTurn {
  /** Id of the last item as the turn began; absent where there was none. */
  readonly since?: string;
  /** Subagents worked as it began. */
  readonly besideAgents?: true;
  /** The snapshot from before it, by the id of its tree; absent until it is there, and where a call had written before it was. */
  readonly before?: string;
  /** The calls that had begun by then; they had not written where the person was asked for them since. */
  readonly unasked?: readonly string[];
  /** Absolute paths of what the person has saved, or had taken back, since it began. */
  readonly saved?: readonly string[];
  /** Epoch milliseconds: until when the window that followed it had seen Claude work. Absent as long as the turn goes on in that window. */
  readonly until?: number;
}

const changedFile = z.strictObject({
  /** Relative to the work folder, with `/` between its parts. From a name on the disk, so untrusted. */
  path: z.string(),
  /** The path before the rename. */
  from: z.optional(z.string()),
  /** `mode`: its content is the same. */
  kind: z.enum(['added', 'deleted', 'modified', 'renamed', 'mode']),
  /** Lines. */
  plus: wholeNumber,
  minus: wholeNumber,
  binary: z.optional(z.literal(true)),
  /** What stands there now: `asLeft` by the turn, `asBefore` the turn, or something else. */
  present: z.enum(['asLeft', 'asBefore', 'other']),
  /** The person has saved it while the turn ran. */
  byPerson: z.optional(z.literal(true)),
  /** Id of the content that stands there now; absent where it cannot be read. */
  version: z.optional(z.string()),
  /** The person has marked that version as seen. */
  seen: z.optional(z.literal(true)),
});
export type ChangedFile = z.infer<typeof changedFile>;

const changedTurn = z.strictObject({
  /** Id of the row. */
  id: z.string(),
  files: z.array(changedFile),
  /** How many files there are behind these. */
  more: wholeNumber,
  /** The snapshots are no longer kept, or cannot be read. */
  isLost: z.optional(z.literal(true)),
  /** What the snapshots do not have: the first few, and how many more. */
  left: z.optional(z.strictObject({ files: z.array(leftOutFile), more: wholeNumber })),
});
export type ChangedTurn = z.infer<typeof changedTurn>;

/** The files of each turn whose row the person has unfolded. */
export const changesNews = z.strictObject({ type: z.literal('changes'), turns: z.array(changedTurn) });
