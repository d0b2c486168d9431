// What the page shows of how a chat is steered.
import * as z from 'zod/mini';

/** What the CLI has refused last. */
const refused = z.enum(['mode', 'bypass', 'model', 'effort']);
export type Refused = z.infer<typeof refused>;

/**
 * `mode`: where a process runs, what it has said; else what the next one begins with. A field that nobody has said or chosen is absent, because
 * the CLI takes it from its own settings.
 */
export const steeringNews = z.strictObject({
  type: z.literal('steering'),
  mode: z.optional(z.string()),
  /** Chosen, and not in force before the process that runs has ended. */
  nextMode: z.optional(z.string()),
  /** The mode in which Claude was before it began to plan; absent where nobody has said. */
  beforePlan: z.optional(z.string()),
  /** Chosen, as the CLI offers it. */
  model: z.optional(z.string()),
  /** The model's own id, as the CLI has said it last. */
  runs: z.optional(z.string()),
  /** Chosen, and not in force before the next turn. */
  nextModel: z.optional(z.string()),
  effort: z.optional(z.string()),
  /** The effort was taken back, and this version of the CLI goes on with it until it ends. */
  effortStays: z.optional(z.literal(true)),
  refused: z.optional(refused),
});
export type SteeringNews = z.infer<typeof steeringNews>;
