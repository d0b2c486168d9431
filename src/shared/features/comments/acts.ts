// What the person does with a comment in the list above the message box.
import * as z from 'zod/mini';

/** Opens the file at the lines of the comment. */
export const goToCommentAct = z.strictObject({ type: z.literal('goToComment'), id: z.string() });

export const removeCommentAct = z.strictObject({ type: z.literal('removeComment'), id: z.string() });
