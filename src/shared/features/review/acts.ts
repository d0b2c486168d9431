// What the person does with the changes of a turn. Beside `news`, because the first paint has the contract of acts.
import * as z from 'zod/mini';
import { wholeNumber } from '../../question.js';

/** Id of the row `changes`. */
const id = z.string();

/** A row is unfolded, and shows so many files at most. */
export const readChangesAct = z.strictObject({ type: z.literal('readChanges'), id, most: wholeNumber });
/** All of them in VS Code's editor for changes of several files. */
export const openChangesAct = z.strictObject({ type: z.literal('openChanges'), id });
export const openChangeAct = z.strictObject({ type: z.literal('openChange'), id, path: z.string() });
/** Writes a file as it was before the turn; without `path` each file. */
export const takeBackAct = z.strictObject({ type: z.literal('takeBack'), id, path: z.optional(z.string()) });
/** Marks these versions as seen, or as not seen. A file that has another one by now is left out. */
export const markSeenAct = z.strictObject({
  type: z.literal('markSeen'),
  files: z.array(z.strictObject({ path: z.string(), version: z.string() })),
  seen: z.boolean(),
});
/** Undoes `takeBack`. */
export const putBackAct = z.strictObject({ type: z.literal('putBack'), id, path: z.optional(z.string()) });
