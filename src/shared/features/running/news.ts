// What runs in a chat: commands and subagents, and the output of the command that the person reads.
import * as z from 'zod/mini';

/** The most characters of output; the CLI replies with the last 8 KiB. */
export const longestOutput = 8_192;

const runningTask = z.strictObject({
  /** The CLI's id of the task. */
  id: z.string(),
  kind: z.enum(['command', 'agent', 'other']),
  /** The `tool_use_id` of the call that began it; absent where the CLI names none. */
  call: z.optional(z.string()),
  /** What Claude calls it, or the command. */
  title: z.string(),
  /** What a subagent does now; empty where nothing is known of it. */
  now: z.string(),
  background: z.boolean(),
  /** Epoch milliseconds of the message in which the CLI has reported it. A command in the foreground is reported some 3 s after its start. */
  since: z.number(),
});
export type RunningTask = z.infer<typeof runningTask>;

/** All that runs now, oldest first. `can`: the acts that this version of the CLI knows. */
export const runningNews = z.strictObject({
  type: z.literal('running'),
  tasks: z.array(runningTask),
  can: z.strictObject({ read: z.boolean(), background: z.boolean() }),
});
export type RunningNews = z.infer<typeof runningNews>;

/**
 * The reply to `readTaskOutput`. `text`: the end of the output; absent where it has not grown since `known`, and `null` where the CLI has none.
 * `total`: bytes of the whole output.
 */
export const taskOutputNews = z.strictObject({
  type: z.literal('taskOutput'),
  id: z.string(),
  total: z.number(),
  text: z.optional(z.nullable(z.string())),
});
export type TaskOutputNews = z.infer<typeof taskOutputNews>;
