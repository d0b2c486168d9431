// What the person does with a plan that waits.
import * as z from 'zod/mini';

/** How Claude goes on after the plan, by the CLI's names. */
export const planModes = ['default', 'acceptEdits', 'auto'] as const;
export type PlanMode = (typeof planModes)[number];

/** How the person wants the plan carried out, not approved yet. `fresh`: in a new chat. */
export const planChoice = z.strictObject({ mode: z.enum(planModes), fresh: z.boolean() });
export type PlanChoice = z.infer<typeof planChoice>;

/** `fresh`: in a new chat, which gets the plan and `note` as its first message. Otherwise Claude reads the note beside the result. */
export const approvePlanAct = z.strictObject({
  type: z.literal('approvePlan'),
  id: z.string(),
  mode: z.enum(planModes),
  fresh: z.boolean(),
  note: z.string(),
});

/** Opens the plan in VS Code's own preview of Markdown. */
export const openPlanAct = z.strictObject({ type: z.literal('openPlan'), id: z.string() });
