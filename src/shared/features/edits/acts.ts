// What the person does with an edit that waits for its permission.
import * as z from 'zod/mini';
import { wholeNumber } from '../../question.js';

/** A card shows the edit of this permission. */
export const readEditAct = z.strictObject({ type: z.literal('readEdit'), id: z.string() });
/** Opens the file as it is beside the file with the edit, where the person can change it. */
export const openEditAct = z.strictObject({ type: z.literal('openEdit'), id: z.string() });
/** Takes one change, or leaves it out. */
export const takeHunkAct = z.strictObject({ type: z.literal('takeHunk'), id: z.string(), hunk: wholeNumber, take: z.boolean() });
/** Gives up what the person has changed, and reads the file anew. */
export const resetEditAct = z.strictObject({ type: z.literal('resetEdit'), id: z.string() });
