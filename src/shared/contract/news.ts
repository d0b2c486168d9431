// All news: what the host tells a view of the features, by the feature's folder. They go in the message `news` and with a snapshot, and the view keeps the last of each type. Both ends
// ship together, so it is strict. `featureIntents` has the other direction.
import * as z from 'zod/mini';
import { comment } from '../attachmentSchema.js';
import { backNews } from '../features/back/news.js';
import { planModes } from '../features/plan/choice.js';
import { changesNews } from '../features/review/news.js';
import { wholeNumber } from '../question.js';
import type { Variant } from '../variant.js';

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

/** What the CLI has refused last. */
const refused = z.enum(['mode', 'bypass', 'model', 'effort']);
export type Refused = z.infer<typeof refused>;

const root = z.strictObject({ name: z.string(), path: z.string() });

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

/** Lines of the file in the editor; without them the whole file. */
const editorPlace = z.strictObject({
  path: z.string(),
  lines: z.optional(z.strictObject({ first: z.int(), last: z.int() })),
});
export type EditorPlace = z.infer<typeof editorPlace>;

/** The item of the card. `question`: the position of the question that the person asks about; absent on a permission. */
export const asideCard = { id: z.string(), question: z.optional(wholeNumber) };

/** `asking`: no reply yet. `failed`: no reply came; `ended`: no reply comes, because the CLI has ended. `reply`: Markdown from the model, untrusted. */
const asideTurn = z.strictObject({
  words: z.string(),
  state: z.enum(['asking', 'replied', 'failed', 'ended']),
  reply: z.optional(z.string()),
});
export type AsideTurn = z.infer<typeof asideTurn>;

/** `draft`: what the person has written and not asked yet. */
const aside = z.strictObject({ ...asideCard, draft: z.string(), turns: z.array(asideTurn) });
export type Aside = z.infer<typeof aside>;

const todo = z.strictObject({ text: z.string(), state: z.enum(['open', 'now', 'done']) });
export type Todo = z.infer<typeof todo>;

const spent = z.strictObject({
  /** Tokens that Claude has read anew, from the cache or into it, and tokens that it has written. */
  input: z.number(),
  cached: z.number(),
  output: z.number(),
  /** The CLI's estimate in dollars. */
  cost: z.number(),
});
export type Spent = z.infer<typeof spent>;

/** A part of the context. `free` and `buffer` (kept free for the summary) are not used. */
const contextPart = z.strictObject({
  /** The CLI's, such as `system_tools`; a name of the CLI's where it has no id. */
  id: z.string(),
  tokens: z.number(),
  kind: z.enum(['used', 'buffer', 'free']),
});
export type ContextPart = z.infer<typeof contextPart>;

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

/** Why the edit cannot be changed here, as in `NoProposal`. */
const noChangeReasons = ['notFound', 'several', 'missing', 'notText', 'lineEnds', 'tooLong', 'version', 'tool', 'unreadable'] as const;

const editHunk = z.strictObject({
  /** The line in the file before the edit, counted from 1. */
  line: wholeNumber,
  /** `DiffRow`s. */
  rows: z.array(z.strictObject({ sign: z.enum([' ', '-', '+']), pieces: z.array(z.string()) })),
  /** `own`: the person has changed these lines in the editor. */
  state: z.enum(['in', 'out', 'own']),
});
export type EditHunk = z.infer<typeof editHunk>;

const changeableEdit = z.strictObject({
  /** The id of the permission. */
  id: z.string(),
  why: z.optional(z.enum(noChangeReasons)),
  /** Empty where there are too many to show. */
  hunks: z.array(editHunk),
});
export type ChangeableEdit = z.infer<typeof changeableEdit>;

/** The list shows at most so many characters of each comment. */
export const longestShown = 200;

