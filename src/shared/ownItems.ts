// Rows of the conversation that only Parley has and that say one thing each.
import * as z from 'zod/mini';
import { wholeNumber } from './question.js';

/** Claude was told what is remembered of this folder. The view asks for the lines with `readTold` when the row is unfolded. */
export const toldItem = z.strictObject({
  kind: z.literal('told'),
  id: z.string(),
  /** The number of the lines. */
  count: wholeNumber,
  /** The project card has changed since, and this conversation goes on with the older one. */
  isOlder: z.optional(z.literal(true)),
});

export type ToldItem = z.infer<typeof toldItem>;

/** The chat, files, or both went back to before a message of the person's. What came from that message on is another branch of the chat. */
export const wentBackItem = z.strictObject({
  kind: z.literal('wentBack'),
  id: z.string(),
  /** The beginning of the message; empty where it had no words. */
  text: z.string(),
  /** `text` is the beginning of a question, which stands behind the row and is open again. */
  isQuestion: z.optional(z.literal(true)),
  /** The branch that was left; absent where files went back alone. */
  branch: z.optional(z.string()),
  /** `writing`: the window has ended while they were written, where that stays. `left`: how many stayed as they were. Absent where no file went back. */
  files: z.optional(z.strictObject({ state: z.enum(['writing', 'done', 'undone']), written: wholeNumber, left: wholeNumber })),
  /** A message has been sent since. */
  isOver: z.optional(z.literal(true)),
});
export type WentBackItem = z.infer<typeof wentBackItem>;
