// What is told in numbers of a tool call that has ended.
import * as z from 'zod/mini';
import { wholeNumber } from './question.js';

export const toolFacts = {
  /** What a search has found. */
  found: z.optional(z.strictObject({ count: wholeNumber, of: z.enum(['files', 'lines', 'places']) })),
  /** Lines that an edit has added and removed. */
  changes: z.optional(z.strictObject({ added: wholeNumber, removed: wholeNumber })),
  /** How long it ran; absent where nobody has seen that. */
  seconds: z.optional(wholeNumber),
};
const schema = z.strictObject(toolFacts);
export type ToolFacts = Readonly<z.infer<typeof schema>>;
