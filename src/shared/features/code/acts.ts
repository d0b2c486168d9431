// What the person does with a block of code in an answer.
import * as z from 'zod/mini';

/** `language`: as Claude names it, in small letters; empty where it does not. */
export const useCodeAct = z.strictObject({
  type: z.literal('useCode'),
  to: z.enum(['editor', 'file', 'terminal']),
  text: z.string(),
  language: z.string(),
});
