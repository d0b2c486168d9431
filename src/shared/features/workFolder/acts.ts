// What the person does to where a chat works.
import * as z from 'zod/mini';

/** `path`: absolute, of a root of the workspace. */
export const chooseFolderAct = z.strictObject({ type: z.literal('chooseFolder'), path: z.string() });
