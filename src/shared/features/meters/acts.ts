// What the person does with the table of the context.
import * as z from 'zod/mini';

/** The person reads the table. */
export const readMetersAct = z.strictObject({ type: z.literal('readMeters') });

/** The person wants the conversation to be compacted. */
export const compactAct = z.strictObject({ type: z.literal('compact') });
