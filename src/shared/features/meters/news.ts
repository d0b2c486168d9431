// How full Claude's context is, what the chat has cost, and how much of the plan is used.
import * as z from 'zod/mini';

const spent = z.strictObject({
  /** Tokens that Claude has read anew, from the cache or into it, and tokens that it has written. */
  input: z.number(),
  cached: z.number(),
  output: z.number(),
  /** The CLI's estimate in dollars. */
  cost: z.number(),
});
export type Spent = z.infer<typeof spent>;

/** Fills the ring. Absent fields are not known yet. */
export const metersNews = z.strictObject({
  type: z.literal('meters'),
  /** Tokens in the context. */
  used: z.optional(z.number()),
  /** Tokens that fit into the context. */
  window: z.optional(z.number()),
  /** The CLI is making a summary of the conversation. */
  compacting: z.boolean(),
  turn: z.optional(spent),
  session: z.optional(spent),
  /** `session` counts since the process began, because this version of the CLI begins anew when it resumes. */
  sinceStart: z.optional(z.literal(true)),
});
export type MetersNews = z.infer<typeof metersNews>;

/** A part of the context. `free` and `buffer` (kept free for the summary) are not used. */
const contextPart = z.strictObject({
  /** The CLI's, such as `system_tools`; a name of the CLI's where it has no id. */
  id: z.string(),
  tokens: z.number(),
  kind: z.enum(['used', 'buffer', 'free']),
});
export type ContextPart = z.infer<typeof contextPart>;

/** The reply to `readMeters`. `parts`: null where they are not known: no CLI runs, its version does not list them, or it was asked in vain. */
export const contextPartsNews = z.strictObject({
  type: z.literal('contextParts'),
  parts: z.nullable(z.array(contextPart)),
  /** Set where `parts` is null because the CLI, which lists them, has not done so this time. */
  inVain: z.optional(z.literal(true)),
  /** Tokens in the context at which the CLI begins to compact by itself; absent where it does not. */
  compactsAt: z.optional(z.number()),
});
export type ContextPartsNews = z.infer<typeof contextPartsNews>;

const limit = z.strictObject({
  /** The CLI's: `five_hour`, `seven_day` and its like; of one model as in `modelLimits`. */
  id: z.string(),
  /** Share in percent. */
  used: z.optional(z.number()),
  /** Epoch milliseconds. */
  resetsAt: z.optional(z.number()),
  state: z.enum(['open', 'near', 'reached']),
  /** The threshold in percent that was passed, where the API says so. */
  threshold: z.optional(z.number()),
});
export type PlanLimit = z.infer<typeof limit>;

/** The limits of the person's plan, as last heard. Never told for an API key. */
export const limitsNews = z.strictObject({ type: z.literal('limits'), limits: z.array(limit) });
export type LimitsNews = z.infer<typeof limitsNews>;
