// An edit that waits for its permission, as the person can change it: its changes one by one, or the whole file in an editor.
import * as z from 'zod/mini';
import { wholeNumber } from './question.js';

/** Why the edit cannot be changed here, as in `NoProposal`. */
export const noChangeReasons = [
  'notFound',
  'several',
  'missing',
  'notText',
  'lineEnds',
  'tooLong',
  'version',
  'tool',
  'unreadable',
] as const;

const editHunk = z.strictObject({
  /** Of the file as it is, from 1. */
  line: wholeNumber,
  /** `DiffRow`s. */
  rows: z.array(z.strictObject({ sign: z.enum([' ', '-', '+']), pieces: z.array(z.string()) })),
  /** `own`: the person has changed these lines in the editor. */
  state: z.enum(['in', 'out', 'own']),
});
export type EditHunk = z.infer<typeof editHunk>;

const changeableEdit = z.strictObject({
  /** Of the permission. */
  id: z.string(),
  why: z.optional(z.enum(noChangeReasons)),
  /** Empty where there are too many to show. */
  hunks: z.array(editHunk),
});
export type ChangeableEdit = z.infer<typeof changeableEdit>;

/** All edits that wait and that a card has asked for. */
export const editsNews = z.strictObject({ type: z.literal('edits'), edits: z.array(changeableEdit) });

/** A card shows the edit of this permission. */
export const readEditAct = z.strictObject({ type: z.literal('readEdit'), id: z.string() });
/** Opens the file as it is beside the file with the edit, where the person can change it. */
export const openEditAct = z.strictObject({ type: z.literal('openEdit'), id: z.string() });
/** Takes one change, or leaves it out. */
export const takeHunkAct = z.strictObject({ type: z.literal('takeHunk'), id: z.string(), hunk: wholeNumber, take: z.boolean() });
/** Gives up what the person has changed, and reads the file anew. */
export const resetEditAct = z.strictObject({ type: z.literal('resetEdit'), id: z.string() });