export const chatNews = z.discriminatedUnion('type', [
  // steering
  /** What the CLI offers to a chat. It says so when a process begins. */
  z.strictObject({ type: z.literal('offers'), models: z.array(model), commands: z.array(command) }),
  /**
   * `mode`: where a process runs, what it has said; else what the next one begins with. A field that nobody has said or chosen is absent, because
   * the CLI takes it from its own settings.
   */
  z.strictObject({
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
  }),

  // workFolder
  /** The folder in which Claude works; told only where the window has several, or has had. Paths are absolute. */
  z.strictObject({
    type: z.literal('workFolder'),
    name: z.string(),
    path: z.string(),
    /** The folders that the person can choose from; empty once the chat has begun. */
    roots: z.array(root),
    /** Claude cannot be started there: it is not a folder of this window any more, or not on the disk. */
    gone: z.optional(z.enum(['window', 'disk'])),
  }),

  // running
  /** All that runs now, oldest first. `can`: the acts that this version of the CLI knows. */
  z.strictObject({
    type: z.literal('running'),
    tasks: z.array(runningTask),
    can: z.strictObject({ read: z.boolean(), background: z.boolean() }),
  }),
  /**
   * The reply to `readTaskOutput`. `text`: the end of the output; absent where it has not grown since `known`, and `null` where the CLI has none.
   * `total`: bytes of the whole output.
   */
  z.strictObject({
    type: z.literal('taskOutput'),
    id: z.string(),
    total: z.number(),
    text: z.optional(z.nullable(z.string())),
  }),
  /** One line of each subagent of this process, the oldest first. */
  z.strictObject({ type: z.literal('agents'), agents: z.array(agentLine) }),
  /** The reply to `readAgent`: the last entries, the newest last. `count` as in the line. */
  z.strictObject({
    type: z.literal('agentWork'),
    id: z.string(),
    count: z.number(),
    entries: z.array(agentEntry),
  }),

  // mentions
  /** The reply to `findMentions` with this id. */
  z.strictObject({
    type: z.literal('mentions'),
    id: z.int(),
    /** Best first, as Claude is told them; a folder ends with `/`. */
    paths: z.array(z.string()),
    /** Absent where nothing is selected in a file. */
    selection: z.optional(editorPlace),
    /** How many errors and warnings VS Code shows. */
    problems: z.int(),
    /** The name of the terminal in use; absent without one. */
    terminal: z.optional(z.string()),
  }),
  /** The reply to `readCommands`: those that a chat of this window was offered last. */
  z.strictObject({ type: z.literal('commands'), commands: z.array(command) }),
  /** The reply to `readEditor`: what could go along with the message. */
  z.strictObject({
    type: z.literal('editor'),
    /** Absent where no file is open. */
    place: z.optional(editorPlace),
    /** It goes along with each message. */
    follows: z.boolean(),
  }),

  // asides
  /** Whether this CLI can be asked beside the conversation. */
  z.strictObject({ type: z.literal('canAsk'), can: z.boolean() }),
  /** All that was asked beside the cards that wait. */
  z.strictObject({ type: z.literal('asides'), asides: z.array(aside) }),

  // todos
  /** The whole list after each change. */
  z.strictObject({ type: z.literal('todos'), todos: z.array(todo) }),

  // meters
  /** Fills the ring. Absent fields are not known yet. */
  z.strictObject({
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
  }),
  /** The reply to `readMeters`. `parts`: null where they are not known: no CLI runs, its version does not list them, or it was asked in vain. */
  z.strictObject({
    type: z.literal('contextParts'),
    parts: z.nullable(z.array(contextPart)),
    /** Set where `parts` is null because the CLI, which lists them, has not done so this time. */
    inVain: z.optional(z.literal(true)),
    /** Tokens in the context at which the CLI begins to compact by itself; absent where it does not. */
    compactsAt: z.optional(z.number()),
  }),
  /** The limits of the person's plan, as last heard. Never told for an API key. */
  z.strictObject({ type: z.literal('limits'), limits: z.array(limit) }),

  // edits
  /** All edits that wait and that a card has asked for. */
  z.strictObject({ type: z.literal('edits'), edits: z.array(changeableEdit) }),

  // comments
  /** All comments of the folder that are not sent, in the order of their files and lines; the words of each are cut to `longestShown`. */
  z.strictObject({ type: z.literal('comments'), comments: z.array(comment) }),

  // plan
  /** The modes that this CLI has for a plan. */
  z.strictObject({ type: z.literal('planModes'), modes: z.array(z.enum(planModes)) }),
  /** The CLI has refused the mode of the plan `id`, which still waits. `detail`: the CLI's words. */
  z.strictObject({
    type: z.literal('planRefused'),
    id: z.string(),
    mode: z.enum(planModes),
    detail: z.string(),
  }),

  // review
  changesNews,

  // back
  backNews,
]);
export type ChatNews = z.infer<typeof chatNews>;
export type SteeringNews = Variant<ChatNews, 'steering'>;
export type RunningNews = Variant<ChatNews, 'running'>;
export type TaskOutputNews = Variant<ChatNews, 'taskOutput'>;
export type AgentWorkNews = Variant<ChatNews, 'agentWork'>;
export type MentionsNews = Variant<ChatNews, 'mentions'>;
export type MetersNews = Variant<ChatNews, 'meters'>;
export type ContextPartsNews = Variant<ChatNews, 'contextParts'>;
export type LimitsNews = Variant<ChatNews, 'limits'>;

export interface AsideCard {
  readonly id: string;
  readonly question?: number | undefined;
}

export function isAsideOf(one: AsideCard, { id, question }: AsideCard): boolean {
  return one.id === id && one.question === question;
}
