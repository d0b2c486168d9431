// What a page shows of a chat around its items: what the composer may do, the messages that wait, the preferences, and what an empty chat offers.
import * as z from 'zod/mini';
import { attachment } from './attachmentSchema.js';
import { actionIds } from './transcript.js';

/** All questions of a set at once, or one at a time. */
export const layouts = z.enum(['auto', 'stacked', 'tabs']);

/** The person's preferences for the view. */
export const preferences = z.strictObject({
  layout: layouts,
  /** Enter begins a new line, and Ctrl+Enter or Cmd+Enter sends. */
  ctrlEnterSends: z.optional(z.literal(true)),
  /** The size in pixels; absent for VS Code's own. */
  fontSize: z.optional(z.number()),
  /** The theme's, in the order of `codeKinds`, each `#…` or empty; absent where the theme is not known. */
  codeColours: z.optional(z.array(z.string())),
  /** The file of the CLI's settings in all projects; absent for `~/.claude/settings.json`. */
  userSettings: z.optional(z.string()),
});
export type Preferences = z.infer<typeof preferences>;

/** A past chat that an empty chat offers to continue. */
export const earlierChat = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** Epoch milliseconds. */
  usedAt: z.number(),
  /** What it waits for from the person, in the host's words. */
  waits: z.optional(z.string()),
});
export type EarlierChat = z.infer<typeof earlierChat>;

/** What is there and what is missing before Claude can answer, with the buttons of the next step. Empty when nothing is known or missing. */
export const setUpCard = z.strictObject({
  lines: z.array(z.strictObject({ isDone: z.boolean(), text: z.string(), detail: z.string() })),
  /** The first is the next step. */
  actions: z.array(z.strictObject({ id: z.enum(actionIds), label: z.string() })),
});
export type SetUpCard = z.infer<typeof setUpCard>;

/** A message that waits in Parley. */
export const waitingPrompt = z.strictObject({
  id: z.string(),
  text: z.string(),
  attachments: z.optional(z.array(attachment)),
  /** `after`: until the turn has ended. `now`: until the turn is interrupted. `person`: until the person sends it, because the turn was cut off. */
  until: z.enum(['after', 'now', 'person']),
});
export type WaitingPromptItem = z.infer<typeof waitingPrompt>;

/** How a message goes to Claude while a turn runs. */
export const sendWays = z.enum(['after', 'next', 'now']);
export type SendWay = z.infer<typeof sendWays>;

/**
 * A question waits; there is no folder; the folder is not trusted; another window, another computer or a terminal has the session; in this chat
 * other agents ask, which take no messages.
 */
const refusals = ['question', 'noFolder', 'untrusted', 'otherWindow', 'otherComputer', 'terminal', 'agents'] as const;
/** Why Send is off. `server`: a question of an MCP server waits. `announced`: Claude is writing a question, or runs what stands before it; `permission`: the CLI asks it
 * once the person has decided on what Claude called before it in the same message; `sending`: the CLI has not confirmed an answer yet, or Undo can take it back. */
const blockReasons = [...refusals, 'server', 'announced', 'permission', 'sending'] as const;

/**
 * Why a text returns to the message box. `questionEnded`: it was a reply to that question. `notStarted`: the CLI could not be
 * started for it. `takenOut`: the person has taken the message out of the queue. `prepared`: by a command, and it was not sent because something
 * stood in the message box or waits for the person.
 */
export const returnReasons = [...refusals, 'questionEnded', 'notStarted', 'takenOut', 'prepared'] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** What the composer may do: the running turn, and why Send is off. */
export const chatStatus = z.strictObject({
  /** `starting`: the CLI is being started; `stopping`: Stop was pressed and Claude has not ended its turn yet. */
  turn: z.enum(['idle', 'starting', 'running', 'stopping']),
  blocked: z.optional(z.enum(blockReasons)),
  /** Subagents that work in the background, whether a turn runs or not; absent where there are none. */
  subagents: z.optional(z.number()),
  /** The turn is being stopped while a subagent waits for the person, so its process is not ended by itself. */
  subagentAsks: z.optional(z.literal(true)),
  /** A question or a permission waits for the person, so Claude does nothing meanwhile. */
  waiting: z.optional(z.literal(true)),
  /** What Claude has scheduled in its process; absent where it is nothing. `at`: epoch milliseconds, where that is known. */
  scheduled: z.optional(z.array(z.strictObject({ id: z.string(), name: z.string(), at: z.optional(z.number()) }))),
  /** Says more than `turn` about what Claude does. */
  note: z.optional(z.string()),
  /** The disk refuses the chat: why, and what to do. */
  notStored: z.optional(z.string()),
  /** The person takes the chat over, which is not decided yet. */
  takingOver: z.optional(z.literal(true)),
  /** The CLI gives Claude a message at the next step of the turn that runs. */
  readsSteps: z.optional(z.literal(true)),
});
export type ChatStatus = z.infer<typeof chatStatus>;
