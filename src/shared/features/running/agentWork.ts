// What the subagents of a chat do, below the calls that began them.
import * as z from 'zod/mini';

/** Entries of one subagent that the host keeps; the CLI's transcript has them all. */
export const mostEntries = 40;

const agentEntry = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  /** `text`: the call in a few words, as in the row of a tool. */
  z.strictObject({ type: z.literal('tool'), name: z.string(), text: z.string(), failed: z.optional(z.literal(true)) }),
]);
export type AgentEntry = z.infer<typeof agentEntry>;

const agentLine = z.strictObject({
  /** The id of the call that began it. */
  id: z.string(),
  now: agentEntry,
  /** How many entries there have been. */
  count: z.number(),
  isOver: z.boolean(),
});
export type AgentLine = z.infer<typeof agentLine>;

/** One line of each subagent of this process, the oldest first. */
export const agentsNews = z.strictObject({ type: z.literal('agents'), agents: z.array(agentLine) });

/** The reply to `readAgent`: the last entries, the newest last. `count` as in the line. */
export const agentWorkNews = z.strictObject({
  type: z.literal('agentWork'),
  id: z.string(),
  count: z.number(),
  entries: z.array(agentEntry),
});
export type AgentWorkNews = z.infer<typeof agentWorkNews>;
