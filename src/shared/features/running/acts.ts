// What the person does with all that runs.
import * as z from 'zod/mini';

/** The person reads the output of this task, of which the view knows the first `known` bytes. */
export const readTaskOutputAct = z.strictObject({ type: z.literal('readTaskOutput'), id: z.string(), known: z.number() });

/** The command goes on in the background, and the turn goes on without it. */
export const backgroundTaskAct = z.strictObject({ type: z.literal('backgroundTask'), id: z.string() });

export const stopTaskAct = z.strictObject({ type: z.literal('stopTask'), id: z.string() });

/** The turn does not end although the person has pressed Stop, so the process of the CLI is to end at once. */
export const endProcessAct = z.strictObject({ type: z.literal('endProcess') });

/** The person has unfolded the work of this subagent. */
export const readAgentAct = z.strictObject({ type: z.literal('readAgent'), id: z.string() });
