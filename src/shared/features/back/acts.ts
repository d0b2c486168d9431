// How the person goes back in a chat, and forward again. Beside `news`, because the first paint has the contract of acts.
import * as z from 'zod/mini';

/** What goes back. */
export const backWhats = ['both', 'talk', 'files'] as const;
export type BackWhat = (typeof backWhats)[number];

/**
 * The person may want to go back to before the message or the question `id`; a question is open again then. The host replies with the card. `edit`: to write it otherwise; that is done at once, in the
 * conversation alone, where nothing ends by it and no file has changed since.
 */
export const askBackAct = z.strictObject({ type: z.literal('askBack'), id: z.string(), edit: z.optional(z.literal(true)) });
/** The conversation in front of the message `id` in a new chat, with the message in its message box. The host replies with the card where that cannot be. */
export const forkChatAct = z.strictObject({ type: z.literal('forkChat'), id: z.string() });
/**
 * The person may want what the row `id` says undone. That is done at once where nothing is lost by it; else the host replies with the card. `branch`: the
 * row's, for one that the host does not have in hand.
 */
export const askForwardAct = z.strictObject({ type: z.literal('askForward'), id: z.string(), branch: z.optional(z.string()) });
/** The same of another branch of the chat. */
export const askBranchAct = z.strictObject({ type: z.literal('askBranch'), branch: z.string() });
/** What the card of this id says is to be done. `others`: paths of files that others have changed too, and that go back all the same. */
export const goBackAct = z.strictObject({
  type: z.literal('goBack'),
  id: z.string(),
  what: z.enum(backWhats),
  others: z.array(z.string()),
});
/** A file of the card in VS Code's diff editor. */
export const openBackFileAct = z.strictObject({ type: z.literal('openBackFile'), path: z.string() });
export const closeBackAct = z.strictObject({ type: z.literal('closeBack') });
