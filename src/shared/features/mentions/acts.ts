// What the person names or adds while writing.
import * as z from 'zod/mini';

/** Text that is taken as it is when the person adds it. */
const addable = z.enum(['selection', 'problems', 'terminal']);
export type Addable = z.infer<typeof addable>;

/** Asks for files and folders with this part of a name. `opening` grows with each opening of the list, during which the files are looked up once. */
export const findMentionsAct = z.strictObject({ type: z.literal('findMentions'), id: z.int(), opening: z.int(), query: z.string() });

/** Adds what is there now to the message box, as a chip. */
export const addMentionAct = z.strictObject({ type: z.literal('addMention'), what: addable });

/** Adds files that were dropped onto the message box, as addresses. */
export const addDroppedAct = z.strictObject({ type: z.literal('addDropped'), uris: z.array(z.string()) });

export const readCommandsAct = z.strictObject({ type: z.literal('readCommands') });

/** The person has come to the message box, or has begun or emptied the message. `writing`: it has words. */
export const readEditorAct = z.strictObject({ type: z.literal('readEditor'), writing: z.boolean() });

/** The file in the editor, or its selection, goes along with each message from now on, or no longer. */
export const followEditorAct = z.strictObject({ type: z.literal('followEditor'), on: z.boolean(), writing: z.boolean() });
