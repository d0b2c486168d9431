// An edit that waits for its permission, as the person can change it: its changes one by one, or the whole file in an editor.
import * as z from 'zod/mini';
import { wholeNumber } from '../../question.js';

/** Why the edit cannot be changed here, as in `NoProposal`. */
const noChangeReasons = ['notFound', 'several', 'missing', 'notText', 'lineEnds', 'tooLong', 'version', 'tool', 'unreadable'] as const;

const editHunk = z.strictObject({
  /** The line in the file before the edit, counted from 1. */
  line: wholeNumber,
  /** `DiffRow`s. */
  rows: z.array(z.strictObject({ sign: z.enum([' ', '-', '+']), pieces: z.array(z.string()) })),
  /** `own`: the person has changed these lines in the editor. */
  state: z.enum(['in', 'out', 'own']),
});
export type EditHunk = z.infer<typeof editHunk>;

const changeableEdit = z.strictObject({
  /** The id of the permission. */
  id: z.string(),
  why: z.optional(z.enum(noChangeReasons)),
  /** Empty where there are too many to show. */
  hunks: z.array(editHunk),
});
export type ChangeableEdit = z.infer<typeof changeableEdit>;

/** All edits that wait and that a card has asked for. */
export const editsNews = z.strictObject({ type: z.literal('edits'), edits: z.array(changeableEdit) });
