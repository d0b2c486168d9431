// What the CLI offers to a chat: models and commands. The CLI says it when a process begins.
import * as z from 'zod/mini';

const model = z.strictObject({
  /** A value that `set_model` takes, for example `default` or `opus`. */
  value: z.string(),
  name: z.string(),
  description: z.string(),
  /** The efforts of the model, for example `low`, `medium`, `high`; empty where it has none. */
  efforts: z.array(z.string()),
  /** The model's own id, for example `claude-opus-5-5`; absent where the CLI does not say it (2.1.100 and older). */
  id: z.optional(z.string()),
  /** The mode `auto` exists for this model. */
  auto: z.optional(z.literal(true)),
});
export type OfferedModel = z.infer<typeof model>;

export const command = z.strictObject({
  /** The name without the slash. */
  name: z.string(),
  description: z.string(),
  /** A hint such as `[file]`; empty where the command takes nothing. */
  hint: z.string(),
});
export type OfferedCommand = z.infer<typeof command>;

export const offersNews = z.strictObject({ type: z.literal('offers'), models: z.array(model), commands: z.array(command) });
