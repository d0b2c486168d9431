// The files that a turn has changed.
import * as z from 'zod/mini';
import { wholeNumber } from '../../question.js';

const changedFile = z.strictObject({
  /** Relative to the work folder, with `/` between its parts. From a name on the disk, so untrusted. */
  path: z.string(),
  /** Of a file that was renamed. */
  from: z.optional(z.string()),
  /** `mode`: its content is the same. */
  kind: z.enum(['added', 'deleted', 'modified', 'renamed', 'mode']),
  /** Lines. */
  plus: wholeNumber,
  minus: wholeNumber,
  binary: z.optional(z.literal(true)),
  /** What stands there now: `asLeft` by the turn, `asBefore` the turn, or something else. */
  present: z.enum(['asLeft', 'asBefore', 'other']),
});
export type ChangedFile = z.infer<typeof changedFile>;

const changedTurn = z.strictObject({
  /** Of the row. */
  id: z.string(),
  files: z.array(changedFile),
  /** How many files there are behind these. */
  more: wholeNumber,
  /** The snapshots are no longer kept, or cannot be read. */
  isLost: z.optional(z.literal(true)),
});
export type ChangedTurn = z.infer<typeof changedTurn>;

/** Of all rows that were unfolded. */
export const changesNews = z.strictObject({ type: z.literal('changes'), turns: z.array(changedTurn) });
