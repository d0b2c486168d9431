// What the page shows of where a chat works.
import * as z from 'zod/mini';

const root = z.strictObject({ name: z.string(), path: z.string() });

/** The folder in which Claude works; told only where the window has several, or has had. Paths are absolute. */
export const workFolderNews = z.strictObject({
  type: z.literal('workFolder'),
  name: z.string(),
  path: z.string(),
  /** The folders that the person can choose from; empty once the chat has begun. */
  roots: z.array(root),
  /** Claude cannot be started there: it is not a folder of this window any more, or not on the disk. */
  gone: z.optional(z.enum(['window', 'disk'])),
});
