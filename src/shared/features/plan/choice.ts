// How the person wants a plan carried out.
import * as z from 'zod/mini';

/** How Claude goes on after the plan, by the CLI's names. */
export const planModes = ['default', 'acceptEdits', 'auto'] as const;
export type PlanMode = (typeof planModes)[number];

/** How the person wants the plan carried out, not approved yet. `fresh`: in a new chat. */
export const planChoice = z.strictObject({ mode: z.enum(planModes), fresh: z.boolean() });
export type PlanChoice = z.infer<typeof planChoice>;
