// What the person can name or add while writing: files and folders, the selection, problems, the terminal's selection, commands. The view
// asks, and the host replies to that view alone.
import * as z from 'zod/mini';
import { command } from '../steering/offers.js';

/** Lines of the file in the editor; without them the whole file. */
const editorPlace = z.strictObject({
  path: z.string(),
  lines: z.optional(z.strictObject({ first: z.int(), last: z.int() })),
});
export type EditorPlace = z.infer<typeof editorPlace>;

/** The reply to `findMentions` with this id. */
export const mentionsNews = z.strictObject({
  type: z.literal('mentions'),
  id: z.int(),
  /** Best first, as Claude is told them; a folder ends with `/`. */
  paths: z.array(z.string()),
  /** Absent where nothing is selected in a file. */
  selection: z.optional(editorPlace),
  /** How many errors and warnings VS Code shows. */
  problems: z.int(),
  /** The name of the terminal in use; absent without one. */
  terminal: z.optional(z.string()),
});
export type MentionsNews = z.infer<typeof mentionsNews>;

/** The reply to `readCommands`: those that a chat of this window was offered last. */
export const commandsNews = z.strictObject({ type: z.literal('commands'), commands: z.array(command) });

/** The reply to `readEditor`: what could go along with the message. */
export const editorNews = z.strictObject({
  type: z.literal('editor'),
  /** Absent where no file is open. */
  place: z.optional(editorPlace),
  /** It goes along with each message. */
  follows: z.boolean(),
});
