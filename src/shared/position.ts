// Where an item stands in a conversation, as a pair that sorts. Knows nothing of transcripts.
import * as z from 'zod/mini';

/**
 * The byte at which a line of the transcript begins, and the order of what stands there: the texts of the line from 0 on, then what stands
 * between this line and the next. Whole numbers, so one more in the order is the next position.
 */
export const position = z.readonly(z.tuple([z.number(), z.number()]));
export type Position = z.infer<typeof position>;

/** A number below 0 where `one` comes first, 0 where the two are the same. */
export function comparePositions([oneByte, oneOrder]: Position, [otherByte, otherOrder]: Position): number {
  return oneByte === otherByte ? oneOrder - otherOrder : oneByte < otherByte ? -1 : 1;
}
